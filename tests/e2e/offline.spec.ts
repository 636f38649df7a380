import { href } from 'react-router'
import { expectAccessible, expectAccessibleWhenNarrow, expectNoOverflow } from './support/axe.ts'
import { withMedia } from './support/chromium.ts'
import { type Connection, openConnection } from './support/connection.ts'
import {
  offlineHeading,
  offlineNotice,
  storedPaths,
  timedNotice,
  waitUntilStored,
  withServiceWorker,
} from './support/offline.ts'
import { expectOpen } from './support/overlays.ts'
import { category, product, search } from './support/paths.ts'
import { productLink } from './support/product-cards.ts'
import { test as base, bothWidths, expect, waitForHydration } from './support/test.ts'

const test = base.extend<{ connection: Connection }>({
  connection: async ({ baseURL }, use) => {
    const connection = await openConnection(baseURL ?? '')
    await use(connection)
    await connection.close()
  },
})

test.use({ ...withMedia, ...withServiceWorker })

const crystals = category('crystal')
const garnet = product('crystal', 'garnet-in-schist')
const learn = href('/learn')

test('shows the pages seen before, with their time, while there is no connection', { tag: bothWidths }, async ({
  page,
  context,
}) => {
  await page.goto(crystals)
  await waitUntilStored(page, crystals)
  await productLink(page, 'Garnet in Schist').click()
  await expect(page).toHaveURL(garnet)
  await waitUntilStored(page, garnet)

  await context.setOffline(true)
  await expect(offlineNotice(page)).toHaveText(timedNotice)
  await expectAccessible(page)
  await page.goBack()
  await expect(productLink(page, 'Garnet in Schist')).toBeVisible()
  await expect(offlineNotice(page)).toHaveText(timedNotice)
  await productLink(page, 'Garnet in Schist').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Garnet in Schist' })).toBeVisible()
  await page.reload()
  await expect(offlineNotice(page)).toHaveText(timedNotice)
  const picture = page.getByRole('button', { name: /^View picture 1/ }).getByRole('img')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Garnet in Schist' })).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)

  await context.setOffline(false)
  await expect(offlineNotice(page)).toHaveCount(0)
})

test('lists the stored pages in place of a page never seen, and opens that page when the connection is back', {
  tag: bothWidths,
}, async ({ page, context }) => {
  await page.goto(garnet)
  await waitUntilStored(page, garnet)
  await waitForHydration(page)
  await context.setOffline(true)
  await expect(offlineNotice(page)).toBeVisible()
  await page.goto(learn)
  await expect(offlineHeading(page)).toBeVisible()
  const stored = page.getByRole('main').getByRole('list').getByRole('link')
  await expect(stored).toHaveText([/^Garnet in Schist\d\d:\d\d$/])
  await expectAccessibleWhenNarrow(page)

  const again = page.waitForEvent('load')
  await page.getByRole('link', { name: 'Try Again' }).focus()
  await page.keyboard.press('Enter')
  await again
  await expect(page).toHaveURL(`/offline?returnTo=${encodeURIComponent(learn)}`)
  await expect(stored).toHaveCount(1)
  await page.getByRole('link', { name: 'Try Again' }).focus()
  await page.keyboard.press('Tab')
  await expect(stored).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(garnet)
  await expect(offlineNotice(page)).toHaveText(timedNotice)

  await page.goBack()
  await expect(offlineHeading(page)).toBeVisible()
  await context.setOffline(false)
  await expect(page).toHaveURL(learn)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
})

test('shows a stored page when the shop is unreachable, and current data when it is back', async ({
  page,
  connection,
}) => {
  await page.goto(connection.url + garnet)
  await waitUntilStored(page, garnet)
  connection.cut()
  await page.goto(connection.url + garnet)
  await expect(offlineNotice(page)).toHaveText(timedNotice)
  const reload = page.waitForResponse((response) => response.url().includes(`${garnet}.data`))
  connection.restore()
  expect((await reload).status()).toBe(200)
  await expect(offlineNotice(page)).toHaveCount(0)
})

test('goes to the stored page when the shop becomes unreachable before a link is followed', async ({
  page,
  connection,
}) => {
  await page.goto(connection.url + garnet)
  await waitUntilStored(page, garnet)
  await page.goto(connection.url + crystals)
  await waitUntilStored(page, crystals)
  await waitForHydration(page)
  connection.cut()
  await productLink(page, 'Garnet in Schist').click()
  await expect(page).toHaveURL(connection.url + garnet)
  await expect(page.getByRole('heading', { level: 1, name: 'Garnet in Schist' })).toBeVisible()
  await expect(offlineNotice(page)).toHaveText(timedNotice)
})

test('stores no personal page, no search and no response of the API', async ({ page, customer }) => {
  const personal = [
    href('/profile'),
    href('/shopping-bag'),
    href('/checkout'),
    `${href('/reset-password')}?token=t`,
    search('quartz'),
  ]
  for (const path of [...personal, garnet]) {
    await page.goto(path)
    await waitForHydration(page)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  }
  await waitUntilStored(page, garnet)
  const pages = (await storedPaths(page)).filter((path) => !/^\/(?:assets|media)\//.test(path))
  expect(pages.toSorted()).toEqual(['/offline', garnet])
  const texts = await page.evaluate(async () => {
    const responses = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).matchAll()))
    return Promise.all(responses.flat().map((response) => response.text()))
  })
  for (const text of texts)
    for (const secret of [customer.email, customer.lastName, customer.token]) expect(text.includes(secret)).toBe(false)
})

test('stores no pictures for a visitor who saves data', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  await page.goto(garnet)
  await waitUntilStored(page, garnet)
  const stored = await storedPaths(page)
  expect(stored.some((path) => path.endsWith('.js'))).toBe(true)
  expect(stored.filter((path) => path.startsWith('/media/'))).toEqual([])
})

test('the shortcut of the app opens the search', { tag: bothWidths }, async ({ page }) => {
  await page.goto('/#search')
  await expectOpen(page.getByRole('dialog', { name: 'Search' }))
})
