import type { Page } from '@playwright/test'
import { register, sessionOf } from './accounts-people.ts'
import {
  ask,
  bagOf,
  checkoutForm,
  fillAddress,
  fillBag,
  inStockholm,
  ordersOf,
  type PlacedOrder,
  payButton,
  placeOrder,
  productOf,
  saveAddress,
} from './buying.ts'
import { expectToast, signIn } from './frame-visit.ts'
import { fillNewAddress } from './profile-page.ts'
import { expect, hydrated, test } from './visit.ts'

const checkout = '/checkout'
const myOrders = '/profile?tab=MyOrders'
const summary = (page: Page) => page.getByRole('complementary', { name: 'Your order' })
const address = (page: Page, text: string) => checkoutForm(page).getByRole('radio', { name: new RegExp(text) })

/** A customer with one piece in the bag and one address, at the checkout. */
async function atCheckout(page: Page, quantity = 1) {
  const session = await signIn(page)
  await fillBag(page.request, session, { slug: 'citrine-point', quantity })
  await saveAddress(page.request, session)
  await page.goto(checkout)
  await address(page, inStockholm.streetAddress).check()
  return session
}

test.describe('nothing to check out', () => {
  test('an empty bag', async ({ page }) => {
    await signIn(page)
    await page.goto(checkout)
    await expect(page.getByRole('main').getByText('Cart is empty')).toBeVisible()
    await expect(payButton(page)).toHaveCount(0)
  })

  test('a visitor', async ({ page }) => {
    await page.goto(checkout)
    await expect(page.getByRole('main').getByText('Cart is empty')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toHaveAttribute(
      'href',
      '/login?returnTo=%2Fcheckout',
    )
  })
})

test('the summary adds shipping, and speaks of cash and of the wallet', async ({ page }) => {
  await atCheckout(page, 2)
  await expect(summary(page)).toContainText(/Citrine Point.*Quantity 2.*\$ 48/s)
  await expect(summary(page)).toContainText(/Subtotal\$ 48.*Shipping\$ 40.*Total\$ 88/s)
  await expect(summary(page)).toContainText('Payment by local wallet is not yet available.')
  await expect(payButton(page)).toBeVisible()
})

test.describe('without an address', () => {
  test('the required fields are asked for, the others are not', async ({ page, request }) => {
    const session = await signIn(page)
    await fillBag(request, session, { slug: 'citrine-point' })
    await page.goto(checkout)
    const form = checkoutForm(page)
    for (const name of ['First name', 'Last name', 'Phone', 'Email'])
      await form.getByLabel(name, { exact: true }).fill('')
    await expectToast(page, ['alert', 'Please fill out all required fields.'], () => payButton(page).click())
    const wrong = form.locator('[aria-invalid="true"]')
    await expect(wrong).toHaveCount(8)
    await expect(form.getByLabel('First name')).toBeFocused()
    for (const name of ['Company (optional)', 'Postal code (optional)', 'Order notes (optional)'])
      await expect(form.getByLabel(name)).toHaveAttribute('aria-invalid', 'false')
    await fillAddress(page)
    await expect(wrong).toHaveCount(0)
    await payButton(page).click()
    await expect(page).toHaveURL(myOrders)
    expect(await ordersOf(request, session)).toMatchObject([
      { currency: 'USD', address: { city: 'Stockholm', company: '' } },
    ])
  })

  test('what was typed is still there after a reload and a detour', async ({ page, request }) => {
    const session = await signIn(page)
    await fillBag(request, session, { slug: 'citrine-point' })
    await page.goto(checkout)
    await fillAddress(page)
    await checkoutForm(page).getByLabel('Order notes (optional)').fill('Please ring twice.')
    await checkoutForm(page).getByLabel('Street').focus()
    await page.reload()
    await expect(checkoutForm(page).getByLabel('Street')).toHaveValue('Skeppsbron 12')
    await expect(checkoutForm(page).getByRole('combobox', { name: 'Country' })).toHaveValue('Sweden')
    await page.goto('/shopping-bag')
    await page.goto(checkout)
    await expect(checkoutForm(page).getByLabel('City')).toHaveValue('Stockholm')
    await expect(checkoutForm(page).getByLabel('Order notes (optional)')).toHaveValue('Please ring twice.')
    await payButton(page).click()
    await expect(page).toHaveURL(myOrders)
    expect(await ordersOf(request, session)).toMatchObject([{ note: 'Please ring twice.' }])
  })
})

test('of saved addresses none is chosen beforehand, and one must be', async ({ page, request }) => {
  const session = await signIn(page, 'NPR')
  const { price } = await productOf(request, 'citrine-point')
  await fillBag(request, session, { slug: 'citrine-point' })
  await saveAddress(request, session)
  await saveAddress(request, session, { ...inStockholm, streetAddress: 'Kungsgatan 4' })
  await page.goto(checkout)
  const radios = checkoutForm(page).getByRole('radio')
  await expect(radios).toHaveCount(3)
  for (const radio of await radios.all()) await expect(radio).not.toBeChecked()
  await expectToast(page, ['alert', 'Please select an address'], () => payButton(page).click())
  await expect(page).toHaveURL(checkout)
  await address(page, 'Kungsgatan 4').check()
  await expect(summary(page)).toContainText(`Rs ${(price + 100).toLocaleString('en-IN')}`)
  await expectToast(page, ['status', 'Order created successfully!'], () => payButton(page).click())
  await expect(page).toHaveURL(myOrders)
  expect(await ordersOf(request, session)).toMatchObject([
    { currency: 'NPR', shippingFee: 100, address: { streetAddress: 'Kungsgatan 4' } },
  ])
  expect((await bagOf(request, session)).cartItems).toEqual([])
  expect(await page.evaluate((key) => localStorage.getItem(key), `cart:${session.userId}`)).toBeNull()
})

test('a look at a saved address takes nothing from the one being written', async ({ page }) => {
  await atCheckout(page)
  const street = checkoutForm(page).getByLabel('Street')
  await address(page, 'Another address').check()
  await fillAddress(page)
  await street.fill('Kungsgatan 4')
  await address(page, inStockholm.streetAddress).check()
  await expect(street).toHaveCount(0)
  await address(page, 'Another address').check()
  await expect(street).toHaveValue('Kungsgatan 4')
  await expect(checkoutForm(page).getByRole('combobox', { name: 'Country' })).toHaveValue('Sweden')
  await expect(checkoutForm(page).getByLabel('City')).toHaveValue('Stockholm')
})

test.describe('a full address book', () => {
  test.use({ refusals: ['/api/addresses'] })

  test('is said and can be opened; what was typed waits', async ({ page, request }) => {
    const session = await atCheckout(page)
    for (let number = 2; number <= 20; number += 1)
      await saveAddress(request, session, { ...inStockholm, streetAddress: `Kungsgatan ${number}` })
    await address(page, 'Another address').check()
    await fillAddress(page)
    const full = 'An account can hold 20 addresses. Please delete one first.'
    await expectToast(page, ['alert', full], () => payButton(page).click())
    await expect(summary(page)).toContainText(full)
    await summary(page).getByRole('link', { name: 'See your addresses' }).click()
    await expect(page.getByRole('list', { name: 'Addresses' }).getByRole('listitem')).toHaveCount(20)
    await page.getByRole('button', { name: 'Add an address' }).click()
    await fillNewAddress(page)
    await expectToast(page, ['alert', full], () => page.getByRole('button', { name: 'Save address' }).click())
    await page.goBack()
    await address(page, 'Another address').check()
    await expect(checkoutForm(page).getByLabel('Street')).toHaveValue('Skeppsbron 12')
  })
})

test('a double click makes one order', async ({ page, request }) => {
  const session = await atCheckout(page)
  const letGo = Promise.withResolvers<void>()
  let calls = 0
  await page.route('**/api/order', async (route) => {
    calls += 1
    await letGo.promise
    await route.continue()
  })
  await payButton(page).dblclick()
  await expect(payButton(page)).toBeDisabled()
  letGo.resolve()
  await expect(page).toHaveURL(myOrders)
  expect(calls).toBe(1)
  expect(await ordersOf(request, session)).toHaveLength(1)
})

test.describe('when the shop cannot be had', () => {
  test.use({ mayComplain: true })

  test('nothing was ordered, and the next try has the same key', async ({ page, request }) => {
    const session = await atCheckout(page)
    const words = 'The shop is resting for a moment. Nothing was ordered; please try again shortly.'
    const keys: (string | null)[] = []
    await page.route('**/api/order', async (route) => {
      keys.push(await route.request().headerValue('idempotency-key'))
      if (keys.length === 1) await route.fulfill({ status: 503, json: { message: words } })
      else await route.continue()
    })
    await expectToast(page, ['alert', words], () => payButton(page).click())
    await expect(summary(page).getByText(words)).toBeVisible()
    await expect(address(page, inStockholm.streetAddress)).toBeChecked()
    await payButton(page).click()
    await expect(page).toHaveURL(myOrders)
    expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), keys[0]])
    expect(await ordersOf(request, session)).toHaveLength(1)
  })

  test('an answer that is lost is asked for again, and nothing is ordered twice', async ({ page, request }) => {
    const session = await atCheckout(page)
    let tries = 0
    await page.route('**/api/order', async (route) => {
      tries += 1
      if (tries > 1) return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await payButton(page).click()
    await expect(summary(page).getByText('it will not be ordered twice')).toBeVisible()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await payButton(page).click()
    await expect(page).toHaveURL(myOrders)
    expect(await ordersOf(request, session)).toHaveLength(1)
  })

  test('two tries do not keep the address twice', async ({ page, request }) => {
    const session = await signIn(page)
    await fillBag(request, session, { slug: 'citrine-point' })
    await page.goto(checkout)
    await fillAddress(page)
    let tries = 0
    await page.route('**/api/order', async (route) => {
      tries += 1
      if (tries > 1) return route.continue()
      await route.fulfill({ status: 503, json: { message: 'Resting. Nothing was ordered.' } })
    })
    await payButton(page).click()
    await expect(summary(page).getByText('Resting. Nothing was ordered.')).toBeVisible()
    await payButton(page).click()
    await expect(page).toHaveURL(myOrders)
    expect(await ask<unknown[]>(request, session, `/addresses/user/${session.userId}/alladdresses`)).toHaveLength(1)
  })

  test('a failure without words has the specified ones', async ({ page }) => {
    await atCheckout(page)
    await page.route('**/api/order', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }))
    await expectToast(page, ['alert', 'Error creating order'], () => payButton(page).click())
  })
})

