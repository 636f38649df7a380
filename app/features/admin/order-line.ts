import type { ProductListRow } from '#modules/catalog/admin-contract.ts'
import { pictureApiUrl } from '#modules/media/picture.ts'
import { type Amount, type Currency, fromWire, inCurrency } from '#shared/money.ts'
import { newKey } from './new-key.ts'

/** A line of an order that staff edit. */
export type OrderLine = {
  key: string
  /** Undefined for a new line, which has the current price. */
  position?: number
  productId: number
  attributeId: number | null
  name: string
  variant: string
  hasVariants: boolean
  imageUrl: string | null
  quantity: number
  /** Minor units. */
  unit: Amount
  isFromStock: boolean
}

type Priced = Pick<ProductListRow, 'currentPrice' | 'currentPriceInUSD'>

export const currentAmount = ({ currentPrice, currentPriceInUSD }: Priced): Amount => ({
  npr: fromWire(currentPrice),
  usd: fromWire(currentPriceInUSD),
})

export const newLine = (row: ProductListRow): OrderLine => ({
  key: newKey(),
  productId: row.productId,
  attributeId: null,
  name: row.name,
  variant: '',
  hasVariants: row.variants > 0,
  imageUrl: row.picture && pictureApiUrl(row.picture),
  quantity: 1,
  unit: currentAmount(row),
  isFromStock: true,
})

export const lineName = ({ name, variant }: OrderLine) => (variant ? `${name} (${variant})` : name)

/** Staff must still choose a variant. */
export const needsVariant = ({ position, hasVariants, attributeId }: OrderLine) =>
  position === undefined && hasVariants && attributeId === null

export const lineTotal = ({ unit, quantity }: OrderLine, currency: Currency) => inCurrency(unit, currency) * quantity

export const subtotalOf = (lines: OrderLine[], currency: Currency) =>
  lines.reduce((sum, line) => sum + lineTotal(line, currency), 0)
