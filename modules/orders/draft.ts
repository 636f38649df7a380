import type { StockItem } from '#modules/catalog/stock-item.ts'
import { newCertificates } from '#modules/certificates/service.server.ts'
import { pictureApiUrl } from '#modules/media/picture.ts'
import type { Amount } from '#shared/money.ts'
import type { Order, OrderAddress, OrderLine } from './contract.ts'
import type { TransitionedBy } from './statuses.ts'

export type NewLine = Omit<OrderLine, 'position'>

export function lineOf(item: StockItem, quantity: number): NewLine {
  return {
    productId: item.productId,
    variantId: item.variantId,
    productName: item.name,
    slug: item.slug,
    categoryId: item.categoryId,
    variantValue: item.variantValue,
    imageUrl: item.picture && pictureApiUrl(item.picture),
    unitNpr: item.priceNpr,
    unitUsd: item.priceUsd,
    quantity,
    returned: 0,
    restocked: 0,
    fromStock: true,
  }
}

type Priced = Pick<OrderLine, 'unitNpr' | 'unitUsd' | 'quantity'>

export function subtotalOf(lines: Priced[]): Amount {
  return {
    npr: lines.reduce((sum, { unitNpr, quantity }) => sum + unitNpr * quantity, 0),
    usd: lines.reduce((sum, { unitUsd, quantity }) => sum + unitUsd * quantity, 0),
  }
}

type OrderFacts = Pick<Order, 'id' | 'number' | 'source' | 'currency' | 'note' | 'isGift'> & {
  address: OrderAddress
  lines: NewLine[]
  shipping: Amount
  discount?: Amount
  code?: { id: number; code: string } | undefined
  by: TransitionedBy
  now: Date
}

/** A new order: pending, at the current prices of its lines. */
export function draftOrder({ shipping, discount, code, address, by, now, ...facts }: OrderFacts): Order {
  const lines = facts.lines.map((line, index) => ({ ...line, position: index + 1 }))
  const subtotal = subtotalOf(lines)
  const placedAt = now.toISOString()
  return {
    ...facts,
    version: 1,
    status: 'Pending',
    shippingNpr: shipping.npr,
    shippingUsd: shipping.usd,
    discountNpr: discount?.npr ?? 0,
    discountUsd: discount?.usd ?? 0,
    discountId: code?.id ?? null,
    discountCode: code?.code ?? null,
    totalNpr: subtotal.npr - (discount?.npr ?? 0) + shipping.npr,
    totalUsd: subtotal.usd - (discount?.usd ?? 0) + shipping.usd,
    depositDue: 0,
    paid: 0,
    refunded: 0,
    writtenOff: 0,
    returnedAmount: 0,
    withCourier: 0,
    address: copyAddress(address),
    placedAt,
    shipment: null,
    lines,
    certificates: newCertificates(lines),
    history: [{ from: null, to: 'Pending', by, at: placedAt }],
  }
}

/** Only a sale over the counter has no address. */
export const hasPlace = ({ country }: Pick<OrderAddress, 'country'>) => country !== ''

export function copyAddress(address: Partial<OrderAddress>): OrderAddress {
  const { firstName = '', lastName = '', company = '', phone = '', email = '', ...place } = address
  const { country = '', state = '', city = '', streetAddress = '', zipCode = '' } = place
  return { firstName, lastName, company, phone, email, country, state, city, streetAddress, zipCode }
}