test.describe('what changed meanwhile', () => {
  test.use({ refusals: ['/api/order', '/api/ShoppingCart'] })

  test('another price is told, and the new total can be ordered', async ({ page, request }) => {
    const session = await signIn(page)
    await fillBag(request, session, { slug: 'citrine-point' })
    await saveAddress(request, session)
    let isOld = true
    await page.route('**/api/ShoppingCart/userId/*', async (route) => {
      const answer = await route.fetch()
      const cart = await answer.json()
      if (isOld) cart.cartItems[0].unitPriceInUSD = 20
      await route.fulfill({ json: cart })
    })
    await page.goto(checkout)
    await expect(summary(page)).toContainText('$ 60')
    await address(page, inStockholm.streetAddress).check()
    await hydrated(page)
    isOld = false
    await expectToast(page, ['alert', 'Prices have changed: the total is now $ 64. Nothing was ordered.'], () =>
      payButton(page).click(),
    )
    await expect(summary(page)).toContainText('Total$ 64')
    expect(await ordersOf(request, session)).toEqual([])
    await payButton(page).click()
    await expect(page).toHaveURL(myOrders)
  })

  test('another fee for shipping is told and shown, and can be ordered at once', async ({ page, request }) => {
    const session = await signIn(page)
    await fillBag(request, session, { slug: 'citrine-point' })
    await saveAddress(request, session)
    // A page that was opened before the owner raised the fee; its changed script would not pass the policy.
    await page.route(/\/checkout$/, async (route) => {
      const answer = await route.fetch()
      const { 'content-security-policy': _, ...headers } = answer.headers()
      const aged = (await answer.text()).replace(/npr\\",10000,\\"usd\\",4000/, 'npr\\",8000,\\"usd\\",3000')
      await route.fulfill({ response: answer, headers, body: aged })
    })
    await page.goto(checkout)
    await expect(summary(page)).toContainText(/Shipping\$ 30.*Total\$ 54/s)
    await address(page, inStockholm.streetAddress).check()
    await hydrated(page)
    await expectToast(page, ['alert', 'Prices have changed: the total is now $ 64. Nothing was ordered.'], () =>
      payButton(page).click(),
    )
    await expect(summary(page)).toContainText(/Shipping\$ 40.*Total\$ 64/s)
    await expect(address(page, inStockholm.streetAddress)).toBeChecked()
    await payButton(page).click()
    await expect(page).toHaveURL(myOrders)
  })

  test('what somebody else has bought is named, and nothing is ordered', async ({ page, request }) => {
    const session = await signIn(page)
    const { stockQuantity, name } = await productOf(request, 'blue-green-beryl')
    await fillBag(request, session, { slug: 'blue-green-beryl', quantity: stockQuantity }, { slug: 'citrine-point' })
    await saveAddress(request, session)
    await page.goto(checkout)
    await address(page, inStockholm.streetAddress).check()
    const other = await sessionOf(request, await register(request))
    const { orderId } = await placeOrder(request, other, { slug: 'blue-green-beryl' })
    await expectToast(page, ['alert', `${name} is not in stock in this quantity. Nothing was ordered.`], () =>
      payButton(page).click(),
    )
    await expect(summary(page)).toContainText(`Only ${stockQuantity - 1} are left.`)
    await expect(payButton(page)).toHaveCount(0)
    await summary(page).getByRole('link', { name: 'Change the bag' }).click()
    await expect(page).toHaveURL('/shopping-bag')
    expect(await ordersOf(request, session)).toEqual([])
    await ask<PlacedOrder>(request, other, `/order/${orderId}/cancel`, { method: 'POST' })
  })
})
