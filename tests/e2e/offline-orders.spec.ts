import { fetchCart } from './support/cart.ts'
import { atCheckout, orderSummary, payButton } from './support/checkout.ts'
import { offlineNotice, waitUntilStored, withServiceWorker } from './support/offline.ts'
import { fetchOrders } from './support/orders.ts'
import { product } from './support/paths.ts'
import { bothWidths, expect, test, waitForHydration } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.use(withServiceWorker)

test('no order is made without a connection, then or when it is back', { tag: bothWidths }, async ({
  page,
  context,
  request,
}) => {
  const session = await atCheckout(page)
  await context.setOffline(true)
  await expect(offlineNotice(page)).toHaveText('You are offline.')
  await payButton(page).click()
  await expect(orderSummary(page).getByText('The shop could not be reached')).toBeVisible()
  await context.setOffline(false)
  await expect(offlineNotice(page)).toHaveCount(0)
  expect(await fetchOrders(request, session)).toEqual([])
  await payButton(page).click()
  await expect(page).toHaveURL('/profile?tab=MyOrders')
  expect(await fetchOrders(request, session)).toHaveLength(1)
})

test('a product cannot be added to the bag without a connection', async ({ page, context, customer, request }) => {
  const path = product('crystal', 'citrine-point')
  await page.goto(path)
  await waitUntilStored(page, path)
  await waitForHydration(page)
  await context.setOffline(true)
  await expectToast(page, ['alert', 'Failed to add product to cart'], () =>
    page.getByRole('main').getByRole('button', { name: 'Add to Bag', exact: true }).first().click(),
  )
  await context.setOffline(false)
  await expect(offlineNotice(page)).toHaveCount(0)
  expect((await fetchCart(request, customer)).cartItems).toEqual([])
})
