import { signIn } from './support/accounts.ts'
import { fillNewAddress } from './support/address-form.ts'
import { fetchProduct } from './support/api.ts'
import { fetchCart, fillCart } from './support/cart.ts'
import {
  addressOption,
  atCheckout,
  checkoutForm,
  fillAddress,
  orderSummary,
  payButton,
  saveAddress,
  stockholmAddress,
} from './support/checkout.ts'
import { fetchOrders } from './support/orders.ts'
import { expect, onlyInFull, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const checkout = '/checkout'
const myOrders = '/profile?tab=MyOrders'

test.describe('shows “Cart is empty”', () => {
  test('for an empty cart', async ({ page }) => {
    await signIn(page)
    await page.goto(checkout)
    await expect(page.getByRole('main').getByText('Cart is empty')).toBeVisible()
    await expect(payButton(page)).toHaveCount(0)
  })

  test('for a visitor, with a link to the login', async ({ page }) => {
    await page.goto(checkout)
    await expect(page.getByRole('main').getByText('Cart is empty')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toHaveAttribute(
      'href',
      '/login?returnTo=%2Fcheckout',
    )
  })
})

test('shows the products, the shipping fee, the total and the payment method', async ({ page }) => {
  await atCheckout(page, 2)
  await expect(orderSummary(page)).toContainText(/Citrine Point.*\$ 48/s)
  await expect(orderSummary(page).getByRole('group', { name: 'Quantity of Citrine Point' })).toContainText('2')
  await expect(orderSummary(page)).toContainText(/Subtotal\$ 48.*Shipping\$ 40.*Total\$ 88/s)
  await expect(orderSummary(page)).toContainText('Payment by local wallet is not yet available.')
  await expect(payButton(page)).toBeVisible()
})

test.describe('without an address', () => {
  test('requires only the required fields', async ({ page, request, customer }) => {
    await fillCart(request, customer, { slug: 'citrine-point' })
    await page.goto(checkout)
    const form = checkoutForm(page)
    for (const name of ['First name', 'Last name', 'Phone', 'Email'])
      await form.getByLabel(name, { exact: true }).fill('')
    await expectToast(page, ['alert', 'Please fill out all required fields.'], () => payButton(page).click())
    const invalidFields = form.locator('[aria-invalid="true"]')
    await expect(invalidFields).toHaveCount(8)
    await expect(form.getByLabel('First name')).toBeFocused()
    for (const name of ['Company (optional)', 'Postal code (optional)', 'Order notes (optional)'])
      await expect(form.getByLabel(name)).toHaveAttribute('aria-invalid', 'false')
    await fillAddress(page)
    await expect(invalidFields).toHaveCount(0)
    await payButton(page).click()
    await expect(page).toHaveURL(myOrders)
    expect(await fetchOrders(request, customer)).toMatchObject([
      { currency: 'USD', address: { city: 'Stockholm', company: '' } },
    ])
  })

  test('keeps the input after a reload and after leaving the page', async ({ page, request, customer }) => {
    await fillCart(request, customer, { slug: 'citrine-point' })
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
    expect(await fetchOrders(request, customer)).toMatchObject([{ note: 'Please ring twice.' }])
  })
})

test('requires a selected address and orders to it in rupees', async ({ page, request }) => {
  const session = await signIn(page, 'NPR')
  const { price } = await fetchProduct(request, 'citrine-point')
  await fillCart(request, session, { slug: 'citrine-point' })
  await saveAddress(request, session)
  await saveAddress(request, session, { ...stockholmAddress, streetAddress: 'Kungsgatan 4' })
  await page.goto(checkout)
  const radios = checkoutForm(page).getByRole('radio')
  await expect(radios).toHaveCount(3)
  for (const radio of await radios.all()) await expect(radio).not.toBeChecked()
  await expectToast(page, ['alert', 'Please select an address'], () => payButton(page).click())
  await expect(page).toHaveURL(checkout)
  await addressOption(page, 'Kungsgatan 4').check()
  await expect(orderSummary(page)).toContainText(`Rs ${(price + 100).toLocaleString('en-IN')}`)
  await expectToast(page, ['status', 'Order created successfully!'], () => payButton(page).click())
  await expect(page).toHaveURL(myOrders)
  expect(await fetchOrders(request, session)).toMatchObject([
    { currency: 'NPR', shippingFee: 100, address: { streetAddress: 'Kungsgatan 4' } },
  ])
  expect((await fetchCart(request, session)).cartItems).toEqual([])
  expect(await page.evaluate((key) => localStorage.getItem(key), `cart:${session.userId}`)).toBeNull()
})

test('keeps the new-address input while a saved address is selected', { tag: onlyInFull }, async ({ page }) => {
  await atCheckout(page)
  const street = checkoutForm(page).getByLabel('Street')
  await addressOption(page, 'Another address').check()
  await fillAddress(page)
  await street.fill('Kungsgatan 4')
  await addressOption(page, stockholmAddress.streetAddress).check()
  await expect(street).toHaveCount(0)
  await addressOption(page, 'Another address').check()
  await expect(street).toHaveValue('Kungsgatan 4')
  await expect(checkoutForm(page).getByRole('combobox', { name: 'Country' })).toHaveValue('Sweden')
  await expect(checkoutForm(page).getByLabel('City')).toHaveValue('Stockholm')
})

test.describe('a full address book', { tag: onlyInFull }, () => {
  test.use({ expectedFailures: ['/api/addresses'] })

  test('shows a message with a link to the addresses and keeps the input', async ({ page, request }) => {
    const session = await atCheckout(page)
    for (let number = 2; number <= 20; number += 1)
      await saveAddress(request, session, { ...stockholmAddress, streetAddress: `Kungsgatan ${number}` })
    await addressOption(page, 'Another address').check()
    await fillAddress(page)
    const fullMessage = 'An account can hold 20 addresses. Please delete one first.'
    await expectToast(page, ['alert', fullMessage], () => payButton(page).click())
    await expect(orderSummary(page)).toContainText(fullMessage)
    await orderSummary(page).getByRole('link', { name: 'See your addresses' }).click()
    await expect(page.getByRole('list', { name: 'Addresses' }).getByRole('listitem')).toHaveCount(20)
    await page.getByRole('button', { name: 'Add address' }).click()
    await fillNewAddress(page)
    await expectToast(page, ['alert', fullMessage], () => page.getByRole('button', { name: 'Save address' }).click())
    await page.goBack()
    await addressOption(page, 'Another address').check()
    await expect(checkoutForm(page).getByLabel('Street')).toHaveValue('Skeppsbron 12')
  })
})

test('a double click creates one order', async ({ page, request }) => {
  const session = await atCheckout(page)
  const release = Promise.withResolvers<void>()
  let calls = 0
  await page.route('**/api/order', async (route) => {
    calls += 1
    await release.promise
    await route.continue()
  })
  await payButton(page).dblclick()
  await expect(payButton(page)).toBeDisabled()
  release.resolve()
  await expect(page).toHaveURL(myOrders)
  expect(calls).toBe(1)
  expect(await fetchOrders(request, session)).toHaveLength(1)
})
