import type { Page } from '@playwright/test'
import { type Session, signIn } from './support/accounts.ts'
import { deliverOrder, placeOrder } from './support/orders.ts'
import { overlayButton } from './support/overlays.ts'
import { expect, onlyInFull, test } from './support/test.ts'

const invoice = (page: Page) => page.getByRole('article')

async function openInvoice(page: Page, customer: Session): Promise<void> {
  const { orderId, orderNumber } = await placeOrder(page.request, customer, { slug: 'citrine-point' })
  await page.goto(`/profile/orders/${orderId}/invoice`)
  await expect(
    invoice(page).getByRole('heading', { level: 1, name: `Order confirmation ${orderNumber}` }),
  ).toBeVisible()
}

test('an order links to its confirmation with number, date, seller, buyer, lines and totals', async ({
  page,
  request,
  customer,
}) => {
  const { orderNumber } = await placeOrder(request, customer, { slug: 'citrine-point', quantity: 2 })
  await page.goto(`/profile?tab=MyOrders&order=${orderNumber}`)
  await page
    .getByRole('complementary', { name: 'Order details' })
    .getByRole('link', { name: 'Order confirmation' })
    .click()
  await expect(
    invoice(page).getByRole('heading', { level: 1, name: `Order confirmation ${orderNumber}` }),
  ).toBeVisible()
  const today = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
  await expect(invoice(page)).toContainText(today)
  await expect(invoice(page)).toContainText(/Seller\s*ALPINE/)
  await expect(invoice(page)).toContainText(/Buyer\s*Hannah Lindqvist/)
  await expect(invoice(page).getByRole('row', { name: /Citrine Point/ })).toContainText(/2.*\$ 24.*\$ 48/)
  await expect(invoice(page).getByRole('row', { name: /Total in USD/ })).toContainText('$ 88')
})

test('a shipped order links to its invoice, which has a number of its own', async ({ page, request, customer }) => {
  const { orderId, orderNumber } = await placeOrder(request, customer, { slug: 'citrine-point', quantity: 2 })
  await deliverOrder(request, orderId)
  await page.goto(`/profile?tab=MyOrders&order=${orderNumber}`)
  await page.getByRole('complementary', { name: 'Order details' }).getByRole('link', { name: 'Invoice' }).click()
  await expect(invoice(page).getByRole('heading', { level: 1, name: /^Invoice INV \d{4}\/\d\d-\d{5}$/ })).toBeVisible()
  await expect(invoice(page)).toContainText(`Order ${orderNumber}`)
  await expect(invoice(page)).toContainText(/Buyer\s*Hannah Lindqvist/)
  await expect(invoice(page).getByRole('row', { name: /Citrine Point/ })).toContainText(/2.*\$ 24.*\$ 48/)
  await expect(invoice(page).getByRole('row', { name: /Total in USD/ })).toContainText('$ 88')
})

test('a printed invoice has no header, footer or button', async ({ page, customer }) => {
  await openInvoice(page, customer)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(invoice(page)).toBeVisible()
})

test('Logout closes an invoice', { tag: onlyInFull }, async ({ page, customer }) => {
  await openInvoice(page, customer)
  await overlayButton(page, 'Account').click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login\?returnTo=/)
  await expect(invoice(page)).toHaveCount(0)
})

test.describe('an invoice of another customer', () => {
  test.use({ expectedFailures: ['/api/order'] })

  test('is not found', { tag: onlyInFull }, async ({ page }) => {
    await signIn(page)
    await page.goto('/profile/orders/01900000-0000-7000-8000-000000000001/invoice')
    await expect(page.getByRole('heading', { level: 1, name: 'We could not find this invoice' })).toBeVisible()
  })
})
