import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import { call } from '#app/lib/api.ts'
import { type Cart, cartStorageKey, emptyCart, showCart, storedLines, useCart } from '#app/state/cart.ts'
import {
  type CartLine,
  type CartProduct,
  isSameLine,
  withProduct,
  withProductQuantity,
  withQuantity,
  withVariant,
} from '#app/state/cart-lines.ts'
import { readSession, useSession } from '#app/state/session.ts'
import {
  addToCart,
  getCart,
  removeDiscountCode as removeCode,
  removeFromCart,
  replaceCart,
  setDiscountCode,
  type WireCart,
} from '#modules/cart/contract.ts'
import type { Variant } from '#modules/catalog/contract.ts'
import { callAuthenticated, queryClient } from './client.ts'

const queryKey = (userId: string) => ['cart', userId]
const mutationKey = ['cart']
const freshForMs = 2000

const fromWire = ({ shoppingCartId, note, cartItems, discount }: WireCart): Cart => ({
  shoppingCartId,
  note,
  lines: cartItems,
  discount,
})

/** Reads without the sign-in dialog, for a refresh that the user did not ask for. */
const cartQuery = (userId: string) => ({
  queryKey: queryKey(userId),
  queryFn: async () => {
    const session = readSession()
    // Another tab may have signed in another user.
    if (!session.token || session.userId !== userId) throw new Error('The user of this cart has signed out')
    return fromWire(await call(getCart, { params: { userId }, token: session.token }))
  },
  refetchOnWindowFocus: 'always' as const,
})

const readOrSignIn = async (userId: string) => fromWire(await callAuthenticated(getCart, { params: { userId } }))

const confirmedCart = (userId: string): Cart =>
  queryClient.getQueryData(queryKey(userId)) ?? { ...emptyCart, lines: storedLines(userId) }

/** A change of the lines. Changes without a request of their own are sent together, as one rewrite of the cart. */
type Change = {
  userId: string
  apply: (lines: CartLine[]) => CartLine[]
  send?: () => Promise<WireCart>
}

/** The response of each change that was sent with an earlier one, and the changes whose response is known. */
const responses = new WeakMap<Change, Promise<Cart>>()
const settled = new WeakSet<Change>()

function pendingChanges(userId: string): Change[] {
  return queryClient
    .getMutationCache()
    .findAll({ mutationKey, status: 'pending' })
    .map(({ state }) => state.variables as Change)
    .filter((change) => change.userId === userId && !settled.has(change))
}

/** Pending changes show on top of the last response, so a refused change disappears again. */
const withPending = (userId: string, lines: CartLine[], changes = pendingChanges(userId)) =>
  changes.reduce((current, { apply }) => apply(current), lines)

async function rewrite(userId: string, changes: Change[]): Promise<Cart> {
  // Read again first, so a line added on another device is not lost.
  const { lines } = await readOrSignIn(userId)
  const cartItems = withPending(userId, lines, changes).map(({ productId, quantity, selectedAttributeId }) => ({
    productId,
    quantity,
    selectedAttributeId,
  }))
  return fromWire(await callAuthenticated(replaceCart, { body: { id: userId, cartItems } }))
}

async function sendChange(change: Change): Promise<Cart> {
  const { userId, send } = change
  if (readSession().userId !== userId) throw new Error('The user of this cart has signed out')
  const known = responses.get(change)
  if (known) return known
  if (send) return fromWire(await send())
  const pending = pendingChanges(userId)
  const firstCall = pending.findIndex((each) => each.send)
  const batch = pending.slice(0, firstCall === -1 ? pending.length : firstCall)
  const response = rewrite(userId, batch)
  for (const each of batch) responses.set(each, response)
  return response.finally(() => {
    for (const each of batch) settled.add(each)
  })
}

/** Changes are sent one at a time and in order. */
const changeOptions = {
  mutationKey,
  scope: { id: 'cart' },
  mutationFn: sendChange,
  onSuccess: async (cart: Cart, change: Change) => {
    settled.add(change)
    await queryClient.cancelQueries({ queryKey: queryKey(change.userId) })
    queryClient.setQueryData(queryKey(change.userId), cart)
  },
  // A refused change means that the cart shown here is out of date.
  onError: (_: unknown, { userId }: Change) => void queryClient.invalidateQueries({ queryKey: queryKey(userId) }),
}

const change = (variables: Change) => new MutationObserver(queryClient, changeOptions).mutate(variables)

const rewriteLines = (apply: Change['apply']) => change({ userId: currentUser(), apply })

function currentUser(): string {
  const { userId } = readSession()
  if (!userId) throw new Error('No user is signed in')
  return userId
}

