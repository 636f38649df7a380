import { createHash } from 'node:crypto'
import { readAddress } from '#modules/addresses/service.server.ts'
import { sellAll } from '#modules/cart/service.server.ts'
import type { Piece } from '#modules/catalog/schema.ts'
import { refuseShortage } from '#modules/catalog/stock.server.ts'
import { type Outbox, queueMail } from '#modules/email/service.server.ts'
import { pictureApiUrl } from '#modules/media/picture.ts'
import { type Db, isDatabaseAway, transactRepeatedly } from '#platform/db.server.ts'
import type { Delivery } from '#shared/delivery.ts'
import { ShopError } from '#shared/errors.ts'
import { isId, newId } from '#shared/ids.ts'
import { formatMoney, fromWire } from '#shared/money.ts'
import { orderMail } from './order-email.tsx'
import {
  findKey,
  findKeyOrNumber,
  findOrder,
  forgetPerson,
  insertOrder,
  newestOrders,
  type StoredKey,
} from './repo.server.ts'
import { mostOrdersListed, type Order, type OrderAddress, type OrderLine, type OrderRequest } from './schema.ts'
import { isSettled, orderStates } from './statuses.ts'
import { orderOnWire } from './wire.ts'

type Till = Outbox & {
  db: Db
  shopName: string
  siteUrl: string
  shipping: { npr: number; usd: number }
  delivery: Delivery
}
export type Buyer = { userId: string; email: string; emailConfirmed: boolean; name: string }

const everyOrder = 1_000_000

const keyUsed = () => new ShopError('conflict', 'This order was sent before with other details.')

/**
 * One order, whatever is sent how often: the bag's row is held while it is emptied, and a key, once stored with its
 * order, only ever gives that order again.
 */
export async function placeOrder(
  till: Till,
  buyer: Buyer,
  request: OrderRequest,
  key?: string,
  now = new Date(),
): Promise<Order> {
  const { db } = till
  const hash = hashOf(request)
  const opened = await findKeyOrNumber(db, buyer.userId, key)
  if ('stored' in opened) return orderUnder(db, buyer.userId, opened.stored, hash)
  let isWritten = false
  try {
    return await transactRepeatedly(db, async (tx) => {
      const order = await writeOrder(tx, till, buyer, request, { key, hash, now, number: opened.number })
      isWritten = true
      return order
    })
  } catch (error) {
    if (isDatabaseAway(error)) throw isWritten ? neverHeard(key, error) : error
    // Another request with this key may have emptied the bag or taken the last piece.
    const placed = await orderOfKey(db, buyer.userId, key, hash)
    if (placed) return placed
    throw error
  }
}

/** Only the answer to COMMIT was lost: the order may stand or not. */
function neverHeard(key: string | undefined, cause: unknown): ShopError {
  const message = key
    ? 'We lost the connection while placing your order. Please try again: it will not be ordered twice.'
    : 'We lost the connection while placing your order. Please look at My Orders before you try again.'
  return new ShopError('unavailable', message, { retryAfterSeconds: 5, cause })
}

async function orderOfKey(db: Db, userId: string, key: string | undefined, hash: string): Promise<Order | undefined> {
  const stored = key === undefined ? undefined : await findKey(db, userId, key)
  return stored && orderUnder(db, userId, stored, hash)
}

async function orderUnder(db: Db, userId: string, { orderId, requestHash }: StoredKey, hash: string): Promise<Order> {
  if (requestHash !== hash) throw keyUsed()
  return readOrder(db, userId, orderId)
}

/** Only a gift adds its word: keys stored before there were gifts stay valid. */
function hashOf({ shoppingCartId, addressId, method, currency, note, isGift }: OrderRequest): string {
  const ids = [shoppingCartId.toLowerCase(), addressId.toLowerCase()]
  const said = [...ids, method, currency, note ?? null, ...(isGift ? ['gift'] : [])]
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}

