import { register, sessionOf } from './support/accounts.ts'
import { callApi, productOf } from './support/api.ts'
import { fillCart } from './support/cart.ts'
import {
  addressChoice,
  atCheckout,
  fillAddress,
  inStockholm,
  orderSummary,
  payButton,
  saveAddress,
} from './support/checkout.ts'
import { ordersOf, type PlacedOrder, placeOrder } from './support/orders.ts'
import { expect, hydrated, onlyInFull, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const checkout = '/checkout'
const myOrders = '/profile?tab=MyOrders'

test.describe('when the order call fails', () => {
  test.use({ mayComplain: true })

  test('shows that nothing was ordered, and tries again with the same key', async ({ page, request }) => {
    const session = await atCheckout(page)
    const words = 'The shop is resting for a moment. Nothing was ordered; please try again shortly.'
    const keys: (string | null)[] = []
    await page.route('**/api/order', async (route) => {
      keys.push(await route.request().headerValue('idempotency-key'))
      if (keys.length === 1) await route.fulfill({ status: 503, json: { message: words } })
      else await route.continue()
    })
    await expectToast(page, ['alert', words], () => payButton(page).click())
    await expect(orderSummary(page).getByText(words)).toBeVisible()
    await expect(addressChoice(page, inStockholm.streetAddress)).toBeChecked()
    await payButton(page).click()
    await expect(page).toHaveURL(myOrders)
    expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), keys[0]])
    expect(await ordersOf(request, session)).toHaveLength(1)
  })

  test('orders once where the first answer is lost', async ({ page, request }) => {
    const session = await atCheckout(page)
    let tries = 0
    await page.route('**/api/order', async (route) => {
      tries += 1
      if (tries > 1) return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await payButton(page).click()
    await expect(orderSummary(page).getByText('it will not be ordered twice')).toBeVisible()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await payButton(page).click()
    await expect(page).toHaveURL(myOrders)
    expect(await ordersOf(request, session)).toHaveLength(1)
  })

  test('saves the address once, however often the order is tried', { tag: onlyInFull }, async ({
    page,
    request,
    customer,
  }) => {
    await fillCart(request, customer, { slug: 'citrine-point' })
    await page.goto(checkout)
    await fillAddress(page)
    let tries = 0
    await page.route('**/api/order', async (route) => {
      tries += 1
      if (tries > 1) return route.continue()
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

  test('shows the specified sentence for an answer without a message', { tag: onlyInFull }, async ({ page }) => {
    await atCheckout(page)
    await page.route('**/api/order', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }))
    await expectToast(page, ['alert', 'Error creating order'], () => payButton(page).click())
  })
})

test.describe('what changed meanwhile', () => {
  test.use({ refusals: ['/api/order', '/api/ShoppingCart'] })

  test('shows a changed price, and orders at the new total', async ({ page, request, customer }) => {
    await fillCart(request, customer, { slug: 'citrine-point' })
    await saveAddress(request, customer)
    let isOld = true
    await page.route('**/api/ShoppingCart/userId/*', async (route) => {
      const answer = await route.fetch()
      const cart = await answer.json()
      if (isOld) cart.cartItems[0].unitPriceInUSD = 20
      await route.fulfill({ json: cart })
    })
    await page.goto(checkout)
    await expect(orderSummary(page)).toContainText('$ 60')
    await addressChoice(page, inStockholm.streetAddress).check()
    await hydrated(page)
    isOld = false
    await expectToast(page, ['alert', 'Prices have changed: the total is now $ 64. Nothing was ordered.'], () =>
      payButton(page).click(),
    )
    await expect(orderSummary(page)).toContainText('Total$ 64')
    expect(await ordersOf(request, customer)).toEqual([])
    await payButton(page).click()
    await expect(page).toHaveURL(myOrders)
  })

  test('shows a changed shipping fee, and orders at the new total', { tag: onlyInFull }, async ({
    page,
    request,
    customer,
  }) => {
    await fillCart(request, customer, { slug: 'citrine-point' })
    await saveAddress(request, customer)
    // A page that was opened before the owner raised the fee; its changed script would not pass the policy.
    await page.route(/\/checkout$/, async (route) => {
      const answer = await route.fetch()
      const { 'content-security-policy': _, ...headers } = answer.headers()
      const aged = (await answer.text()).replace(/npr\\",10000,\\"usd\\",4000/, 'npr\\",8000,\\"usd\\",3000')
      await route.fulfill({ response: answer, headers, body: aged })
    })
    await page.goto(checkout)
    await expect(orderSummary(page)).toContainText(/Shipping\$ 30.*Total\$ 54/s)
    await addressChoice(page, inStockholm.streetAddress).check()
    await hydrated(page)
    await expectToast(page, ['alert', 'Prices have changed: the total is now $ 64. Nothing was ordered.'], () =>
      payButton(page).click(),
    )
    await expect(orderSummary(page)).toContainText(/Shipping\$ 40.*Total\$ 64/s)
    await expect(addressChoice(page, inStockholm.streetAddress)).toBeChecked()
    await payButton(page).click()
    await expect(page).toHaveURL(myOrders)
  })

  test('names a product that somebody else has bought, and orders nothing', async ({ page, request, customer }) => {
    const { stockQuantity, name } = await productOf(request, 'blue-green-beryl')
    await fillCart(request, customer, { slug: 'blue-green-beryl', quantity: stockQuantity }, { slug: 'citrine-point' })
    await saveAddress(request, customer)
    await page.goto(checkout)
    await addressChoice(page, inStockholm.streetAddress).check()
    const other = await sessionOf(request, await register(request))
    const { orderId } = await placeOrder(request, other, { slug: 'blue-green-beryl' })
    await expectToast(page, ['alert', `${name} is not in stock in this quantity. Nothing was ordered.`], () =>
      payButton(page).click(),
    )
    await expect(orderSummary(page)).toContainText(`Only ${stockQuantity - 1} are left.`)
    await expect(payButton(page)).toHaveCount(0)
    await orderSummary(page).getByRole('link', { name: 'Change the bag' }).click()
    await expect(page).toHaveURL('/shopping-bag')
    expect(await ordersOf(request, customer)).toEqual([])
    await callApi<PlacedOrder>(request, other, `/order/${orderId}/cancel`, { method: 'POST' })
  })
})
