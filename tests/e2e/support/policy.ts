import type { Page } from '@playwright/test'
import { expect } from './expect.ts'

export type Watch = { hosts: Set<string>; violations(): Promise<string[]> }

/** Everything a page asks for, and everything its Content-Security-Policy forbade it. */
export async function watchPolicy(page: Page): Promise<Watch> {
  const hosts = new Set<string>()
  page.on('request', (request) => {
    if (/^(http|ws)/.test(request.url())) hosts.add(new URL(request.url()).origin)
  })
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { violations: seen })
    document.addEventListener('securitypolicyviolation', (event) => {
      seen.push(`${event.violatedDirective}: ${event.blockedURI}`)
    })
  })
  return { hosts, violations: () => page.evaluate(() => Reflect.get(window, 'violations') as string[]) }
}

/** What a page asks for late: the pictures that came into view by scrolling. */
export async function expectPicturesInView(page: Page): Promise<void> {
  const missing = () =>
    page.evaluate(() => {
      const isInView = ({ top, bottom }: DOMRect) => bottom > 0 && top < window.innerHeight
      return [...document.images].filter((image) => isInView(image.getBoundingClientRect()) && !image.complete).length
    })
  await expect.poll(missing).toBe(0)
}
