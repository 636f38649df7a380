import { test } from './support/admin.ts'
import { enterAdminWithProduct } from './support/admin-products.ts'
import { bothWidthsInFull, expect } from './support/test.ts'

test('the stock of a product is corrected with a reason, shown in its history and undone', {
  tag: bothWidthsInFull,
}, async ({ page }) => {
  const { record } = await enterAdminWithProduct(page)
  await page.goto(`/admin/products/${record.productId}`)
  await page.getByRole('link', { name: 'Stock history' }).click()
  await expect(page.getByRole('heading', { name: `Stock of ${record.name}` })).toBeVisible()
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows.filter({ hasText: 'First stock' })).toContainText('+5')

  await page.getByRole('button', { name: `Correct stock of ${record.name}` }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Correct stock' })
  await dialog.getByLabel('New stock').fill('1,005')
  await expect(dialog.getByText('New stock (+1000)')).toBeVisible()
  await dialog.getByLabel('New stock').fill('4')
  await dialog.getByRole('button', { name: 'Correct stock' }).click()
  await expect(dialog.getByText('Please enter a reason.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('One broken')
  await dialog.getByRole('button', { name: 'Correct stock' }).click()
  await expect(dialog).toBeHidden()
  await expect(rows.filter({ hasText: 'One broken' })).toContainText('−1')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows.filter({ hasText: 'Undone' })).toContainText('+1')
})
