import { create } from 'zustand'
import { callApi } from '#app/lib/api.ts'
import { callAsCustomer } from '#app/lib/personal.ts'
import type { WireCart } from '#modules/cart/schema.ts'
import {
  type BagLine,
  type BagPiece,
  countPieces,
  isSameLine,
  readLines,
  withPiece,
  withQuantity,
} from './bag-lines.ts'
import { openQueue } from './bag-queue.ts'
import { readSession, useSession } from './session.ts'
import { readStoredJson, writeStored } from './storage.ts'

type Bag = { shoppingCartId: string | null; note: string; lines: BagLine[] }

type CartState = Bag & {
  pieces: number
  /** `unknown` until the page has come to life; `asking` until the server has told: meanwhile it looks as it was left. */
  state: 'unknown' | 'nobody' | 'asking' | 'known' | 'unreachable'
}

const empty: Bag = { shoppingCartId: null, note: '', lines: [] }

/** The bag of whoever is signed in; empty for a visitor. */
export const useCart = create<CartState>(() => ({ ...empty, pieces: 0, state: 'unknown' }))

const keyOf = (userId: string) => `cart:${userId}`
const fromCart = ({ shoppingCartId, note, cartItems }: WireCart): Bag => ({ shoppingCartId, note, lines: cartItems })
const storedLines = (owner: string) => readLines(readStoredJson(keyOf(owner)))

function openBag(owner: string) {
  const read = () => callApi<WireCart>(`/ShoppingCart/userId/${owner}`, { token: readSession().token ?? undefined })
  const readAsking = () => callAsCustomer<WireCart>(`/ShoppingCart/userId/${owner}`)

  async function rewrite(apply: (bag: Bag) => Bag): Promise<Bag> {
    // Afresh, or a line that another device has put in meanwhile would be lost.
    const { lines } = apply(fromCart(await readAsking()))
    const cartItems = lines.map(({ productId, quantity, selectedAttributeId }) => ({
      productId,
      quantity,
      selectedAttributeId,
    }))
    return fromCart(await callAsCustomer('/ShoppingCart/Upsert', { method: 'PUT', body: { id: owner, cartItems } }))
  }

  function show(bag: Bag): void {
    useCart.setState({ ...bag, pieces: countPieces(bag.lines) })
    writeStored(keyOf(owner), bag.lines.length > 0 ? bag.lines : null)
  }

  const queue = openQueue<Bag>({ begin: { ...empty, lines: storedLines(owner) }, rewrite, show })

  const reload = (ask: () => Promise<WireCart>) =>
    queue.add({ apply: (bag) => bag, send: async () => fromCart(await ask()) }).then((bag) => {
      useCart.setState({ state: 'known' })
      return bag
    })

  async function refresh(ask = read): Promise<void> {
    await reload(ask).catch(() => {
      if (current?.owner === owner && useCart.getState().state === 'asking') useCart.setState({ state: 'unreachable' })
    })
  }

  /** A refusal means that the bag, or what lies in it, is not as it looks. */
  async function change(work: Promise<Bag>): Promise<Bag> {
    return work.catch((error) => {
      void refresh()
      throw error
    })
  }

  return {
    owner,
    read: readAsking,
    close: queue.close,
    lineNow: (which: BagLine) => queue.told().lines.find((line) => isSameLine(line, which)),
    refresh,
    refreshAsking: () => refresh(readAsking),
    settled: () => reload(readAsking),
    isIdle: queue.isIdle,
    readStoredAgain(): void {
      if (queue.isIdle()) queue.learn({ ...queue.told(), lines: storedLines(owner) })
    },
    clear: () => queue.learn({ ...queue.told(), note: '', lines: [] }),
    rewriteLines: (apply: (lines: BagLine[]) => BagLine[]) =>
      change(queue.add({ apply: (bag) => ({ ...bag, lines: apply(bag.lines) }) })),
    call: (send: () => Promise<WireCart>, apply: (lines: BagLine[]) => BagLine[]) =>
      change(
        queue.add({
          apply: (bag) => ({ ...bag, lines: apply(bag.lines) }),
          send: async () => fromCart(await send()),
        }),
      ),
  }
}

let current: ReturnType<typeof openBag> | undefined

function myBag(): ReturnType<typeof openBag> {
  if (!current) throw new Error('Nobody is signed in')
  return current
}

function openFor(userId: string | null): void {
  if (current && current.owner === userId) return
  current?.close()
  current = userId ? openBag(userId) : undefined
  const lines = userId ? storedLines(userId) : []
  useCart.setState({ ...empty, lines, pieces: countPieces(lines), state: userId ? 'asking' : 'nobody' })
  void current?.refresh()
}

/** Follows whoever is signed in, changes in other tabs, and those on other devices whenever the person comes back. */
export function followCart(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (current && (key === null || key === keyOf(current.owner))) current.readStoredAgain()
  }
  const onReturn = () => {
    if (document.visibilityState === 'visible' && current?.isIdle()) void current.refresh()
  }
  openFor(useSession.getState().userId)
  const stop = useSession.subscribe(({ userId, token }, before) => {
    openFor(userId)
    if (userId === before.userId && token !== before.token) void current?.refresh()
  })
  window.addEventListener('storage', onStorage)
  window.addEventListener('focus', onReturn)
  document.addEventListener('visibilitychange', onReturn)
  return () => {
    stop()
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('focus', onReturn)
    document.removeEventListener('visibilitychange', onReturn)
  }
}

/** For what shows the bag in full: looked up now, with the session asked for again where it has died. */
export function refreshBag(): void {
  void current?.refreshAsking()
}

/** A piece that is there already is raised, another one becomes a line; says which. */
export async function putPiece(piece: BagPiece, quantity: number): Promise<'added' | 'raised'> {
  const bag = myBag()
  const apply = (lines: BagLine[]) => withPiece(lines, piece, quantity)
  if (useCart.getState().lines.some((line) => isSameLine(line, piece))) {
    await bag.rewriteLines(apply)
    return 'raised'
  }
  const { productId, selectedAttributeId } = piece
  const body = { userId: bag.owner, productId, quantity, selectedAttributeId }
  await bag.call(() => callAsCustomer('/ShoppingCart/CartItem', { method: 'POST', body }), apply)
  return 'added'
}

/** Answers with the bag as the server has it then: changes made in one go get the same one. */
export function setQuantity(line: BagLine, quantity: number): Promise<object> {
  return myBag().rewriteLines((lines) => withQuantity(lines, line, quantity))
}

export async function removeLine(line: BagLine): Promise<void> {
  const bag = myBag()
  const remove = () => {
    // A line just put in has got its id only now.
    const there = bag.lineNow(line)
    if (!there) return bag.read()
    return callAsCustomer<WireCart>(`/ShoppingCart/CartItem/${there.cartItemId}`, { method: 'DELETE' })
  }
  await bag.call(remove, (lines) => withQuantity(lines, line, 0))
}

/** A call that answers with the bag as it leaves it. */
export async function callForBag(send: () => Promise<WireCart>): Promise<void> {
  await myBag().call(send, (lines) => lines)
}

/** The bag as the server has it, once every change has reached it. */
export async function settledBag(): Promise<Bag> {
  const bag = myBag()
  const { state, shoppingCartId, note, lines } = useCart.getState()
  return bag.isIdle() && state === 'known' ? { shoppingCartId, note, lines } : bag.settled()
}

/** After an order: the server has emptied it, and nothing of it is kept here. */
export function clearBag(): void {
  current?.clear()
}
