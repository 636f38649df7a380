import type { APIRequestContext, Locator, Page } from '@playwright/test'
import type { WireCart } from '#modules/cart/contract.ts'
import type { Session } from './accounts.ts'
import { callApi, fetchProduct } from './api.ts'
import { openOverlay } from './overlays.ts'

export type CartItemInput = { slug: string; quantity?: number; variant?: string }

/** Adds products to a cart through the API, in the first variant in stock unless `variant` names another. */
export async function fillCart(
  request: APIRequestContext,
  session: Session,
  ...items: CartItemInput[]
): Promise<WireCart> {
  let cart: WireCart | undefined
  for (const { slug, quantity = 1, variant } of items) {
    const { productId, attributes } = await fetchProduct(request, slug)
    const inStock = attributes.filter(({ productQuantity }) => productQuantity > 0)
    const selected = inStock.find(({ attributeValue }) => !variant || attributeValue === variant)
    const data = { productId, quantity, selectedAttributeId: selected?.productAttributeId ?? null }
    cart = await callApi<WireCart>(request, session, '/ShoppingCart/CartItem', { method: 'POST', data })
  }
  if (!cart) throw new Error('No product was added to the cart')
  return cart
}

export const fetchCart = (request: APIRequestContext, session: Session) =>
  callApi<WireCart>(request, session, `/ShoppingCart/userId/${session.userId}`)

export const openCart = (page: Page, items: number): Promise<Locator> =>
  openOverlay(
    page,
    items === 0 ? 'Shopping bag' : `Shopping bag, ${items} item${items === 1 ? '' : 's'}`,
    'SHOPPING BAG',
  )

export const cartLines = (within: Locator): Locator =>
  within.getByRole('list', { name: 'In your bag' }).getByRole('listitem')

export const cartPanel = (page: Page): Locator => page.getByRole('dialog', { name: 'SHOPPING BAG' })