async function writeOrder(
  tx: Db,
  till: Till,
  buyer: Buyer,
  request: OrderRequest,
  { now, number, ...keyed }: { key: string | undefined; hash: string; now: Date; number: number },
): Promise<Order> {
  const { shipping } = till
  const [bag, address] = await Promise.all([
    sellAll(tx, buyer.userId, request.shoppingCartId),
    readAddress(tx, buyer.userId, request.addressId),
  ])
  refuseShortage(bag.lines)
  const lines = bag.lines.map(({ piece, quantity }) => lineOf(piece, quantity))
  const draft = {
    id: newId(now.getTime()),
    number,
    currency: request.currency,
    shippingNpr: shipping.npr,
    shippingUsd: shipping.usd,
    totalNpr: shipping.npr + lines.reduce((sum, { unitNpr, quantity }) => sum + unitNpr * quantity, 0),
    totalUsd: shipping.usd + lines.reduce((sum, { unitUsd, quantity }) => sum + unitUsd * quantity, 0),
    address: copyOf(address),
    note: request.note ?? bag.note,
    isGift: request.isGift ?? false,
    placedAt: now.toISOString(),
    shipment: null,
    lines,
  }
  refuseOtherTotal(request, draft)
  const order: Order = {
    ...draft,
    state: 'Pending',
    history: [{ from: null, to: 'Pending', by: 'customer', at: draft.placedAt }],
  }
  const mail = orderMail(order, buyer, till)
  const [isKeyed] = await Promise.all([insertOrder(tx, buyer.userId, draft, keyed), queueMail(tx, till, mail)])
  if (!isKeyed) throw keyUsed()
  return order
}

/** Nobody pays another price than the one they saw. */
function refuseOtherTotal(
  { shownTotal, currency }: OrderRequest,
  { totalUsd, totalNpr }: { totalUsd: number; totalNpr: number },
): void {
  const total = currency === 'USD' ? totalUsd : totalNpr
  if (shownTotal === undefined || fromWire(shownTotal) === total) return
  const description = `Prices have changed: the total is now ${formatMoney(total, currency)}. Nothing was ordered.`
  throw new ShopError('conflict', description, {
    details: [{ code: 'PriceChanged', field: 'shownTotal', description }],
  })
}

function lineOf(piece: Piece, quantity: number): OrderLine {
  return {
    productId: piece.productId,
    attributeId: piece.attributeId,
    productName: piece.name,
    slug: piece.slug,
    categoryId: piece.categoryId,
    attributeValue: piece.attributeValue,
    imageUrl: piece.picture && pictureApiUrl(piece.picture),
    unitNpr: piece.priceNpr,
    unitUsd: piece.priceUsd,
    quantity,
  }
}

export function copyOf(address: OrderAddress): OrderAddress {
  const { firstName, lastName, company, phone, email, country, state, city, streetAddress, zipCode } = address
  return { firstName, lastName, company, phone, email, country, state, city, streetAddress, zipCode }
}

/** Newest first, up to a hundred; `before` is the last of those that are known. */
export function listOrders(db: Db, userId: string, before?: string): Promise<Order[]> {
  return newestOrders(db, userId, before, mostOrdersListed)
}

export async function readOrder(db: Db, userId: string, orderId: string): Promise<Order> {
  const order = isId(orderId) ? await findOrder(db, userId, orderId) : undefined
  if (!order) throw new ShopError('notFound', 'There is no such order.')
  return order
}

/** An order that is still on its way keeps its address until it has arrived: see 0028. */
export const orderRecords = {
  name: 'orders',
  collect: async (db: Db, { userId }: { userId: string }) =>
    (await newestOrders(db, userId, undefined, everyOrder)).map(orderOnWire),
  erase: (tx: Db, { userId }: { userId: string }) =>
    forgetPerson(tx, { userId, states: orderStates.filter(isSettled) }),
}
