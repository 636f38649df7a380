import { addressLines } from '#app/features/address/address-lines.tsx'
import { addressWireNames } from '#app/features/address/schema.ts'
import { newKey } from '#app/features/admin/new-key.ts'
import type { Merging } from '#app/features/admin/use-draft.ts'
import type { ProductListRow } from '#modules/catalog/admin-contract.ts'
import { pictureApiUrl } from '#modules/media/picture.ts'
import type { WireAdminOrder } from '#modules/orders/admin-contract.ts'
import { type Currency, fromWire } from '#shared/money.ts'

/** A line of the order, or a new one at the current price, if it has no position. */
export type DraftLine = {
  key: string
  position?: number
  productId: number
  attributeId: number | null
  name: string
  variant: string
  imageUrl: string | null
  quantity: number
  /** In the currency of the order, on the wire. */
  unit: number
  isFromStock: boolean
  /** Of a new line, whose variant staff choose. */
  hasVariants?: boolean
}

type DraftAddress = WireAdminOrder['order']['address']

export type Draft = { lines: DraftLine[]; address: DraftAddress; note: string; reason: string }

export function draftOf({ order }: WireAdminOrder): Draft {
  const lines = order.orderItems.map((item) => ({
    key: String(item.position),
    position: item.position,
    productId: item.productId,
    attributeId: item.attributeId,
    name: item.productName,
    variant: item.attributeValue ?? '',
    imageUrl: item.productImage,
    quantity: item.quantity,
    unit: order.currency === 'NPR' ? item.unitPrice : item.unitPriceInUSD,
    isFromStock: item.isFromStock,
  }))
  return { lines, address: order.address, note: order.note, reason: '' }
}

export const newLine = (row: ProductListRow, currency: Currency): DraftLine => ({
  key: newKey(),
  productId: row.productId,
  attributeId: null,
  name: row.name,
  variant: '',
  imageUrl: row.picture && pictureApiUrl(row.picture),
  quantity: 1,
  unit: currency === 'NPR' ? row.price : row.priceInUSD,
  isFromStock: true,
  hasVariants: row.variants > 0,
})

export const needsVariant = ({ hasVariants, attributeId }: DraftLine) => Boolean(hasVariants) && attributeId === null

/** In minor units of the currency of the order. */
export function totalOf({ lines }: Pick<Draft, 'lines'>, { order }: WireAdminOrder): number {
  const isNpr = order.currency === 'NPR'
  const discount = isNpr ? order.discount : order.discountInUSD
  const shipping = isNpr ? order.shippingFee : order.shippingFeeInUSD
  const subtotal = lines.reduce((sum, { unit, quantity }) => sum + fromWire(unit) * quantity, 0)
  return subtotal - fromWire(discount) + fromWire(shipping)
}

export const bodyOf = ({ lines, address, note, reason }: Draft, { version }: WireAdminOrder) => ({
  version,
  lines: lines.map(({ position, productId, attributeId, quantity }) => ({
    ...(position !== undefined && { position }),
    productId,
    attributeId,
    quantity,
  })),
  address,
  note,
  reason,
})

const lineName = ({ name, variant }: DraftLine) => (variant ? `${name} (${variant})` : name)

export const merging: Merging<Draft> = {
  labels: { lines: 'Items', address: 'Address', note: 'Note' },
  displayValue: (draft, key) => {
    if (key === 'lines') return draft.lines.map((line) => `${line.quantity} × ${lineName(line)}`).join('\n')
    return key === 'address' ? [...addressLines(draft.address), draft.address.email].join('\n') : draft[key]
  },
}

/** The fields of the address form have other names than those of the API. */
export const addressValues = ({ streetAddress, zipCode, ...address }: DraftAddress) => ({
  ...address,
  street: streetAddress,
  zip: zipCode,
})

/** What the address form holds now. */
export function readAddress(form: HTMLFormElement, before: DraftAddress): DraftAddress {
  const fields = new FormData(form)
  const wireNames: Partial<Record<string, string>> = addressWireNames
  const read = (name: string) => String(fields.get(wireNames[name] ?? name) ?? '')
  const address = Object.fromEntries(Object.keys(before).map((name) => [name, read(name)])) as DraftAddress
  return /^\+\d*$/.test(address.phone.trim()) && before.phone === '' ? { ...address, phone: '' } : address
}
