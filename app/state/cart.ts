import { create } from 'zustand'
import { logError } from '#app/lib/log-error.ts'
import { type CartLine, readLines, totalQuantity } from './cart-lines.ts'
import { useSession } from './session.ts'
import { readStoredJson } from './storage.ts'

export type Cart = { shoppingCartId: string | null; note: string; lines: CartLine[] }

type CartState = Cart & {
  userId: string | null
  itemCount: number
  /** `initial` until hydration. While `loading`, the lines are those from browser storage. */
  status: 'initial' | 'signedOut' | 'loading' | 'loaded' | 'unreachable'
}

export const emptyCart: Cart = { shoppingCartId: null, note: '', lines: [] }

/** The cart of the signed-in user; empty for a visitor. `cart-changes.ts` changes it. */
export const useCart = create<CartState>(() => ({ ...emptyCart, userId: null, itemCount: 0, status: 'initial' }))

export const storageKey = (userId: string) => `cart:${userId}`
export const storedLines = (userId: string) => readLines(readStoredJson(storageKey(userId)))

/** Loads the cart when the user changes. The code that changes carts is loaded only for signed-in users. */
export function syncCart(): () => void {
  const update = ({ userId }: { userId: string | null }) => {
    const current = useCart.getState()
    if (current.userId === userId && current.status !== 'initial') return
    const lines = userId ? storedLines(userId) : []
    const status = userId ? 'loading' : 'signedOut'
    useCart.setState({ ...emptyCart, userId, lines, itemCount: totalQuantity(lines), status })
    if (userId) loadCartChanges()
  }
  update(useSession.getState())
  return useSession.subscribe(update)
}

function loadCartChanges(): void {
  import('./cart-changes.ts').then(
    ({ startCartSync }) => startCartSync(),
    (error) => {
      useCart.setState({ status: 'unreachable' })
      logError('Could not load the code of the cart', error)
    },
  )
}
