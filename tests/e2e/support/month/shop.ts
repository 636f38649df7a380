import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { shopDay } from '#shared/days.ts'
import { freePort } from '#tests/support/free-port.ts'
import { memoryFolder } from '#tests/support/memory-folder.ts'
import { createSession, type Session, storeSession } from '../accounts.ts'
import { expect } from '../expect.ts'
import { type RunningShop, startShop } from '../shop-process.ts'
import { collectConsoleErrors, storeUsdCurrency, trackHydration } from '../test.ts'
import { moveClock } from './move-clock.ts'

const dayMs = 24 * 3600 * 1000
/** Noon, so that no day of the month ends during the test. */
const firstNoon = Date.parse(`${shopDay(new Date(Date.now() + dayMs))}T12:00:00+05:45`)
/** The calendar day `days` after the first one. */
export const dayAfter = (days: number): string => shopDay(new Date(firstNoon + days * dayMs))

const clockHook = pathToFileURL(path.join(import.meta.dirname, 'clock-hook.ts')).href

export type OwnerDay = { page: Page; request: APIRequestContext; owner: Session }

/** A shop of its own, whose clock moves from one day of the month to another. */
export async function openMonth(browser: Browser) {
  const folder = await mkdtemp(path.join(memoryFolder() ?? tmpdir(), 'alpine-month-'))
  const settings = {
    MODE: 'demo',
    DATA_DIR: folder,
    PORT: String(await freePort()),
    RATE_LIMIT_FACTOR: '1000',
    UNDO_SECONDS: '0',
    NODE_OPTIONS: `--import=${clockHook}`,
  }
  let consoleErrors: string[] = []
  let shop: RunningShop | undefined
  let today: OwnerDay | undefined
  let credentials = { email: '', password: '' }

  async function endDay(): Promise<void> {
    await today?.page.context().close()
    const { code } = (await shop?.stop()) ?? { code: 0 }
    today = undefined
    shop = undefined
    expect(code).toBe(0)
    expect(consoleErrors, 'errors and warnings in the console').toEqual([])
  }

  /** Closes the shop, opens it `days` after the first day, and signs the owner in. */
  async function startDay(days: number): Promise<OwnerDay> {
    await endDay()
    const offset = firstNoon + days * dayMs - Date.now()
    shop = await startShop({ ...settings, CLOCK_OFFSET: String(offset) })
    const [, email, password] = /Owner +(\S+) +(\S+)/.exec(shop.lines.join('\n')) ?? []
    if (email && password) credentials = { email, password }
    const context = await browser.newContext({ baseURL: shop.url })
    await context.addInitScript(moveClock, offset)
    await context.addInitScript(storeUsdCurrency)
    await trackHydration(context)
    const page = await context.newPage()
    consoleErrors = collectConsoleErrors(page, [])
    const owner = await createSession(context.request, credentials)
    await storeSession(page, owner)
    today = { page, request: context.request, owner }
    return today
  }

  return {
    folder,
    startDay,
    endDay,
    close: async () => {
      await today?.page.context().close()
      await shop?.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
