import { test } from './support/admin.ts'
import { enterAdminWithProduct } from './support/admin-products.ts'
import { callApi } from './support/api.ts'
import { bothWidthsInFull, expect } from './support/test.ts'

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
  const changed = page.getByRole('row').filter({ hasText: record.name })
  await expect(changed.getByRole('definition')).toHaveText(`${record.priceInUSD.toFixed(2)} → 12.25`)
  await page.getByRole('button', { name: 'Import 1 product' }).click()
  await expect(page.getByText('All lines were imported.')).toBeVisible()
  await page.goto(`/shop/crystal/${record.slug}`)
  await expect(page.getByText('$ 12.25').first()).toBeVisible()
})

test('the changes of a product show a price from a file, and a long text on request', {
  tag: bothWidthsInFull,
}, async ({ page, isMobile }) => {
  const { session, record } = await enterAdminWithProduct(page)
  const description = 'A very long description of a stone. '.repeat(40).trim()
  await callApi(page.request, session, '/admin/products/import?dryRun=false', {
    method: 'POST',
    headers: { 'Content-Type': 'text/csv' },
    data: Buffer.from(`slug,price_usd,description\n${record.slug},12.25,${description}\n`),
  })
  await page.goto(`/admin/products/${record.productId}`)
  await page.getByRole('link', { name: 'View changes' }).click()
  await expect(page.getByText(`Only changes of ${record.name}`)).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Changed by import: product' })
  await expect(
    row
      .getByRole('definition')
      .filter({ hasText: /^\$ 8\$ 12\.25$/ })
      .first(),
  ).toBeVisible()
  await expect(row.getByText('Line of the file').first()).toBeVisible()
  const whole = row.getByRole('definition').filter({ hasText: description.slice(0, 280) })
  await expect(whole).toBeHidden()
  await row.getByText('Whole text').click()
  await expect(whole).toBeVisible()
  if (isMobile) return
  for (const title of ['Date', 'User', 'Activity']) {
    const box = await page.getByRole('columnheader', { name: title }).boundingBox()
    expect(box?.width, title).toBeGreaterThan(130)
  }
})
