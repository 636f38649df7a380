import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import type { WireCart } from '#modules/cart/schema.ts'
import type { WireCard, WireProduct } from '#modules/catalog/schema.ts'
import type { Session } from './accounts-people.ts'
import { ownerSession } from './admin.ts'
import { open } from './frame-visit.ts'

type Call = { method?: string; data?: unknown; headers?: Record<string, string> }

/** What somebody asks of the API without a browser: another device, or another customer. */
export async function ask<Answer>(request: APIRequestContext, { token }: Session, path: string, call: Call = {}) {
  const headers = { Authorization: `Bearer ${token}`, ...call.headers }
  const answer = await request.fetch(`/api${path}`, { ...call, headers })
  expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true)
  return (await answer.json()) as Answer
}

export async function productOf(request: APIRequestContext, slug: string): Promise<WireProduct> {
  return (await (await request.get(`/api/product/${slug}`)).json()) as WireProduct
}

export type Wanted = { slug: string; quantity?: number; choice?: string }

/** Puts pieces into a bag from elsewhere; in the first choice in stock, unless another is asked for. */
export async function fillBag(request: APIRequestContext, session: Session, ...wanted: Wanted[]): Promise<WireCart> {
  let cart: WireCart | undefined
  for (const { slug, quantity = 1, choice } of wanted) {
    const { productId, attributes } = await productOf(request, slug)
    const inStock = attributes.filter(({ productQuantity }) => productQuantity > 0)
    const chosen = inStock.find(({ attributeValue }) => !choice || attributeValue === choice)
    const data = { productId, quantity, selectedAttributeId: chosen?.productAttributeId ?? null }
    cart = await ask<WireCart>(request, session, '/ShoppingCart/CartItem', { method: 'POST', data })
  }
  if (!cart) throw new Error('Nothing was put into the bag')
  return cart
}

export const bagOf = (request: APIRequestContext, session: Session) =>
  ask<WireCart>(request, session, `/ShoppingCart/userId/${session.userId}`)

export const inStockholm = {
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
  address = inStockholm,
): Promise<string> {
  const data = { id: session.userId, ...address }
  return (await ask<{ addressId: string }>(request, session, '/addresses', { method: 'POST', data })).addressId
}

export type PlacedOrder = { orderId: string; orderNumber: string; currency: string; orderItems: { quantity: number }[] }

export async function placeOrder(request: APIRequestContext, session: Session, ...wanted: Wanted[]) {
  const { shoppingCartId } = await fillBag(request, session, ...wanted)
  const addressId = await saveAddress(request, session)
  const data = { shoppingCartId, addressId, method: 0 }
  return ask<PlacedOrder>(request, session, '/order', { method: 'POST', data })
}

/** What the shop does with an order, from the telephone to the doorstep. */
export async function deliver(request: APIRequestContext, orderId: string, courier = 'Valley Riders'): Promise<void> {
  const { token } = await ownerSession(request)
  const headers = { Authorization: `Bearer ${token}` }
  for (const [from, to] of [
    ['Pending', 'Confirmed'],
    ['Confirmed', 'Shipped'],
    ['Shipped', 'Delivered'],
  ]) {
    const data = { from, to, courier }
    const answer = await request.post(`/api/admin/orders/${orderId}/moves`, { data, headers })
    expect(answer.status(), to).toBe(200)
  }
}

export const ordersOf = (request: APIRequestContext, session: Session) =>
  ask<PlacedOrder[]>(request, session, `/order/${session.userId}`)

/** What the other door says is for sale, as a list. */
export async function cardsOf(request: APIRequestContext, call: string): Promise<WireCard[]> {
  return ((await (await request.get(call)).json()) as { data: WireCard[] }).data
}

export const openBag = (page: Page, pieces: number): Promise<Locator> =>
  open(page, pieces === 0 ? 'Shopping bag' : `Shopping bag, ${pieces} item${pieces === 1 ? '' : 's'}`, 'SHOPPING BAG')

export const bagLines = (within: Locator): Locator =>
  within.getByRole('list', { name: 'In your bag' }).getByRole('listitem')

export const checkoutForm = (page: Page): Locator => page.getByRole('form', { name: 'Checkout' })

export const payButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Proceed to Payment with cash on delivery' })

/** Fills the address form of the checkout in. */
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
  const chooser = form.getByRole('combobox', { name: 'Country' })
  await chooser.fill(country)
  await page.getByRole('option', { name: country, exact: true }).click()
  await form.getByLabel('City', { exact: true }).fill('Stockholm')
  await form.getByLabel('County', { exact: true }).fill('Stockholms län')
  await form.getByLabel('Phone', { exact: true }).fill('+46 70 555 01 00')
}
