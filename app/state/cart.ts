import { create } from 'zustand'
import { type CartDiscount, type CartLine, readLines, totalQuantity } from './cart-lines.ts'
import { readStoredJson, writeStored } from './storage.ts'

export type Cart = { shoppingCartId: string | null; note: string; lines: CartLine[]; discount: CartDiscount }

type CartState = Cart & {
  userId: string | null
  itemCount: number
  /** `initial` until hydration. While `loading`, the lines are those from browser storage. */
  status: 'initial' | 'signedOut' | 'loading' | 'loaded' | 'unreachable'
}

export const emptyCart: Cart = { shoppingCartId: null, note: '', lines: [], discount: null }

/** The cart of the signed-in user; empty for a visitor. `queries/cart.ts` changes it. */
export const useCart = create<CartState>(() => ({ ...emptyCart, userId: null, itemCount: 0, status: 'initial' }))

export const cartStorageKey = (userId: string) => `cart:${userId}`
export const storedLines = (userId: string) => readLines(readStoredJson(cartStorageKey(userId)))

export function showCart(userId: string, cart: Cart, status: CartState['status']): void {
  useCart.setState({ ...cart, userId, status, itemCount: totalQuantity(cart.lines) })
  writeStored(cartStorageKey(userId), cart.lines.length > 0 ? cart.lines : null)
}

/** Shows the lines of browser storage until the server has answered. */
export function showStoredCart(userId: string | null): void {
  if (userId) showCart(userId, { ...emptyCart, lines: storedLines(userId) }, 'loading')
  else useCart.setState({ ...emptyCart, userId, itemCount: 0, status: 'signedOut' })
}
