import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { type Person, type Session, signIn } from './accounts.ts'
import { callApi } from './api.ts'
import { fillCart } from './cart.ts'

export const stockholmAddress = {
  firstName: 'Hannah',
  lastName: 'Lindqvist',
  country: 'Sweden',
  streetAddress: 'Skeppsbron 12',
  city: 'Stockholm',
  state: 'Stockholms län',
  zipCode: '111 30',
  phone: '+46 70 555 01 00',
  email: 'hannah@mail.example',
}

export async function saveAddress(
  request: APIRequestContext,
  session: Session,
  address = stockholmAddress,
): Promise<string> {
  const data = { id: session.userId, ...address }
  return (await callApi<{ addressId: string }>(request, session, '/addresses', { method: 'POST', data })).addressId
}

export const checkoutForm = (page: Page): Locator => page.getByRole('form', { name: 'Checkout' })

export const payButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Proceed to Payment with cash on delivery' })

/** Fills in the new-address fields of the checkout. */
export async function fillAddress(page: Page, country = 'Sweden'): Promise<void> {
  const form = checkoutForm(page)
  for (const [label, value] of [
    ['First name', 'Hannah'],
    ['Last name', 'Lindqvist'],
    ['Street', 'Skeppsbron 12'],
    ['Phone', '+46 70 555 01 00'],
    ['Email', 'hannah@mail.example'],
  ] as const)
    await form.getByLabel(label, { exact: true }).fill(value)
  const countryField = form.getByRole('combobox', { name: 'Country' })
  await countryField.fill(country)
  await page.getByRole('option', { name: country, exact: true }).click()
  await form.getByLabel('City', { exact: true }).fill('Stockholm')
  await form.getByLabel('County', { exact: true }).fill('Stockholms län')
  await form.getByLabel('Phone', { exact: true }).fill('+46 70 555 01 00')
}

export const addressOption = (page: Page, text: string): Locator =>
  checkoutForm(page).getByRole('radio', { name: new RegExp(text) })

/** Opens the checkout for a new customer and selects their saved address. */
export async function atCheckout(page: Page, quantity = 1): Promise<Person & Session> {
  const customer = await signIn(page)
  await fillCart(page.request, customer, { slug: 'citrine-point', quantity })
  await saveAddress(page.request, customer)
  await page.goto('/checkout')
  await addressOption(page, stockholmAddress.streetAddress).check()
  return customer
}

export const orderSummary = (page: Page): Locator => page.getByRole('complementary', { name: 'Your order' })
