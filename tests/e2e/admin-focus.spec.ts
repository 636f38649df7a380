import type { Page } from '@playwright/test'
import { createSession, register } from './support/accounts.ts'
import { heading, test } from './support/admin.ts'
import { enterAdminWithProduct } from './support/admin-products.ts'
import { placeOrder } from './support/orders.ts'
import { expect, onlyInFull } from './support/test.ts'

const focused = (page: Page) => page.locator('*:focus')

test('the focus stays at the button of an action, or moves to the heading when the button is gone', async ({
  page,
}) => {
  const { record } = await enterAdminWithProduct(page)
  const session = await createSession(page.request, await register(page.request))
  const { orderId, orderNumber } = await placeOrder(page.request, session, { slug: record.slug })
  await page.goto(`/admin/orders/${orderId}`)
  const unanswered = page.getByRole('button', { name: 'Log unanswered call' })
  await unanswered.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 unanswered call so far.')).toBeVisible()
  await expect(unanswered).toBeFocused()
  const confirm = page.getByRole('button', { name: 'Mark as confirmed' })
  await confirm.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Mark as shipped' })).toBeVisible()
  await expect(heading(page, `Order ${orderNumber}`)).toBeFocused()
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.focus()
  await page.keyboard.press('Enter')
  await expect(confirm).toBeVisible()
  await expect(heading(page, `Order ${orderNumber}`)).toBeFocused()

  await page.getByLabel('Internal note').fill('Speaks Swedish.')
  await page.getByRole('button', { name: 'Add note' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Speaks Swedish.', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add note' })).toBeFocused()
})

test('the focus moves to what follows a removed control, and to the heading of a new page', {
  tag: onlyInFull,
}, async ({ page }) => {
  const { record } = await enterAdminWithProduct(page)
  await page.goto(`/admin/products/${record.productId}`)
  await page.getByRole('button', { name: 'Archive product' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive product' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Unarchive product' })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(focused(page)).toHaveText(/product/)

  for (let count = 0; count < 2; count++) await page.getByRole('button', { name: 'Add variant' }).click()
  await page.getByRole('button', { name: 'Remove variant 1' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Variants' }).locator('*:focus')).toHaveCount(1)

  await page.goto('/admin/quotes')
  await page.getByRole('link', { name: 'Create quote' }).focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Create quote')).toBeFocused()
})

test.describe('a rejected form', () => {
  test.use({ expectedFailures: ['/api/admin/products'] })

  test('an error vanishes when it is mended', async ({ page }) => {
    await enterAdminWithProduct(page)
    await page.goto('/admin/products/new')
    await page.getByLabel('Price (USD)', { exact: true }).fill('cheap')
    await page.getByRole('button', { name: 'Add product' }).click()
    const name = page.getByLabel('Name', { exact: true })
    const price = page.getByLabel('Price (USD)', { exact: true })
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await expect(price).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('alert')).toHaveCount(0)
    await name.fill('Agate')
    await expect(name).not.toHaveAttribute('aria-invalid', 'true')
    await price.fill('cheaper')
    await expect(price).toHaveAttribute('aria-invalid', 'true')
    await price.fill('9')
    await expect(price).not.toHaveAttribute('aria-invalid', 'true')
  })
})
