import { placeOrder } from './support/orders.ts'
import { bothWidthsInFull, expect, onlyInFull, test, waitForHydration } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// Chromium logs every failed request.
test.use({ allowConsoleErrors: true })

test('a connection lost while an order is canceled keeps the page and says what is unknown', {
  tag: bothWidthsInFull,
}, async ({ page, customer }) => {
  const { orderNumber } = await placeOrder(page.request, customer, { slug: 'tumbled-stone-mix' })
  await page.goto(`/profile?tab=MyOrders&order=${orderNumber}`)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Cancel order' }).click()
  let isCut = false
  await page.route('**/api/order/**', async (route) => {
    if (!isCut) await route.fetch()
    isCut = true
    await route.abort()
  })
  const unknown = 'The connection was lost. We do not know whether your order was canceled. Reload the page to see.'
  await expectToast(page, ['alert', unknown], () =>
    page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click(),
  )
  await expect(page.getByRole('heading', { name: `Order ${orderNumber}` })).toBeVisible()
  await page.unroute('**/api/order/**')
  await page.reload()
  await expect(page.getByText('Canceled by you').first()).toBeVisible()
})

test('a connection lost while the profile is saved keeps the typed text', { tag: onlyInFull }, async ({
  page,
  customer,
}) => {
  await page.goto('/profile?tab=AccountSettings')
  await waitForHydration(page)
  const name = page.getByLabel('Full name')
  await name.fill(`${customer.firstName} Typed`)
  await page.route('**/api/userdetails/*', (route) => route.abort())
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(Save|Update)/ })
    .first()
    .click()
  await expect(page.getByRole('alert').filter({ hasText: 'could not be reached' }).first()).toBeVisible()
  await expect(name).toHaveValue(`${customer.firstName} Typed`)
})
