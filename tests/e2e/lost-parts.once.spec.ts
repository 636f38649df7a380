import type { Page } from '@playwright/test'
import { product, search, shop } from './addresses.ts'
import { expectToast, open, opener, type Said, signIn } from './frame-visit.ts'
import { cardOf, expect, expectOpen, hydrated, test } from './visit.ts'

test.use({ mayComplain: true })

const notOpened: Said = ['alert', 'This could not be opened. Please check your connection, then reload the page.']

async function addToBag(page: Page): Promise<void> {
  await signIn(page)
  await page.goto(search('citrine point'))
  await hydrated(page)
  const add = cardOf(page, 'Citrine Point').getByRole('button', { name: 'ADD TO BAG' })
  await expectToast(page, notOpened, () => add.click())
  await expect(opener(page, 'Shopping bag, 1 item')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('a bag whose code is lost says so, and the page goes on', async ({ page }) => {
  await page.route('**/assets/cart-panel-*', (route) => route.abort())
  await addToBag(page)
  await open(page, 'Search')
})

test('a bag whose styles are lost says so, and opens in them at the next try', async ({ page }) => {
  const styles = '**/assets/bag-*.css'
  await page.route(styles, (route) => route.abort())
  await addToBag(page)
  await page.unroute(styles)
  // The words lie over the icon: it is pressed with a key.
  const press = () => opener(page, 'Shopping bag, 1 item').press('Enter')
  const [sheet] = await Promise.all([page.waitForResponse(styles), press()])
  expect(sheet.ok()).toBe(true)
  await expectOpen(page.getByRole('dialog', { name: 'SHOPPING BAG' }))
})

test('a viewer whose code is lost says so, and the gallery goes on', async ({ page }) => {
  await page.goto(product('crystal', 'citrine-point'))
  await hydrated(page)
  await page.route('**/assets/viewer-*', (route) => route.abort())
  const gallery = page.getByRole('region', { name: /^Pictures of/ })
  await expectToast(page, notOpened, () => gallery.getByRole('button', { name: /^View picture 1/ }).click())
  const second = gallery.getByRole('button', { name: /^Show picture 2/ })
  await second.click()
  await expect(second).toHaveAttribute('aria-current', 'true')
})

test.describe('on a first visit', () => {
  test.use({ firstVisit: true })

  test('a question for the currency whose code is lost is not asked, and dollars stay', async ({ page }) => {
    await page.route('**/assets/currency-modal-*', (route) => route.abort())
    await Promise.all([page.waitForEvent('requestfailed'), page.goto(shop)])
    await open(page, 'Search')
    await expect(page.locator('html')).toHaveAttribute('data-currency', 'USD')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})
