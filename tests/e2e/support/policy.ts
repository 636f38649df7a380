import type { Page } from '@playwright/test'
import { expect } from './expect.ts'

export type PolicyWatch = { hosts: Set<string>; violations(): Promise<string[]> }

/** Records the hosts that a page requests and its Content-Security-Policy violations. */
export async function watchPolicy(page: Page): Promise<PolicyWatch> {
  const hosts = new Set<string>()
  page.on('request', (request) => {
    if (/^(http|ws)/.test(request.url())) hosts.add(new URL(request.url()).origin)
  })
  await page.addInitScript(() => {
    const violations: string[] = []
    Object.assign(window, { violations })
    document.addEventListener('securitypolicyviolation', (event) => {
      violations.push(`${event.violatedDirective}: ${event.blockedURI}`)
    })
  })
  return { hosts, violations: () => page.evaluate(() => Reflect.get(window, 'violations') as string[]) }
}

/** Waits until the lazy pictures in view have loaded. */
export async function expectPicturesInView(page: Page): Promise<void> {
  const missing = () =>
    page.evaluate(() => {
      const isInView = ({ top, bottom }: DOMRect) => bottom > 0 && top < window.innerHeight
      return [...document.images].filter((image) => isInView(image.getBoundingClientRect()) && !image.complete).length
    })
  await expect.poll(missing).toBe(0)
}
