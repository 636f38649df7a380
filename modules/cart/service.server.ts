import type { Piece, PieceAsked, SoldPiece } from '#modules/catalog/schema.ts'
import { findPieces, isOnSale } from '#modules/catalog/stock.server.ts'
import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { isId, newId } from '#shared/ids.ts'
import {
  type Added,
  addToLine,
  deleteLine,
  findCart,
  insertCart,
  lockCart,
  replaceLines,
  sellCart,
} from './repo.server.ts'
import {
  type Cart,
  type CartLine,
  type FoundCart,
  type LineToPut,
  mostLines,
  mostPieces,
  type StoredLine,
} from './schema.ts'
import { cartOnWire } from './wire.ts'

const overStock = () => new ShopError('conflict', 'Cannot add more. Product is out of stock.')
const bagIsFull = () => new ShopError('conflict', `A bag holds up to ${mostLines} different pieces.`)

/** Whoever has no bag yet gets an empty one. */
export async function readCart(db: Db, userId: string): Promise<Cart> {
  const stored = (await findCart(db, userId)) ?? (await insertCart(db, userId)) ?? (await findCart(db, userId))
  if (!stored) throw new Error('A bag could not be made')
  return shown(stored)
}

function shown({ id, note, lines }: FoundCart): Cart {
  return { id, note, lines: lines.flatMap((line) => lineWith(line, line.piece ?? undefined)) }
}

function lineWith(line: StoredLine, piece: Piece | undefined): CartLine[] {
  return piece ? [{ ...line, piece, notice: noticeOf(line, piece) }] : []
}

function noticeOf(line: StoredLine, piece: Piece): CartLine['notice'] {
  if (!isOnSale(piece)) return 'gone'
  if (piece.stock === 0) return 'soldOut'
  if (piece.stock < line.quantity) return 'short'
  return line.priceNpr === piece.priceNpr && line.priceUsd === piece.priceUsd ? null : 'price'
}

function orderable(piece: Piece | null | undefined): Piece {
  if (!piece || piece.isArchived) throw new ShopError('notFound', 'Product not found')
  if (piece.choiceFits) return piece
  const description = 'Please choose one of the kinds in which this product comes.'
  throw new ShopError('invalid', description, {
    details: [{ code: 'Invalid', field: 'selectedAttributeId', description }],
  })
}

export async function addToCart(db: Db, userId: string, asked: LineToPut): Promise<Cart> {
  const limits = { most: mostPieces, mostLines }
  const atOnce = await addToLine(db, userId, asked, { ...limits, waited: false })
  if (atOnce.cart) return cartAfter(atOnce.cart, atOnce, asked)
  refuse(atOnce.piece, asked)
  const waited = await addToLine(db, userId, asked, { ...limits, waited: true })
  refuse(waited.piece, asked)
  const cart = await findCart(db, userId)
  if (!cart) throw new Error('A bag has gone')
  if (!waited.line) throw refusal(cart, asked)
  return shown(cart)
}

function refuse(found: Piece | null, { quantity }: LineToPut): void {
  if (quantity > orderable(found).stock) throw overStock()
}

function refusal({ lines }: FoundCart, asked: LineToPut): ShopError {
  return lines.some((each) => isSame(each, asked)) ? overStock() : bagIsFull()
}

/** The bag with the line that was put in, at its old place or else at the end. */
function cartAfter(cart: FoundCart, { line, piece }: Added, asked: LineToPut): Cart {
  if (!line) throw refusal(cart, asked)
  const place = cart.lines.findIndex(({ id }) => id === line.id)
  const put = { ...line, piece }
  return shown({ ...cart, lines: place < 0 ? [...cart.lines, put] : cart.lines.with(place, put) })
}