/** Shows the cart of the user, and keeps it in step with other tabs and devices. */
export function startCart(userId: string): () => void {
  const observer = new QueryObserver(queryClient, cartQuery(userId))
  const show = () => {
    if (readSession().userId !== userId) return
    const { data, isError } = observer.getCurrentResult()
    const cart = data ?? { ...emptyCart, lines: storedLines(userId) }
    const status = data ? 'loaded' : isError ? 'unreachable' : 'loading'
    showCart(userId, { ...cart, lines: withPending(userId, cart.lines) }, status)
  }
  const onStorage = ({ key }: StorageEvent) => {
    if ((key !== null && key !== cartStorageKey(userId)) || pendingChanges(userId).length > 0) return
    queryClient.setQueryData<Cart>(queryKey(userId), (cart) => cart && { ...cart, lines: storedLines(userId) })
  }
  window.addEventListener('storage', onStorage)
  const stops = [
    observer.subscribe(show),
    queryClient.getMutationCache().subscribe(show),
    useSession.subscribe(({ token }, previous) => {
      if (token && token !== previous.token) void observer.refetch()
    }),
    () => window.removeEventListener('storage', onStorage),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** For the panel and the pages that show the whole cart. Opens the sign-in dialog when the session has expired. */
export function refreshCart(): void {
  const { userId } = readSession()
  if (!userId) return
  const options = { ...cartQuery(userId), queryFn: () => readOrSignIn(userId), staleTime: freshForMs }
  queryClient.fetchQuery(options).catch(() => {})
}

/** For use after a refused order: the cart shown here may be out of date. */
export function reloadCart(): void {
  void queryClient.invalidateQueries({ queryKey: ['cart'] })
}

/** Raises the quantity of a line that exists; otherwise adds a line. Returns which of the two happened. */
export async function addProduct(product: CartProduct, quantity: number): Promise<'added' | 'raised'> {
  const userId = currentUser()
  const apply = (lines: CartLine[]) => withProduct(lines, product, quantity)
  if (useCart.getState().lines.some((line) => isSameLine(line, product))) {
    await rewriteLines(apply)
    return 'raised'
  }
  const { productId, selectedAttributeId } = product
  const body = { userId, productId, quantity, selectedAttributeId }
  await change({ userId, apply, send: () => callAuthenticated(addToCart, { body }) })
  return 'added'
}

/** Replaces the quantity of the line, or adds the line. */
export async function setProduct(product: CartProduct, quantity: number): Promise<void> {
  await rewriteLines((lines) => withProductQuantity(lines, product, quantity))
}

export function setVariant(line: CartLine, variant: Variant): Promise<object> {
  return rewriteLines((lines) => withVariant(lines, line, variant))
}

/** Changes that are sent together resolve with the same cart. */
export function setQuantity(line: CartLine, quantity: number): Promise<object> {
  return rewriteLines((lines) => withQuantity(lines, line, quantity))
}

export async function removeLine(line: CartLine): Promise<void> {
  const userId = currentUser()
  const send = () => {
    // A new line gets its id only from the server.
    const confirmed = confirmedCart(userId).lines.find((each) => isSameLine(each, line))
    if (!confirmed) return callAuthenticated(getCart, { params: { userId } })
    return callAuthenticated(removeFromCart, { params: { cartItemId: confirmed.cartItemId } })
  }
  await change({ userId, apply: (lines) => withQuantity(lines, line, 0), send })
}

/** For requests that respond with the changed cart. */
export async function callCart(send: () => Promise<WireCart>): Promise<void> {
  await change({ userId: currentUser(), apply: (lines) => lines, send })
}

export const enterDiscountCode = (code: string): Promise<void> =>
  callCart(() => callAuthenticated(setDiscountCode, { body: { code } }))

export const removeDiscountCode = (): Promise<void> => callCart(() => callAuthenticated(removeCode))

/** The cart of the server, after it has received every change. */
export async function settledCart(): Promise<Cart> {
  const userId = currentUser()
  const { status, shoppingCartId, note, lines, discount } = useCart.getState()
  if (pendingChanges(userId).length === 0 && status === 'loaded') return { shoppingCartId, note, lines, discount }
  const send = () => callAuthenticated(getCart, { params: { userId } })
  return change({ userId, apply: (unchanged) => unchanged, send })
}

/** After an order, when the server has emptied the cart. */
export function clearCart(): void {
  queryClient.setQueryData<Cart>(
    queryKey(currentUser()),
    (cart) => cart && { ...cart, note: '', lines: [], discount: null },
  )
}
