import { findStockItems, isOnSale } from '#modules/catalog/stock.server.ts'
import type { StockItem, StockItemKey } from '#modules/catalog/stock-item.ts'
import { applyDiscount } from '#modules/discounts/rules.ts'
import { refuseUnusableCode } from '#modules/discounts/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { isId, newId } from '#shared/ids.ts'
import {
  type Cart,
  type CartLine,
  type CartLineInput,
  maxCartLines,
  maxQuantity,
  type StoredCartWithItems,
  type StoredLine,
} from './contract.ts'
import {
  addToLine,
  deleteLine,
  findCart,
  insertCart,
  lockCart,
  replaceLines,
  storeDiscountCode,
} from './repo.server.ts'
import { cartOnWire } from './wire.ts'

const overStock = () => new ShopError('conflict', 'Cannot add more. Product is out of stock.')
const cartIsFull = () => new ShopError('conflict', `A bag can hold up to ${maxCartLines} different products.`)

/** Creates an empty cart if the user has none. */
export async function readCart(db: Db, userId: string): Promise<Cart> {
  const stored = (await findCart(db, userId)) ?? (await insertCart(db, userId)) ?? (await findCart(db, userId))
  if (!stored) throw new Error('The cart could not be created')
  return toCart(stored)
}

function toCart(stored: StoredCartWithItems): Cart {
  return cartWith(
    stored,
    stored.lines.flatMap((line) => withItem(line, line.item ?? undefined)),
  )
}

type CartFacts = Omit<StoredCartWithItems, 'lines'>

/** Lines that cannot be ordered get no discount, as they are in no sum. */
function cartWith({ id, note, discountCode, discount }: CartFacts, lines: CartLine[]): Cart {
  const orderable = lines
    .filter(({ notice }) => notice === null || notice === 'price')
    .map(({ item, quantity }) => ({ ...item, quantity }))
  const applied = discountCode === null ? null : applyDiscount(discountCode, discount, orderable, new Date())
  return { id, note, lines, discount: applied }
}

function withItem(line: StoredLine, item: StockItem | undefined): CartLine[] {
  return item ? [{ ...line, item, notice: noticeOf(line, item) }] : []
}

function noticeOf(line: StoredLine, item: StockItem): CartLine['notice'] {
  if (!isOnSale(item)) return 'gone'
  if (item.stock === 0) return 'soldOut'
  if (item.stock < line.quantity) return 'short'
  return line.priceNpr === item.priceNpr && line.priceUsd === item.priceUsd ? null : 'price'
}

function orderable(item: StockItem | null | undefined): StockItem {
  if (!item || item.isArchived) throw new ShopError('notFound', 'Product not found')
  if (item.isVariantValid) return item
  const description = 'Please choose one of the available options.'
  throw new ShopError('invalid', description, {
    details: [{ code: 'Invalid', field: 'selectedAttributeId', description }],
  })
}

export async function addToCart(db: Db, userId: string, line: CartLineInput): Promise<Cart> {
  const limits = { maxQuantity, maxLines: maxCartLines }
  const first = await addToLine(db, userId, line, { ...limits, retry: false })
  if (first) return cartAfterAdding(line, first, first.isAdded)
  const [item] = await findStockItems(db, [line])
  if (line.quantity > orderable(item).stock) throw overStock()
  const second = await addToLine(db, userId, line, { ...limits, retry: true })
  if (!second) throw overStock()
  const cart = await findCart(db, userId)
  if (!cart) throw new Error('The cart does not exist')
  return cartAfterAdding(line, cart, second.isAdded)
}

function cartAfterAdding(line: CartLineInput, cart: StoredCartWithItems, isAdded: boolean): Cart {
  if (isAdded) return toCart(cart)
  throw cart.lines.some((each) => isSame(each, line)) ? overStock() : cartIsFull()
}

