import type { WireCart } from '#modules/cart/schema.ts'
import type { Variant } from '#modules/catalog/schema.ts'
import { fromWire, toWire } from '#shared/money.ts'

export type BagLine = WireCart['cartItems'][number]

/** A piece on its way into the bag, with what a line shows of it. */
export type BagPiece = {
  productId: number
  selectedAttributeId: number | null
  attributeValue: string | null
  measure: string | null
  name: string
  slugs: string
  categoryId: number
  /** In minor units, like every amount outside of the wire. */
  priceNpr: number
  priceUsd: number
  stock: number
  imgURL: string | null
}

type Identity = Pick<BagLine, 'productId' | 'selectedAttributeId'>

export const lineKey = ({ productId, selectedAttributeId }: Identity) => `${productId} ${selectedAttributeId}`

/** A bag has one line for each product and variant. */
export const isSameLine = (one: Identity, other: Identity) =>
  one.productId === other.productId && one.selectedAttributeId === other.selectedAttributeId

export const countPieces = (lines: BagLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** Sold out, gone, or more than there is: such a line refuses the whole order, and is not counted. */
export const isHeldUp = ({ notice }: BagLine) => notice !== null && notice !== 'price'

export type Amount = { npr: number; usd: number }

export const lineAmount = ({ unitPrice, unitPriceInUSD, quantity }: BagLine): Amount => ({
  npr: fromWire(unitPrice) * quantity,
  usd: fromWire(unitPriceInUSD) * quantity,
})

export function subtotalOf(lines: BagLine[]): Amount {
  const amounts = lines.filter((line) => !isHeldUp(line)).map(lineAmount)
  return amounts.reduce((sum, { npr, usd }) => ({ npr: sum.npr + npr, usd: sum.usd + usd }), { npr: 0, usd: 0 })
}

/** The line with another quantity, as the server will tell it. */
function inQuantity(line: BagLine, quantity: number): BagLine {
  const { npr, usd } = lineAmount({ ...line, quantity })
  const fits = line.notice === 'short' && quantity <= line.productQuantity
  return { ...line, quantity, totalPrice: toWire(npr), totalPriceInUSD: toWire(usd), notice: fits ? null : line.notice }
}

/** Nothing, where the quantity falls to nothing. */
export function withQuantity(lines: BagLine[], which: Identity, quantity: number): BagLine[] {
  return lines.flatMap((line) => {
    if (!isSameLine(line, which)) return line
    return quantity > 0 ? inQuantity(line, quantity) : []
  })
}

export function withPiece(lines: BagLine[], piece: BagPiece, quantity: number): BagLine[] {
  const there = lines.find((line) => isSameLine(line, piece))
  if (there) return withQuantity(lines, piece, there.quantity + quantity)
  const { priceNpr, priceUsd, stock, ...told } = piece
  const line: BagLine = {
    ...told,
    cartItemId: `new ${piece.productId} ${piece.selectedAttributeId}`,
    quantity: 0,
    unitPrice: toWire(priceNpr),
    unitPriceInUSD: toWire(priceUsd),
    totalPrice: 0,
    totalPriceInUSD: 0,
    productQuantity: stock,
    notice: null,
    previousUnitPrice: null,
    previousUnitPriceInUSD: null,
  }
  return [...lines, inQuantity(line, quantity)]
}

/** The line of the piece holds exactly so many. */
export function withPieceSet(lines: BagLine[], piece: BagPiece, quantity: number): BagLine[] {
  if (lines.some((line) => isSameLine(line, piece))) return withQuantity(lines, piece, quantity)
  return withPiece(lines, piece, quantity)
}

/** The line in another variant; where the bag has that one too, the two become one. */
export function withVariant(lines: BagLine[], which: Identity, variant: Variant): BagLine[] {
  const line = lines.find((each) => isSameLine(each, which))
  const wanted = { productId: which.productId, selectedAttributeId: variant.id }
  if (!line || isSameLine(which, wanted)) return lines
  const there = lines.find((each) => isSameLine(each, wanted))
  if (there) return withQuantity(withQuantity(lines, wanted, there.quantity + line.quantity), which, 0)
  const { id: selectedAttributeId, value: attributeValue, measure, stock: productQuantity } = variant
  const changed = { ...line, selectedAttributeId, attributeValue, measure, productQuantity, notice: null }
  return lines.map((each) => (each === line ? changed : each))
}

/** What the browser kept, as far as it can be read: storage may have been filled by somebody else. */
export function readLines(stored: unknown): BagLine[] {
  return Array.isArray(stored) ? stored.filter(isLine) : []
}

function isLine(line: Partial<BagLine> | null): line is BagLine {
  const numbers = [line?.productId, line?.quantity, line?.unitPrice, line?.unitPriceInUSD, line?.productQuantity]
  const texts = [line?.cartItemId, line?.name, line?.slugs]
  return numbers.every(Number.isFinite) && texts.every((text) => typeof text === 'string') && Number(line?.quantity) > 0
}
