import { createSession, register } from './support/accounts.ts'
import { callApi, fetchProduct } from './support/api.ts'
import { fillCart } from './support/cart.ts'
import {
  addressOption,
  atCheckout,
  fillAddress,
  orderSummary,
  payButton,
  saveAddress,
  stockholmAddress,
} from './support/checkout.ts'
import { fetchOrders, type PlacedOrder, placeOrder } from './support/orders.ts'
import { expect, onlyInFull, test, waitForHydration } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const checkout = '/checkout'
const myOrders = '/profile?tab=MyOrders'

test.describe('when the order call fails', () => {
  test.use({ allowConsoleErrors: true })

  test('shows that nothing was ordered and retries with the same key', async ({ page, request }) => {
    const session = await atCheckout(page)
    const message = 'The shop is temporarily unavailable. Nothing was ordered; please try again shortly.'
    const keys: (string | null)[] = []
    await page.route('**/api/order', async (route) => {
      keys.push(await route.request().headerValue('idempotency-key'))
      if (keys.length === 1) await route.fulfill({ status: 503, json: { message: message } })
      else await route.continue()
    })
    await expectToast(page, ['alert', message], () => payButton(page).click())
    await expect(orderSummary(page).getByText(message)).toBeVisible()
    await expect(addressOption(page, stockholmAddress.streetAddress)).toBeChecked()
    await payButton(page).click()
    await expect(page).toHaveURL(myOrders)
    expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), keys[0]])
    expect(await fetchOrders(request, session)).toHaveLength(1)
  })

  test('creates one order when the first response is lost', async ({ page, request }) => {
    const session = await atCheckout(page)
    let attempts = 0
    await page.route('**/api/order', async (route) => {
      attempts += 1
      if (attempts > 1) return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await payButton(page).click()
    await expect(orderSummary(page).getByText('it will not be ordered twice')).toBeVisible()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await payButton(page).click()
    await expect(page).toHaveURL(myOrders)
    expect(await fetchOrders(request, session)).toHaveLength(1)
  })

  test('saves the address once when the order is retried', { tag: onlyInFull }, async ({ page, request, customer }) => {
    await fillCart(request, customer, { slug: 'citrine-point' })
    await page.goto(checkout)
    await fillAddress(page)
    let attempts = 0
    await page.route('**/api/order', async (route) => {
      attempts += 1
      if (attempts > 1) return route.continue()
      await route.fulfill({ status: 503, json: { message: 'Resting. Nothing was ordered.' } })
    })
    await payButton(page).click()
    await expect(orderSummary(page).getByText('Resting. Nothing was ordered.')).toBeVisible()
    await payButton(page).click()
    await expect(page).toHaveURL(myOrders)
    expect(await callApi<unknown[]>(request, customer, `/addresses/user/${customer.userId}/alladdresses`)).toHaveLength(
      1,
    )
  })

  test('shows the specified sentence for a response without a message', { tag: onlyInFull }, async ({ page }) => {
    await atCheckout(page)
    await page.route('**/api/order', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }))
    await expectToast(page, ['alert', 'Error creating order'], () => payButton(page).click())
  })
})

test.describe('changes during the checkout', () => {
  test.use({ expectedFailures: ['/api/order', '/api/ShoppingCart'] })

  test('show a changed price, and the order uses the new total', async ({ page, request, customer }) => {
    await fillCart(request, customer, { slug: 'citrine-point' })
    await saveAddress(request, customer)
    let isOldPrice = true
    await page.route('**/api/ShoppingCart/userId/*', async (route) => {
      const response = await route.fetch()
      const cart = await response.json()
      if (isOldPrice) cart.cartItems[0].unitPriceInUSD = 20
      await route.fulfill({ json: cart })
    })
    await page.goto(checkout)
    await expect(orderSummary(page)).toContainText('$ 60')
    await addressOption(page, stockholmAddress.streetAddress).check()
    await waitForHydration(page)
    isOldPrice = false
    await expectToast(page, ['alert', 'Prices have changed: the total is now $ 64. Nothing was ordered.'], () =>
      payButton(page).click(),
    )
    await expect(orderSummary(page)).toContainText('Total$ 64')
    expect(await fetchOrders(request, customer)).toEqual([])
    await payButton(page).click()
    await expect(page).toHaveURL(myOrders)
  })

  test('show a changed shipping fee, and the order uses the new total', { tag: onlyInFull }, async ({
    page,
    request,
    customer,
  }) => {
    await fillCart(request, customer, { slug: 'citrine-point' })
    await saveAddress(request, customer)
    // Simulates a page loaded before the owner raised the fee; without its policy the changed inline script can run.
    await page.route(/\/checkout$/, async (route) => {
      const response = await route.fetch()
      const { 'content-security-policy': _, ...headers } = response.headers()
      const oldHtml = (await response.text()).replace(/npr\\",10000,\\"usd\\",4000/, 'npr\\",8000,\\"usd\\",3000')
      await route.fulfill({ response, headers, body: oldHtml })
    })
    await page.goto(checkout)
    await expect(orderSummary(page)).toContainText(/Shipping\$ 30.*Total\$ 54/s)
    await addressOption(page, stockholmAddress.streetAddress).check()
    await waitForHydration(page)
    await expectToast(page, ['alert', 'Prices have changed: the total is now $ 64. Nothing was ordered.'], () =>
      payButton(page).click(),
    )
    await expect(orderSummary(page)).toContainText(/Shipping\$ 40.*Total\$ 64/s)
    await expect(addressOption(page, stockholmAddress.streetAddress)).toBeChecked()
    await payButton(page).click()
    await expect(page).toHaveURL(myOrders)
  })

  test('name a product that another customer has bought, and nothing is ordered', async ({
    page,
    request,
    customer,
  }) => {
    const { stockQuantity, name } = await fetchProduct(request, 'blue-green-beryl')
    await fillCart(request, customer, { slug: 'blue-green-beryl', quantity: stockQuantity }, { slug: 'citrine-point' })
    await saveAddress(request, customer)
    await page.goto(checkout)
    await addressOption(page, stockholmAddress.streetAddress).check()
    const other = await createSession(request, await register(request))
    const { orderId } = await placeOrder(request, other, { slug: 'blue-green-beryl' })
    await expectToast(page, ['alert', `${name} is not in stock in this quantity. Nothing was ordered.`], () =>
      payButton(page).click(),
    )
    await expect(orderSummary(page)).toContainText(`Only ${stockQuantity - 1} are left.`)
    await expect(payButton(page)).toHaveCount(0)
    await orderSummary(page).getByRole('link', { name: 'Edit bag' }).click()
    await expect(page).toHaveURL('/shopping-bag')
    expect(await fetchOrders(request, customer)).toEqual([])
    await callApi<PlacedOrder>(request, other, `/order/${orderId}/cancel`, { method: 'POST' })
  })
})
