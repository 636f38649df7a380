import type { APIRequestContext, Page } from '@playwright/test'
import type { Currency } from '#shared/money.ts'
import { createSession, type Person, register } from '../accounts.ts'
import { heading } from '../admin.ts'
import { callApi } from '../api.ts'
import { fillCart } from '../cart.ts'
import { saveAddress } from '../checkout.ts'
import { expect } from '../expect.ts'
import { expectToast } from '../toasts.ts'
import { openOrder, type Sale, shownOrder } from './actions.ts'
import type { OwnerDay } from './shop.ts'

/** The ways in which the shop sells, and the work before a parcel is shipped. */

export const stone = { name: 'Tumbled Stone Mix', slug: 'tumbled-stone-mix' }
export const couriers = { first: 'Everest Riders', second: 'Tashi Cargo' }

export async function placeOnline(
  request: APIRequestContext,
  person: Person,
  currency: Currency,
  quantity: number,
  code?: string,
): Promise<Sale> {
  const customer = await createSession(request, person)
  const { shoppingCartId } = await fillCart(request, customer, { slug: stone.slug, quantity })
  if (code) await callApi(request, customer, '/ShoppingCart/DiscountCode', { method: 'PUT', data: { code } })
  const addressId = await saveAddress(request, customer)
  const data = { shoppingCartId, addressId, method: 0, currency }
  return callApi<Sale>(request, customer, '/order', { method: 'POST', data })
}

export async function createCode(page: Page, code: string): Promise<void> {
  await page.goto('/admin/discounts/new')
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByLabel('Percentage (1–100)').fill('15')
  await expectToast(page, ['status', 'Discount saved'], () =>
    page.getByRole('button', { name: 'Save discount' }).click(),
  )
}

export async function addCouriers(page: Page): Promise<void> {
  await page.goto('/admin/settings/couriers')
  const form = page.getByRole('form', { name: 'Add courier' })
  for (const name of Object.values(couriers)) {
    await form.getByLabel('Name').fill(name)
    await expectToast(page, ['status', `${name} added`], () =>
      form.getByRole('button', { name: 'Add courier' }).click(),
    )
  }
}

export async function confirmTogether(page: Page, sales: Sale[]): Promise<void> {
  await page.goto('/admin/orders?status=Pending')
  for (const { orderNumber } of sales) await page.getByRole('checkbox', { name: `Select ${orderNumber}` }).check()
  await page.getByRole('button', { name: `Confirm ${sales.length} orders` }).click()
  await expect(page.getByText(`${sales.length} orders marked as confirmed`)).toBeVisible()
}

export async function changeQuantity(page: Page, sale: Sale): Promise<void> {
  await openOrder(page, sale)
  await page.getByRole('link', { name: 'Edit order' }).click()
  await page.getByRole('button', { name: /^Increase quantity of/ }).click()
  await page.getByLabel('Reason for the change').fill('The customer called')
  await page.getByRole('button', { name: 'Save order' }).click()
  await expect(heading(page, `Order ${sale.orderNumber}`)).toBeVisible()
}

async function chooseProduct(page: Page): Promise<void> {
  await page.getByLabel('Add product').fill(stone.name)
  await page.getByRole('listbox', { name: 'Matching products' }).getByRole('option', { name: stone.name }).click()
  await page.getByRole('combobox', { name: `Variant of ${stone.name}` }).selectOption({ index: 1 })
}

export async function enterPhoneOrder(page: Page): Promise<Sale> {
  await page.goto('/admin/orders/new')
  const form = page.getByRole('form', { name: 'New order' })
  await chooseProduct(page)
  await form.getByLabel('First name').fill('Om')
  await form.getByLabel('Last name').fill('Thapa')
  await form.getByLabel('Street').fill('Mangal Bazaar 9')
  await form.getByLabel('Province').selectOption('Bagmati')
  await form.getByLabel('City or district').fill('Lalitpur')
  await page.keyboard.press('Escape')
  await form.getByRole('textbox', { name: 'Phone' }).fill('+977 981-3333333')
  await form.getByLabel('Discount (NPR)').fill('150')
  await form.getByRole('button', { name: 'Create order' }).click()
  return shownOrder(page)
}

export async function sellOverCounter(page: Page): Promise<Sale> {
  await page.goto('/admin/orders/new')
  const form = page.getByRole('form', { name: 'New order' })
  await form.getByRole('radio', { name: 'Counter' }).check()
  await chooseProduct(page)
  await form.getByRole('button', { name: 'Complete sale' }).click()
  return shownOrder(page)
}

/** The customer accepts through the link of the email. */
export async function sellByQuote({ page, request }: OwnerDay): Promise<Sale> {
  await page.goto('/admin/quotes/new')
  await page.getByLabel('Name', { exact: true }).fill('Hotel Annapurna')
  await page.getByLabel('Email').fill('hotel@mail.example')
  await page.getByLabel('Add product').fill(stone.name)
  await page.getByRole('listbox', { name: 'Matching products' }).getByRole('option').first().click()
  await page.getByLabel('Quantity', { exact: true }).fill('20')
  await page.getByLabel('USD per item').fill('9')
  await page.getByLabel('NPR per item').fill('1200')
  await page.getByLabel('Deposit (USD)').fill('60')
  await page.getByLabel('Deposit (NPR)').fill('8000')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('button', { name: 'Send quote' }).click()
  const link = (await page.getByRole('link', { name: 'View as customer' }).getAttribute('href')) ?? ''
  const hotel = await createSession(request, await register(request))
  const addressId = await saveAddress(request, hotel)
  const { version } = await callApi<{ version: number }>(request, hotel, link)
  const data = { addressId, version, currency: 'USD' }
  await callApi(request, hotel, `${link}/accept`, { method: 'POST', data })
  await page.reload()
  await page.getByRole('link', { name: 'View order' }).click()
  return shownOrder(page)
}
