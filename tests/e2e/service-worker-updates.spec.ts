import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { freePort } from '#tests/support/free-port.ts'
import { memoryFolder } from '#tests/support/memory-folder.ts'
import { makeNextBuild, nextFooter } from './support/next-build.ts'
import { offlineNotice, storedPaths, timedNotice, waitUntilStored, withServiceWorker } from './support/offline.ts'
import { category, product } from './support/paths.ts'
import { productLink } from './support/product-cards.ts'
import { type RunningShop, startShop } from './support/shop-process.ts'
import { shopUnderTest } from './support/shop-under-test.ts'
import { expect, test, waitForHydration } from './support/test.ts'

test.use(withServiceWorker)

const crystals = category('crystal')
const garnet = product('crystal', 'garnet-in-schist')

let settings: Record<string, string>
let shop: RunningShop | undefined

test.beforeEach(async () => {
  const { settings: common, seededDir } = shopUnderTest()
  const dataDir = await mkdtemp(path.join(memoryFolder() ?? tmpdir(), 'alpine-updates-'))
  await cp(seededDir, dataDir, { recursive: true })
  settings = { ...common, DATA_DIR: dataDir, PORT: String(await freePort()) }
})
test.afterEach(async () => {
  await shop?.stop()
  shop = undefined
  await rm(settings.DATA_DIR ?? '', { recursive: true, force: true })
})

/** Starts the shop at the same URL in place of the running one. */
async function deploy(changes: Record<string, string> = {}, server?: string): Promise<string> {
  await shop?.stop()
  shop = await startShop({ ...settings, ...changes }, server)
  return shop.url
}

const isOfNextBuild = (path: string) => /-n[\w-]{8}\.(?:js|css)$/.test(path)

/** The scripts and styles that the page has loaded. */
const loadedFiles = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((name) => /^\/assets\/.*\.(?:js|css)$/.test(name)),
  )

test('after a deployment the next page belongs to the new build with all its files', async ({ page, context }) => {
  test.slow()
  const url = await deploy()
  await page.goto(url + crystals)
  await waitUntilStored(page, crystals)
  await waitForHydration(page)
  expect((await loadedFiles(page)).some(isOfNextBuild)).toBe(false)

  await deploy({}, makeNextBuild())
  let documents = 0
  page.on('domcontentloaded', () => {
    documents += 1
  })
  await productLink(page, 'Garnet in Schist').click()
  await expect(page).toHaveURL(url + garnet)
  await expect(page.getByRole('contentinfo').getByText(nextFooter)).toBeVisible()
  await waitForHydration(page)
  await waitUntilStored(page, garnet)
  expect((await loadedFiles(page)).filter((file) => !isOfNextBuild(file))).toEqual([])
  expect(documents).toBe(1)

  // The caches of the build before are deleted.
  await expect
    .poll(async () => (await storedPaths(page)).filter((file) => /\.(?:js|css)$/.test(file) && !isOfNextBuild(file)))
    .toEqual([])
  await page.reload()
  await waitUntilStored(page, garnet)
  await context.setOffline(true)
  await page.goto(url + garnet)
  await expect(offlineNotice(page)).toHaveText(timedNotice)
  await expect(page.getByRole('contentinfo').getByText(nextFooter)).toBeVisible()
})

test('with OFFLINE_PAGES=false browsers remove the service worker and its copies', async ({ page }) => {
  test.slow()
  const url = await deploy()
  await page.goto(url + garnet)
  await waitUntilStored(page, garnet)
  await deploy({ OFFLINE_PAGES: 'false' })
  await page.goto(url + crystals)
  const registered = () =>
    page.evaluate(async () => ({
      caches: await caches.keys(),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }))
  await expect.poll(registered).toEqual({ caches: [], workers: 0 })
})