/** Only new lines and lines with a higher quantity must be in stock. */
export async function replaceCart(
  db: Db,
  userId: string,
  { note, lines }: { note?: string | null; lines: CartLineInput[] },
): Promise<Cart> {
  return db.transaction(async (tx) => {
    const stored = await lockCart(tx, userId)
    const positions = new Map(stored.lines.map((line, index) => [keyOf(line), index]))
    const sent = mergeSame(lines).sort(
      (a, b) => (positions.get(keyOf(a)) ?? maxCartLines) - (positions.get(keyOf(b)) ?? maxCartLines),
    )
    const items = await findStockItems(tx, sent)
    const newLines = sent.map((line, index) => {
      const before = stored.lines.find((each) => isSame(each, line))
      if (before && before.quantity === line.quantity) return before
      if (before && line.quantity < before.quantity) return { ...before, ...currentPricesOf(items[index]), ...line }
      const item = orderable(items[index])
      if (line.quantity > item.stock) throw overStock()
      return { id: before?.id ?? newId(), ...line, ...pricesOf(item) }
    })
    const cart = { ...stored, note: note ?? stored.note }
    const remainingIds = newLines.map(({ id }) => id)
    await replaceLines(tx, cart, remainingIds, newLines)
    return cartWith(
      cart,
      newLines.flatMap((line, index) => withItem(line, items[index])),
    )
  })
}

const pricesOf = ({ priceNpr, priceUsd }: StockItem) => ({ priceNpr, priceUsd })
const currentPricesOf = (item: StockItem | undefined) => (item ? pricesOf(item) : {})

function mergeSame(lines: CartLineInput[]): CartLineInput[] {
  const merged: CartLineInput[] = []
  for (const line of lines) {
    const same = merged.find((each) => isSame(each, line))
    if (same) same.quantity += line.quantity
    else merged.push({ ...line })
  }
  if (merged.some(({ quantity }) => quantity > maxQuantity)) throw overStock()
  return merged
}

const keyOf = ({ productId, variantId }: StockItemKey) => `${productId}/${variantId}`
const isSame = (a: StockItemKey, b: StockItemKey) => keyOf(a) === keyOf(b)

export async function removeFromCart(db: Db, userId: string, lineId: string): Promise<Cart> {
  const isRemoved = isId(lineId) && (await deleteLine(db, userId, lineId))
  if (!isRemoved) throw new ShopError('notFound', 'This item is not in your bag.')
  return readCart(db, userId)
}

type AddedLine = { count: number; reason: 'gone' | 'soldOut' | 'short' | null }

/** Adds as much of each line as stock and cart limits allow, and reports the result of each line. */
export async function addAvailable(
  db: Db,
  userId: string,
  lines: CartLineInput[],
): Promise<{ cart: Cart; added: AddedLine[] }> {
  return db.transaction(async (tx) => {
    const stored = await lockCart(tx, userId)
    const items = await findStockItems(tx, lines)
    const linesByKey = new Map(stored.lines.map((line) => [keyOf(line), line]))
    const added = lines.map((line, index): AddedLine => {
      const item = items[index]
      if (!isOnSale(item)) return { count: 0, reason: 'gone' }
      if (item.stock === 0) return { count: 0, reason: 'soldOut' }
      const before = linesByKey.get(keyOf(line))
      const hasCapacity = before !== undefined || linesByKey.size < maxCartLines
      const free = hasCapacity ? Math.min(item.stock, maxQuantity) - (before?.quantity ?? 0) : 0
      const count = Math.max(0, Math.min(line.quantity, free))
      const quantity = (before?.quantity ?? 0) + count
      if (count > 0)
        linesByKey.set(keyOf(line), { id: before?.id ?? newId(), ...itemKeyOf(line), quantity, ...pricesOf(item) })
      return { count, reason: count < line.quantity ? 'short' : null }
    })
    const newLines = [...linesByKey.values()]
    const remainingIds = newLines.map(({ id }) => id)
    await replaceLines(tx, stored, remainingIds, newLines)
    const newItems = await findStockItems(tx, newLines)
    const cart = cartWith(
      stored,
      newLines.flatMap((line, index) => withItem(line, newItems[index])),
    )
    return { cart, added }
  })
}

const itemKeyOf = ({ productId, variantId }: StockItemKey) => ({ productId, variantId })

/** A code whose minimum is not reached yet is stored too: it takes effect when it is. */
export async function setDiscountCode(db: Db, userId: string, code: string): Promise<Cart> {
  await refuseUnusableCode(db, userId, code)
  await storeDiscountCode(db, userId, code)
  return readCart(db, userId)
}

export async function removeDiscountCode(db: Db, userId: string): Promise<Cart> {
  await storeDiscountCode(db, userId, null)
  return readCart(db, userId)
}

/** No erase function: the foreign key deletes the cart with the account. */
export const cartRecords = {
  name: 'cart',
  collect: async (db: Db, { userId }: { userId: string }) => cartOnWire(await readCart(db, userId)),
}
