import { test } from './support/admin.ts'
import { enterAdminWithProduct } from './support/admin-products.ts'
import { expect } from './support/test.ts'

test('checks a CSV file before the import, and imports a valid one', async ({ page }) => {
  const { record } = await enterAdminWithProduct(page)
  await page.goto('/admin/products/csv')
  const choose = async (text: string) =>
    page
      .getByLabel(/CSV file|products\.csv/)
      .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose(`slug,price_usd\n${record.slug},cheap\n`)
  await expect(page.getByRole('row').filter({ hasText: 'price_usd' })).toContainText('Enter a price')
  await choose(`slug,price_usd,stock\n${record.slug},12.25,${record.stock + 1}\n`)
  const warning = page.getByText('1 line changes the stock.')
  await expect(warning).toBeVisible()
  await choose(`slug,price_usd\n${record.slug},12.25\n`)
  await expect(warning).toBeHidden()
  await page.getByRole('button', { name: 'Import 1 product' }).click()
  await expect(page.getByText('All lines were imported.')).toBeVisible()
  await page.goto(`/shop/crystal/${record.slug}`)
  await expect(page.getByText('$ 12.25').first()).toBeVisible()
})
