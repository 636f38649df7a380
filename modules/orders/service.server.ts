import { createHash } from 'node:crypto'
import { addressNotFound } from '#modules/addresses/service.server.ts'
import { rejectShortage } from '#modules/catalog/stock.server.ts'
import type { SoldItem } from '#modules/catalog/stock-item.ts'
import { type TakenDiscount, takeDiscount } from '#modules/discounts/service.server.ts'
import type { EmailContext } from '#modules/email/service.server.ts'
import { type Db, endWith, isDatabaseUnavailable, transactWithRetry } from '#platform/db.server.ts'
import type { Delivery } from '#shared/delivery.ts'
import { ShopError } from '#shared/errors.ts'
import { isId, newId } from '#shared/ids.ts'
import { formatMoney, fromWire } from '#shared/money.ts'
import { type Shipping, shippingFor } from '#shared/shipping.ts'
import { anonymizeOrders, eraseWhenSettled } from './changes-repo.server.ts'
import { maxOrdersListed, type Order, type OrderRequest } from './contract.ts'
import { draftOrder, lineOf, subtotalOf } from './draft.ts'
import { orderEmailFor } from './order-email.tsx'
import { findKey, findOrder, insertOrder, newestOrders, type StoredKey, takeCart } from './repo.server.ts'
import { isSettled, openStatuses, orderStatuses } from './statuses.ts'
import { orderOnWire } from './wire.ts'

type OrderContext = EmailContext & {
  db: Db
  shopName: string
  siteUrl: string
  shipping: Shipping
  delivery: Delivery
}
export type Buyer = { userId: string; email: string; emailConfirmed: boolean; name: string }

const noLimit = 1_000_000

const keyReused = () => new ShopError('conflict', 'This order was sent before with other details.')

/**
 * Repeated requests place one order: the cart row is locked while it is emptied, and an idempotency key always returns
 * the order stored with it.
 */
export async function placeOrder(
  context: OrderContext,
  buyer: Buyer,
  request: OrderRequest,
  key?: string,
  now = new Date(),
): Promise<Order> {
  const hash = hashRequest(request)
  const placed = await placeOrFind(context, buyer, request, { key, hash, now })
  return 'requestHash' in placed ? readOrder(context.db, buyer.userId, orderOfKey(placed, hash)) : placed
}

type Keyed = { key: string | undefined; hash: string; now: Date }

/** Returns the new order, or what is stored with the key. */
async function placeOrFind(
  context: OrderContext,
  buyer: Buyer,
  request: OrderRequest,
  keyed: Keyed,
): Promise<Order | StoredKey> {
  const { db } = context
  let isWritten = false
  try {
    return await transactWithRetry(db, async (tx) => {
      const placed = await writeOrder(tx, context, buyer, request, keyed)
      isWritten = true
      return placed
    })
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw isWritten ? commitUnknown(keyed.key, error) : error
    // Another request with this key may have emptied the cart or bought the last item.
    const stored = keyed.key === undefined ? undefined : await findKey(db, buyer.userId, keyed.key)
    if (stored) return stored
    throw error
  }
}

/** The response to COMMIT was lost, so the order may or may not exist. */
function commitUnknown(key: string | undefined, cause: unknown): ShopError {
  const message = key
    ? 'We lost the connection while placing your order. Please try again: it will not be ordered twice.'
    : 'We lost the connection while placing your order. Please look at My Orders before you try again.'
  return new ShopError('unavailable', message, { retryAfterSeconds: 5, cause })
}

export function orderOfKey({ orderId, requestHash }: StoredKey, hash: string): string {
  if (requestHash !== hash) throw keyReused()
  return orderId
}

/** Only gift orders add a field, so hashes stored before gift orders existed stay valid. */
function hashRequest({ shoppingCartId, addressId, method, currency, note, isGift }: OrderRequest): string {
  const ids = [shoppingCartId.toLowerCase(), addressId.toLowerCase()]
  const fields = [...ids, method, currency, note ?? null, ...(isGift ? ['gift'] : [])]
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}

