import type { WireCart } from '#modules/cart/contract.ts'
import type { Variant } from '#modules/catalog/contract.ts'
import { type Amount, type Currency, fromWire, toWire } from '#shared/money.ts'

export type CartLine = WireCart['cartItems'][number]

export type CartDiscount = WireCart['discount']

/** A product to add to the cart, with the fields that its line shows. */
export type CartProduct = {
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

type Identity = Pick<CartLine, 'productId' | 'selectedAttributeId'>

export const lineKey = ({ productId, selectedAttributeId }: Identity) => `${productId} ${selectedAttributeId}`

/** A cart has one line for each product and variant. */
export const isSameLine = (a: Identity, b: Identity) =>
  a.productId === b.productId && a.selectedAttributeId === b.selectedAttributeId

export const totalQuantity = (lines: CartLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** Sold out, no longer sold, or above stock. Such a line blocks the order and does not count in the subtotal. */
export const isBlocked = ({ notice }: CartLine) => notice !== null && notice !== 'price'

export const lineAmount = ({ unitPrice, unitPriceInUSD, quantity }: CartLine): Amount => ({
  npr: fromWire(unitPrice) * quantity,
  usd: fromWire(unitPriceInUSD) * quantity,
})

export function subtotalOf(lines: CartLine[]): Amount {
  const amounts = lines.filter((line) => !isBlocked(line)).map(lineAmount)
  return amounts.reduce((sum, { npr, usd }) => ({ npr: sum.npr + npr, usd: sum.usd + usd }), { npr: 0, usd: 0 })
}

/** Never more than the products, also while a change of the cart is on its way. */
export function discountOf(discount: CartDiscount, subtotal: Amount): Amount {
  return {
    npr: Math.min(fromWire(discount?.amount ?? 0), subtotal.npr),
    usd: Math.min(fromWire(discount?.amountInUSD ?? 0), subtotal.usd),
  }
}

/** Why the code takes nothing off in this currency. It prevents the order. */
export const discountProblem = (discount: CartDiscount, currency: Currency): string | null =>
  discount && (currency === 'NPR' ? discount.problem : discount.problemInUSD)

/** Computes the line as the server will return it. */
function lineWithQuantity(line: CartLine, quantity: number): CartLine {
  const { npr, usd } = lineAmount({ ...line, quantity })
  const fits = line.notice === 'short' && quantity <= line.productQuantity
  return { ...line, quantity, totalPrice: toWire(npr), totalPriceInUSD: toWire(usd), notice: fits ? null : line.notice }
}

/** A quantity of 0 removes the line. */
export function withQuantity(lines: CartLine[], target: Identity, quantity: number): CartLine[] {
  return lines.flatMap((line) => {
    if (!isSameLine(line, target)) return line
    return quantity > 0 ? lineWithQuantity(line, quantity) : []
  })
}

export function withProduct(lines: CartLine[], product: CartProduct, quantity: number): CartLine[] {
  const existing = lines.find((line) => isSameLine(line, product))
  if (existing) return withQuantity(lines, product, existing.quantity + quantity)
  const { priceNpr, priceUsd, stock, ...fields } = product
  const line: CartLine = {
    ...fields,
    cartItemId: `new ${product.productId} ${product.selectedAttributeId}`,
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
  return [...lines, lineWithQuantity(line, quantity)]
}

/** Replaces the quantity of the line, or adds the line. */
export function withProductQuantity(lines: CartLine[], product: CartProduct, quantity: number): CartLine[] {
  if (lines.some((line) => isSameLine(line, product))) return withQuantity(lines, product, quantity)
  return withProduct(lines, product, quantity)
}

const samePrice = { previousUnitPrice: null, previousUnitPriceInUSD: null }

/** Changes the variant of a line. Merges the line with an existing line of the new variant. */
export function withVariant(lines: CartLine[], target: Identity, variant: Variant): CartLine[] {
  const line = lines.find((each) => isSameLine(each, target))
  const changedTarget = { productId: target.productId, selectedAttributeId: variant.id }
  if (!line || isSameLine(target, changedTarget)) return lines
  const existing = lines.find((each) => isSameLine(each, changedTarget))
  if (existing) return withQuantity(withQuantity(lines, changedTarget, existing.quantity + line.quantity), target, 0)
  const { id: selectedAttributeId, value: attributeValue, measure, stock: productQuantity } = variant
  const prices = { unitPrice: toWire(variant.priceNpr), unitPriceInUSD: toWire(variant.priceUsd) }
  const changed = lineWithQuantity(
    { ...line, ...prices, ...samePrice, selectedAttributeId, attributeValue, measure, productQuantity, notice: null },
    line.quantity,
  )
  return lines.map((each) => (each === line ? changed : each))
}

/** Ignores anything in browser storage that is not a cart line. */
export function readLines(stored: unknown): CartLine[] {
  return Array.isArray(stored) ? stored.filter(isLine) : []
}

function isLine(line: Partial<CartLine> | null): line is CartLine {
  const numbers = [line?.productId, line?.quantity, line?.unitPrice, line?.unitPriceInUSD, line?.productQuantity]
  const texts = [line?.cartItemId, line?.name, line?.slugs]
  return numbers.every(Number.isFinite) && texts.every((text) => typeof text === 'string') && Number(line?.quantity) > 0
}
