import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page, ViewportSize } from '@playwright/test'
import { shopUnderTest } from './shop-under-test.ts'

/** To these tests listen. */
const events = ['console', 'dialog', 'framenavigated', 'pageerror', 'request', 'requestfailed', 'response'] as const

/**
 * The tab of a context, as empty as a new one, and what empties it again. A tab that stays has the shop's scripts
 * compiled, and loading a page in it takes half the time.
 */
export async function keptTab(context: BrowserContext, viewport: ViewportSize | null | undefined) {
  const page = context.pages()[0] ?? (await context.newPage())
  if (viewport) await page.setViewportSize(viewport)
  await clearStorage(context, page)
  const removeInitScripts = noteInitScripts(page)
  await page.addInitScript(clearSessionStorage, randomUUID())
  const empty = async () => {
    for (const other of context.pages()) if (other !== page) await other.close()
    if (page.isClosed()) return
    // A page looks things up by itself; what it is still asking when the test has ended interests nobody.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    for (const event of events) page.removeAllListeners(event)
    await removeInitScripts()
    await page.goto('about:blank')
    await page.emulateMedia({ media: null })
  }
  return { page, empty }
}

/** Nothing writes into the storage meanwhile: the tab shows an empty page. */
async function clearStorage(context: BrowserContext, page: Page): Promise<void> {
  await context.clearCookies()
  const { url, adminUrl } = shopUnderTest()
  const browser = await context.newCDPSession(page)
  for (const origin of [url, adminUrl])
    await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' })
  await browser.detach()
}

/** From outside nobody can clear it, so the first page of a test does. */
function clearSessionStorage(test: string): void {
  if (window.top !== window || window.sessionStorage.getItem('test') === test) return
  window.sessionStorage.clear()
  window.sessionStorage.setItem('test', test)
}

function noteInitScripts(page: Page): () => Promise<void> {
  const scripts: { dispose(): Promise<void> }[] = []
  const add: Page['addInitScript'] = page.addInitScript.bind(page)
  page.addInitScript = async (...script) => {
    const added = await add(...script)
    scripts.push(added)
    return added
  }
  return async () => {
    page.addInitScript = add
    for (const script of scripts) await script.dispose()
  }
}
