import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { INPMetric } from 'web-vitals'
import { hydratedEvent } from '#app/lib/hydrated-event.ts'
import { chromiumFlags, ensureChromium } from '../scripts/chromium.mjs'

export type Session = { token: string; userId: string; userEmail: string }
type Interaction = { path: string; session: Session; interact(page: Page): Promise<unknown> }

declare global {
  interface Window {
    webVitals: typeof import('web-vitals')
    hydrated: Promise<void>
    slowest: Pick<INPMetric, 'value'> | undefined
  }
}

const slowdown = 4
/** The browser reports no shorter interactions. */
const shortestMs = 16
const reportMs = 3_000
const script = path.join(path.dirname(fileURLToPath(import.meta.resolve('web-vitals'))), 'web-vitals.iife.js')

export async function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureChromium(), args: chromiumFlags })
}

/** Interaction to next paint of one visit, in milliseconds, on a phone with a slow processor. */
export async function interactionToNextPaint(browser: Browser, shopUrl: string, visit: Interaction): Promise<number> {
  const context = await browser.newContext({
    baseURL: shopUrl,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  })
  try {
    // A script added to a page runs inside a function, which hides its variables.
    await context.addInitScript(`${await readFile(script, 'utf8')}\nwindow.webVitals = webVitals`)
    await context.addInitScript(prepare, {
      event: hydratedEvent,
      session: visit.session,
      durationThreshold: shortestMs,
    })
    const page = await context.newPage()
    const errors: Error[] = []
    page.on('pageerror', (error) => errors.push(error))
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(visit.path)
    await whenIdle(page)
    await visit.interact(page)
    await whenIdle(page)
    if (errors[0]) throw errors[0]
    const report = await page.waitForFunction(() => window.slowest, null, { timeout: reportMs }).catch(() => undefined)
    return (await report?.jsonValue())?.value ?? shortestMs
  } finally {
    await context.close()
  }
}

type Preparation = { event: string; session: Session; durationThreshold: number }

/** Runs in the browser before the page's own scripts. The stored currency keeps the currency dialog closed. */
function prepare({ event, session, durationThreshold }: Preparation): void {
  window.hydrated = new Promise((resolve) => window.addEventListener(event, () => resolve(), { once: true }))
  localStorage.setItem('currency', JSON.stringify({ currency: 'USD', timestamp: Date.now() }))
  for (const key of ['userId', 'userEmail', 'token'] as const) localStorage.setItem(key, session[key])
  const onReport = ({ value }: { value: number }) => {
    window.slowest = { value }
  }
  window.webVitals.onINP(onReport, { reportAllChanges: true, durationThreshold })
}

/** Hydrated, with nothing left to load or to do. */
export async function whenIdle(page: Page): Promise<void> {
  await page.evaluate(() => window.hydrated)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}
