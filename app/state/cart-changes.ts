import { callApi } from '#app/lib/api.ts'
import type { WireCart } from '#modules/cart/contract.ts'
import type { Variant } from '#modules/catalog/contract.ts'
import { callAuthenticated } from './authenticated-call.ts'
import { type Cart, emptyCart, storageKey, storedLines, useCart } from './cart.ts'
import {
  type CartLine,
  type CartProduct,
  isSameLine,
  totalQuantity,
  withProduct,
  withProductQuantity,
  withQuantity,
  withVariant,
} from './cart-lines.ts'
import { createQueue } from './cart-queue.ts'
import { readSession, useSession } from './session.ts'
import { writeStored } from './storage.ts'

const fromWire = ({ shoppingCartId, note, cartItems }: WireCart): Cart => ({ shoppingCartId, note, lines: cartItems })

const freshForMs = 2000

function openCart(userId: string) {
  async function read(): Promise<WireCart> {
    const session = readSession()
    // Another tab may have signed in another user.
    if (!session.token || session.userId !== userId) throw new Error('The user of this cart has signed out')
    return callApi(`/ShoppingCart/userId/${userId}`, { token: session.token })
  }
  const readOrSignIn = () => callAuthenticated<WireCart>(`/ShoppingCart/userId/${userId}`)

  async function rewrite(apply: (cart: Cart) => Cart): Promise<Cart> {
    // Read again first, so a line added on another device is not lost.
    const { lines } = apply(fromWire(await readOrSignIn()))
    const cartItems = lines.map(({ productId, quantity, selectedAttributeId }) => ({
      productId,
      quantity,
      selectedAttributeId,
    }))
    return fromWire(await callAuthenticated('/ShoppingCart/Upsert', { method: 'PUT', body: { id: userId, cartItems } }))
  }

  function show(cart: Cart): void {
    useCart.setState({ ...cart, itemCount: totalQuantity(cart.lines) })
    writeStored(storageKey(userId), cart.lines.length > 0 ? cart.lines : null)
  }

  const queue = createQueue<Cart>({ initial: { ...emptyCart, lines: storedLines(userId) }, rewrite, show })

  let reading: Promise<Cart> | undefined
  let loadedAt = 0

  async function load(request: () => Promise<WireCart>): Promise<Cart> {
    const cart = await queue.add({ apply: (unchanged) => unchanged, send: async () => fromWire(await request()) })
    loadedAt = Date.now()
    useCart.setState({ status: 'loaded' })
    return cart
  }

  function refresh(request = read): Promise<boolean> {
    reading ??= load(request).finally(() => {
      reading = undefined
    })
    return reading.then(
      () => true,
      () => {
        const isFirst = current?.userId === userId && useCart.getState().status === 'loading'
        if (isFirst) useCart.setState({ status: 'unreachable' })
        return false
      },
    )
  }

  /** Skips the request when the cart was loaded a moment ago. */
  async function refreshOrSignIn(): Promise<void> {
    if (Date.now() - loadedAt < freshForMs || (reading && (await refresh()))) return
    await refresh(readOrSignIn)
  }

  /** A refused change means that the cart shown here is out of date. */
  async function change(work: Promise<Cart>): Promise<Cart> {
    return work.catch((error) => {
      void refresh()
      throw error
    })
  }

  return {
    userId,
    read: readOrSignIn,
    close: queue.close,
    confirmedLine: (line: CartLine) => queue.confirmed().lines.find((each) => isSameLine(each, line)),
    refresh,
    refreshOrSignIn,
    settled: () => load(readOrSignIn),
    isIdle: queue.isIdle,
    isLoaded: () => loadedAt > 0,
    readStored(): void {
      if (queue.isIdle()) queue.setConfirmed({ ...queue.confirmed(), lines: storedLines(userId) })
    },
    clear: () => queue.setConfirmed({ ...queue.confirmed(), note: '', lines: [] }),
    rewriteLines: (apply: (lines: CartLine[]) => CartLine[]) =>
      change(queue.add({ apply: (cart) => ({ ...cart, lines: apply(cart.lines) }) })),
    call: (send: () => Promise<WireCart>, apply: (lines: CartLine[]) => CartLine[]) =>
      change(
        queue.add({
          apply: (cart) => ({ ...cart, lines: apply(cart.lines) }),
          send: async () => fromWire(await send()),
        }),
      ),
  }
}

