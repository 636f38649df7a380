import { create } from 'zustand'
import { note } from '#app/lib/log-error.ts'
import { type BagLine, countPieces, readLines } from './cart-lines.ts'
import { useSession } from './session.ts'
import { readStoredJson } from './storage.ts'

export type Bag = { shoppingCartId: string | null; note: string; lines: BagLine[] }

type CartState = Bag & {
  owner: string | null
  pieces: number
  /** `unknown` until the page has come to life; `asking` until the server has told: meanwhile it looks as it was left. */
  state: 'unknown' | 'nobody' | 'asking' | 'known' | 'unreachable'
}

export const emptyBag: Bag = { shoppingCartId: null, note: '', lines: [] }

/** The bag of whoever is signed in; empty for a visitor. What changes it is in `bag.ts`. */
export const useCart = create<CartState>(() => ({ ...emptyBag, owner: null, pieces: 0, state: 'unknown' }))

export const keyOf = (userId: string) => `cart:${userId}`
export const storedLines = (owner: string) => readLines(readStoredJson(keyOf(owner)))

/** Follows whoever is signed in. A visitor has no bag, and needs none of the code that keeps one. */
export function followCart(): () => void {
  const follow = ({ userId }: { userId: string | null }) => {
    const { owner, state } = useCart.getState()
    if (owner === userId && state !== 'unknown') return
    const lines = userId ? storedLines(userId) : []
    const next = userId ? 'asking' : 'nobody'
    useCart.setState({ ...emptyBag, owner: userId, lines, pieces: countPieces(lines), state: next })
    if (userId) loadKeeper()
  }
  follow(useSession.getState())
  return useSession.subscribe(follow)
}

function loadKeeper(): void {
  import('./cart-changes.ts').then(
    ({ keepBag }) => keepBag(),
    (error) => {
      useCart.setState({ state: 'unreachable' })
      note('The code that keeps the bag could not be had', error)
    },
  )
}