async function writeOrder(
  tx: Db,
  context: OrderContext,
  buyer: Buyer,
  request: OrderRequest,
  { key, hash, now }: Keyed,
): Promise<Order | StoredKey> {
  const { userId } = buyer
  const id = newId(now.getTime())
  const taking = { userId, cartId: request.shoppingCartId, addressId: request.addressId, key: key ?? null }
  const taken = await takeCart(tx, taking, { kind: 'order', orderId: id, at: now })
  if ('stored' in taken) return taken.stored
  const { cart } = taken
  if (!cart) throw new ShopError('notFound', 'Shopping bag not found.')
  if (cart.lines.length === 0) throw new ShopError('conflict', 'Cart is empty')
  if (!cart.address) throw addressNotFound()
  rejectShortage(cart.lines)
  const lines = cart.lines.map(({ item, quantity }) => lineOf(item, quantity))
  const discount = await discountOf(tx, buyer, request, cart, now)
  const order = draftOrder({
    id,
    number: cart.number,
    source: 'web',
    currency: request.currency,
    lines,
    shipping: shippingFor(subtotalOf(lines), context.shipping, discount?.amount),
    ...(discount ? { discount: discount.amount, code: discount } : {}),
    address: cart.address,
    note: request.note ?? cart.note,
    isGift: request.isGift ?? false,
    by: 'customer',
    now,
  })
  refuseChangedTotal(request, order)
  const placement = { userId, actorId: userId, by: 'customer' as const, key: key ?? null, requestHash: hash }
  await endWith(tx, insertOrder(tx, order, placement, await orderEmailFor(context, order, buyer)))
  return order
}

type DiscountedCart = { discountCode: string | null; lines: SoldItem[] }

async function discountOf(
  tx: Db,
  { userId }: Buyer,
  { currency }: OrderRequest,
  { discountCode: code, lines }: DiscountedCart,
  now: Date,
): Promise<TakenDiscount | undefined> {
  if (code === null) return undefined
  const discountable = lines.map(({ item, quantity }) => ({ ...item, quantity }))
  return takeDiscount(tx, { userId, code, currency, lines: discountable, now })
}

/** A buyer never pays a total other than the one shown. */
export function refuseChangedTotal(
  { shownTotal, currency }: Pick<OrderRequest, 'shownTotal' | 'currency'>,
  { totalUsd, totalNpr }: { totalUsd: number; totalNpr: number },
): void {
  const total = currency === 'USD' ? totalUsd : totalNpr
  if (shownTotal === undefined || fromWire(shownTotal) === total) return
  const description = `Prices have changed: the total is now ${formatMoney(total, currency)}. Nothing was ordered.`
  throw new ShopError('conflict', description, {
    details: [{ code: 'PriceChanged', field: 'shownTotal', description }],
  })
}

/** Newest first; `before` is the id of the last order of the previous page. */
export function listOrders(db: Db, userId: string, before?: string): Promise<Order[]> {
  return newestOrders(db, userId, before, maxOrdersListed)
}

export async function readOrder(db: Db, userId: string, orderId: string): Promise<Order> {
  const order = isId(orderId) ? await findOrder(db, userId, orderId) : undefined
  if (!order) throw new ShopError('notFound', 'There is no such order.')
  return order
}

/** An open order keeps its address until it is settled: see 0012. */
export const orderRecords = {
  name: 'orders',
  collect: async (db: Db, { userId }: { userId: string }) =>
    (await newestOrders(db, userId, undefined, noLimit)).map(orderOnWire),
  erase: async (tx: Db, { userId }: { userId: string }) => {
    await anonymizeOrders(tx, { userId, statuses: orderStatuses.filter(isSettled) })
    await eraseWhenSettled(tx, userId, openStatuses)
  },
}