/** The bag as it is sent, in one transaction. A line that grows, or is new, must be in stock; others stay as they are. */
export async function replaceCart(
  db: Db,
  userId: string,
  { note, lines }: { note?: string | null; lines: LineToPut[] },
): Promise<Cart> {
  return db.transaction(async (tx) => {
    const stored = await lockCart(tx, userId)
    const place = new Map(stored.lines.map((line, index) => [keyOf(line), index]))
    const sent = mergeSame(lines).sort(
      (a, b) => (place.get(keyOf(a)) ?? mostLines) - (place.get(keyOf(b)) ?? mostLines),
    )
    const pieces = await findPieces(tx, sent)
    const put = sent.map((line, index) => {
      const before = stored.lines.find((each) => isSame(each, line))
      if (before && before.quantity === line.quantity) return before
      if (before && line.quantity < before.quantity) return { ...before, ...todayOf(pieces[index]), ...line }
      const piece = orderable(pieces[index])
      if (line.quantity > piece.stock) throw overStock()
      return { id: before?.id ?? newId(), ...line, ...pricesOf(piece) }
    })
    const cart = { id: stored.id, note: note ?? stored.note }
    const keep = put.map(({ id }) => id)
    await replaceLines(tx, cart, keep, put)
    return { ...cart, lines: put.flatMap((line, index) => lineWith(line, pieces[index])) }
  })
}

const pricesOf = ({ priceNpr, priceUsd }: Piece) => ({ priceNpr, priceUsd })
const todayOf = (piece: Piece | undefined) => (piece ? pricesOf(piece) : {})

function mergeSame(lines: LineToPut[]): LineToPut[] {
  const merged: LineToPut[] = []
  for (const line of lines) {
    const same = merged.find((each) => isSame(each, line))
    if (same) same.quantity += line.quantity
    else merged.push({ ...line })
  }
  if (merged.some(({ quantity }) => quantity > mostPieces)) throw overStock()
  return merged
}

const keyOf = ({ productId, attributeId }: PieceAsked) => `${productId}/${attributeId}`
const isSame = (a: PieceAsked, b: PieceAsked) => keyOf(a) === keyOf(b)

export async function removeFromCart(db: Db, userId: string, lineId: string): Promise<Cart> {
  const isRemoved = isId(lineId) && (await deleteLine(db, userId, lineId))
  if (!isRemoved) throw new ShopError('notFound', 'This piece is not in your bag.')
  return readCart(db, userId)
}

type Taken = { count: number; reason: 'gone' | 'soldOut' | 'short' | null }

/** As much of each line as can be had beside what is in the bag already; tells line by line what became of it. */
export async function addAvailable(
  db: Db,
  userId: string,
  lines: LineToPut[],
): Promise<{ cart: Cart; added: Taken[] }> {
  return db.transaction(async (tx) => {
    const stored = await lockCart(tx, userId)
    const pieces = await findPieces(tx, lines)
    const bag = new Map(stored.lines.map((line) => [keyOf(line), line]))
    const added = lines.map((line, index): Taken => {
      const piece = pieces[index]
      if (!isOnSale(piece)) return { count: 0, reason: 'gone' }
      if (piece.stock === 0) return { count: 0, reason: 'soldOut' }
      const before = bag.get(keyOf(line))
      const hasRoom = before !== undefined || bag.size < mostLines
      const free = hasRoom ? Math.min(piece.stock, mostPieces) - (before?.quantity ?? 0) : 0
      const count = Math.max(0, Math.min(line.quantity, free))
      const quantity = (before?.quantity ?? 0) + count
      if (count > 0) bag.set(keyOf(line), { id: before?.id ?? newId(), ...asked(line), quantity, ...pricesOf(piece) })
      return { count, reason: count < line.quantity ? 'short' : null }
    })
    const put = [...bag.values()]
    const keep = put.map(({ id }) => id)
    await replaceLines(tx, stored, keep, put)
    const now = await findPieces(tx, put)
    return { cart: { ...stored, lines: put.flatMap((line, index) => lineWith(line, now[index])) }, added }
  })
}

const asked = ({ productId, attributeId }: PieceAsked) => ({ productId, attributeId })

/**
 * For an order, in its transaction: the bag is empty afterwards and its pieces are taken from stock, or the transaction
 * must fail.
 */
export async function sellAll(tx: Db, userId: string, cartId: string): Promise<{ note: string; lines: SoldPiece[] }> {
  const sold = await sellCart(tx, userId, cartId)
  if (!sold) throw new ShopError('notFound', 'There is no such bag.')
  if (sold.lines.length === 0) throw new ShopError('conflict', 'Cart is empty')
  return sold
}

/** It goes with the account, by its foreign key. */
export const cartRecords = {
  name: 'bag',
  collect: async (db: Db, { userId }: { userId: string }) => cartOnWire(await readCart(db, userId)),
}
