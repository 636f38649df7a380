import type { Locator, Page } from '@playwright/test'
import { product } from './addresses.ts'
import { expectToast } from './frame-visit.ts'
import { expect, hydrated, test } from './visit.ts'

const plain = product('crystal', 'citrine-point')

const main = (page: Page): Locator => page.getByRole('main')
const addButton = (page: Page): Locator => main(page).getByRole('button', { name: 'Add to Bag', exact: true }).first()

test('on a phone a bar offers the same once the button is out of sight', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'only small screens have it')
  await page.goto(plain)
  await hydrated(page)
  const bar = page.getByRole('region', { name: 'Buy' })
  await expect(bar).toHaveCount(0)
  await page.getByRole('heading', { name: 'Related products' }).scrollIntoViewIfNeeded()
  await expect(bar).toContainText('Citrine Point')
  await expectToast(page, ['status', 'Please login to add product to cart'], () =>
    bar.getByRole('button', { name: 'Add to Bag' }).tap(),
  )
  await addButton(page).scrollIntoViewIfNeeded()
  await expect(bar).toHaveCount(0)
})

test('care, shipping and the time it takes are told, one at a time', async ({ page }) => {
  await page.goto(plain)
  await expect(main(page).getByText('This item takes 5-7 days to process', { exact: true })).toBeVisible()
  const shipping = main(page).getByText(/cash on delivery/)
  const care = main(page).getByText(/soft, dry brush/)
  await expect(shipping).toBeHidden()
  await main(page).getByText('Shipping and returns', { exact: true }).click()
  await expect(shipping).toContainText('$ 40')
  await main(page).getByText('Care', { exact: true }).click()
  await expect(care).toBeVisible()
  await expect(shipping).toBeHidden()
})
