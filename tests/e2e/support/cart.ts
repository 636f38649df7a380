import type { APIRequestContext, Locator, Page } from '@playwright/test'
import type { WireCart } from '#modules/cart/schema.ts'
import type { Session } from './accounts.ts'
import { callApi, productOf } from './api.ts'
import { open } from './overlays.ts'

export type Wanted = { slug: string; quantity?: number; choice?: string }

/** Puts products into a cart from elsewhere; in the first choice in stock, unless another is asked for. */
export async function fillCart(request: APIRequestContext, session: Session, ...wanted: Wanted[]): Promise<WireCart> {
  let cart: WireCart | undefined
  for (const { slug, quantity = 1, choice } of wanted) {
    const { productId, attributes } = await productOf(request, slug)
    const inStock = attributes.filter(({ productQuantity }) => productQuantity > 0)
    const chosen = inStock.find(({ attributeValue }) => !choice || attributeValue === choice)
    const data = { productId, quantity, selectedAttributeId: chosen?.productAttributeId ?? null }
    cart = await callApi<WireCart>(request, session, '/ShoppingCart/CartItem', { method: 'POST', data })
  }
  if (!cart) throw new Error('Nothing was put into the cart')
  return cart
}

export const cartOf = (request: APIRequestContext, session: Session) =>
  callApi<WireCart>(request, session, `/ShoppingCart/userId/${session.userId}`)

export const openCart = (page: Page, items: number): Promise<Locator> =>
  open(page, items === 0 ? 'Shopping bag' : `Shopping bag, ${items} item${items === 1 ? '' : 's'}`, 'SHOPPING BAG')

export const cartLines = (within: Locator): Locator =>
  within.getByRole('list', { name: 'In your bag' }).getByRole('listitem')

export const cartPanel = (page: Page): Locator => page.getByRole('dialog', { name: 'SHOPPING BAG' })
