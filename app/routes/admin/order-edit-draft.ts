import { addressLines } from '#app/features/address/address-lines.tsx'
import { lineName, type OrderLine, subtotalOf } from '#app/features/admin/order-line.ts'
import type { Merging } from '#app/features/admin/use-draft.ts'
import type { WireAdminOrder } from '#modules/orders/admin-contract.ts'
import { fromWire, inCurrency } from '#shared/money.ts'

type DraftAddress = WireAdminOrder['order']['address']

export type Draft = { lines: OrderLine[]; address: DraftAddress; note: string; reason: string }

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
    hasVariants: item.attributeId !== null,
    unit: { npr: fromWire(item.unitPrice), usd: fromWire(item.unitPriceInUSD) },
    isFromStock: item.isFromStock,
  }))
  return { lines, address: order.address, note: order.note, reason: '' }
}

/** Whether only something else than the draft was changed, such as the status or a payment. */
export const hasSameContent = (order: WireAdminOrder, other: WireAdminOrder) =>
  JSON.stringify(draftOf(order)) === JSON.stringify(draftOf(other))

/** In minor units of the currency of the order. */
export function totalsOf({ lines }: Pick<Draft, 'lines'>, { order }: WireAdminOrder) {
  const { currency } = order
  const subtotal = subtotalOf(lines, currency)
  const discount = fromWire(inCurrency({ npr: order.discount, usd: order.discountInUSD }, currency))
  const shipping = fromWire(inCurrency({ npr: order.shippingFee, usd: order.shippingFeeInUSD }, currency))
  return { subtotal, discount, shipping, total: subtotal - discount + shipping }
}

export const bodyOf = ({ lines, address, note, reason }: Draft, { version }: WireAdminOrder) => ({
  version,
  lines: lines.map(({ position, productId, attributeId, quantity }) => ({
    ...(position !== undefined && { position }),
    productId,
    attributeId,
    quantity,
  })),
  ...(isPlaceEmpty(address) ? { buyer: address } : { address }),
  note,
  reason,
})

/** Nobody entered an address into an order over the counter. */
const isPlaceEmpty = ({ country, state, city, streetAddress }: DraftAddress) =>
  ![country, state, city, streetAddress].some((text) => text.trim())

export const merging: Merging<Draft> = {
  labels: { lines: 'Items', address: 'Address', note: 'Note' },
  displayValue: (draft, key) => {
    if (key === 'lines') return draft.lines.map((line) => `${line.quantity} × ${lineName(line)}`).join('\n')
    return key === 'address' ? [...addressLines(draft.address), draft.address.email].join('\n') : draft[key]
  },
}