let current: ReturnType<typeof openCart> | undefined
let isListening = false

function currentCart(): ReturnType<typeof openCart> {
  listen()
  if (!current) throw new Error('No user is signed in')
  return current
}

function switchTo(userId: string | null): void {
  if (current && current.userId === userId) return
  current?.close()
  current = userId ? openCart(userId) : undefined
}

/** Synchronizes the cart with other tabs, and with other devices when this tab becomes visible. */
export function startCartSync(): void {
  listen()
  if (!current?.isLoaded()) void current?.refresh()
}

function listen(): void {
  switchTo(readSession().userId)
  if (isListening) return
  isListening = true
  const onVisible = () => {
    if (document.visibilityState === 'visible' && current?.isIdle()) void current.refresh()
  }
  useSession.subscribe(({ userId, token }, previous) => {
    switchTo(userId)
    if (token !== previous.token) void current?.refresh()
  })
  window.addEventListener('storage', ({ key }) => {
    if (current && (key === null || key === storageKey(current.userId))) current.readStored()
  })
  window.addEventListener('focus', onVisible)
  document.addEventListener('visibilitychange', onVisible)
}

/** For the panel and the pages that show the whole cart. Opens the sign-in dialog when the session has expired. */
export function refreshCart(): void {
  listen()
  void current?.refreshOrSignIn()
}

/** For use after a refused order: the cart shown here may be out of date. */
export function reloadCart(): void {
  void current?.refresh()
}

/** Raises the quantity of a line that exists; otherwise adds a line. Returns which of the two happened. */
export async function addProduct(product: CartProduct, quantity: number): Promise<'added' | 'raised'> {
  const cart = currentCart()
  const apply = (lines: CartLine[]) => withProduct(lines, product, quantity)
  if (useCart.getState().lines.some((line) => isSameLine(line, product))) {
    await cart.rewriteLines(apply)
    return 'raised'
  }
  const { productId, selectedAttributeId } = product
  const body = { userId: cart.userId, productId, quantity, selectedAttributeId }
  await cart.call(() => callAuthenticated('/ShoppingCart/CartItem', { method: 'POST', body }), apply)
  return 'added'
}

/** Replaces the quantity of the line, or adds the line. */
export async function setProduct(product: CartProduct, quantity: number): Promise<void> {
  await currentCart().rewriteLines((lines) => withProductQuantity(lines, product, quantity))
}

export function setVariant(line: CartLine, variant: Variant): Promise<object> {
  return currentCart().rewriteLines((lines) => withVariant(lines, line, variant))
}

/** Changes that are sent together resolve with the same cart. */
export function setQuantity(line: CartLine, quantity: number): Promise<object> {
  return currentCart().rewriteLines((lines) => withQuantity(lines, line, quantity))
}

export async function removeLine(line: CartLine): Promise<void> {
  const cart = currentCart()
  const remove = () => {
    // A new line gets its id only from the server.
    const confirmedLine = cart.confirmedLine(line)
    if (!confirmedLine) return cart.read()
    return callAuthenticated<WireCart>(`/ShoppingCart/CartItem/${confirmedLine.cartItemId}`, { method: 'DELETE' })
  }
  await cart.call(remove, (lines) => withQuantity(lines, line, 0))
}

/** For requests that respond with the changed cart. */
export async function callCart(send: () => Promise<WireCart>): Promise<void> {
  await currentCart().call(send, (lines) => lines)
}

/** The cart of the server, after it has received every change. */
export async function settledCart(): Promise<Cart> {
  const cart = currentCart()
  const { status, shoppingCartId, note, lines } = useCart.getState()
  return cart.isIdle() && status === 'loaded' ? { shoppingCartId, note, lines } : cart.settled()
}

/** After an order, when the server has emptied the cart. */
export function clearCart(): void {
  current?.clear()
}
