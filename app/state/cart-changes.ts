import { callApi } from '#app/lib/api.ts'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import type { WireCart } from '#modules/cart/schema.ts'
import type { Variant } from '#modules/catalog/schema.ts'
import { type Bag, emptyBag, keyOf, storedLines, useCart } from './cart.ts'
import {
  type BagLine,
  type BagPiece,
  countPieces,
  isSameLine,
  withPiece,
  withPieceSet,
  withQuantity,
  withVariant,
} from './cart-lines.ts'
import { openQueue } from './cart-queue.ts'
import { readSession, useSession } from './session.ts'
import { writeStored } from './storage.ts'

const fromCart = ({ shoppingCartId, note, cartItems }: WireCart): Bag => ({ shoppingCartId, note, lines: cartItems })

const justNowMs = 2000

function openBag(owner: string) {
  async function read(): Promise<WireCart> {
    const { userId, token } = readSession()
    // Another tab may have let somebody else in a moment ago.
    if (!token || userId !== owner) throw new Error('The bag of somebody who has left')
    return callApi(`/ShoppingCart/userId/${owner}`, { token })
  }
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

  const queue = openQueue<Bag>({ begin: { ...emptyBag, lines: storedLines(owner) }, rewrite, show })

  let reading: Promise<Bag> | undefined
  let toldAt = 0

  async function look(ask: () => Promise<WireCart>): Promise<Bag> {
    const bag = await queue.add({ apply: (now) => now, send: async () => fromCart(await ask()) })
    toldAt = Date.now()
    useCart.setState({ state: 'known' })
    return bag
  }

  function refresh(ask = read): Promise<boolean> {
    reading ??= look(ask).finally(() => {
      reading = undefined
    })
    return reading.then(
      () => true,
      () => {
        const isFirst = current?.owner === owner && useCart.getState().state === 'asking'
        if (isFirst) useCart.setState({ state: 'unreachable' })
        return false
      },
    )
  }

  /** One look is enough for a page that has just been opened. */
  async function refreshAsking(): Promise<void> {
    if (Date.now() - toldAt < justNowMs || (reading && (await refresh()))) return
    await refresh(readAsking)
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
    refreshAsking,
    settled: () => look(readAsking),
    isIdle: queue.isIdle,
    isKnown: () => toldAt > 0,
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
let isFollowing = false

function myBag(): ReturnType<typeof openBag> {
  follow()
  if (!current) throw new Error('Nobody is signed in')
  return current
}

function openFor(userId: string | null): void {
  if (current && current.owner === userId) return
  current?.close()
  current = userId ? openBag(userId) : undefined
}

/** From the first person who signs in on: changes in other tabs, and on other devices whenever the person comes back. */
export function keepBag(): void {
  follow()
  if (!current?.isKnown()) void current?.refresh()
}

function follow(): void {
  openFor(readSession().userId)
  if (isFollowing) return
  isFollowing = true
  const onReturn = () => {
    if (document.visibilityState === 'visible' && current?.isIdle()) void current.refresh()
  }
  useSession.subscribe(({ userId, token }, before) => {
    openFor(userId)
    if (token !== before.token) void current?.refresh()
  })
  window.addEventListener('storage', ({ key }) => {
    if (current && (key === null || key === keyOf(current.owner))) current.readStoredAgain()
  })
  window.addEventListener('focus', onReturn)
  document.addEventListener('visibilitychange', onReturn)
}

/** For what shows the bag in full: looked up now, with the session asked for again where it has died. */
export function refreshBag(): void {
  follow()
  void current?.refreshAsking()
}

/** After something has happened to it that only the server knows. */
export function lookAgain(): void {
  void current?.refresh()
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

/** However many there were, the bag then holds so many. */
export async function setPiece(piece: BagPiece, quantity: number): Promise<void> {
  await myBag().rewriteLines((lines) => withPieceSet(lines, piece, quantity))
}

export function setVariant(line: BagLine, variant: Variant): Promise<object> {
  return myBag().rewriteLines((lines) => withVariant(lines, line, variant))
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
