import { type OrderLine, subtotalOf } from '#app/features/admin/order-line.ts'
import { minorUnitsOf, numberOf } from '#app/features/admin/typed-values.ts'
import { type Amount, type Currency, inCurrency, toWire } from '#shared/money.ts'

const emptyAddress = {
  firstName: '',
  lastName: '',
  company: '',
  country: 'Nepal',
  state: '',
  city: '',
  streetAddress: '',
  zipCode: '',
  phone: '',
  email: '',
}
export type DraftAddress = typeof emptyAddress

export type ChosenCustomer = { userId: string; name: string; email: string; phone: string; addresses: DraftAddress[] }

export type Draft = {
  /** The idempotency key: sending the form again never stores a second order. */
  key: string
  source: 'phone' | 'instagram' | 'counter'
  currency: Currency
  customer: ChosenCustomer | null
  address: DraftAddress
  lines: OrderLine[]
  discount: string
  /** In the currency of the order. */
  shipping: string
  note: string
  isGift: boolean
  handedOver: boolean
}

export const newDraft = (fee: Amount): Draft => ({
  key: crypto.randomUUID(),
  source: 'phone',
  currency: 'NPR',
  customer: null,
  address: emptyAddress,
  lines: [],
  discount: '',
  shipping: feeText(fee, 'NPR'),
  note: '',
  isGift: false,
  handedOver: false,
})

export const feeText = (fee: Amount, currency: Currency) => String(toWire(inCurrency(fee, currency)))

const shopPlace = { state: 'Bagmati', city: 'Kathmandu' }

/** A sale over the counter needs no address of the customer. */
export const isCounterSale = ({ source, handedOver }: Pick<Draft, 'source' | 'handedOver'>) =>
  source === 'counter' && handedOver

export function chooseSource(source: Draft['source'], draft: Draft, fee: Amount): Partial<Draft> {
  const isCounter = source === 'counter'
  if (isCounter === (draft.source === 'counter')) return { source }
  const { state, city } = shopPlace
  const { address } = draft
  return {
    source,
    handedOver: isCounter,
    shipping: isCounter ? '0' : feeText(fee, draft.currency),
    ...(isCounter && { address: { ...address, state: address.state || state, city: address.city || city } }),
  }
}

export const chooseCurrency = (currency: Currency, { source }: Draft, fee: Amount): Partial<Draft> => ({
  currency,
  discount: '',
  shipping: source === 'counter' ? '0' : feeText(fee, currency),
})

/** In minor units of the currency of the order. */
export function totalsOf({ lines, currency, discount, shipping }: Draft) {
  const subtotal = subtotalOf(lines, currency)
  const sums = { subtotal, discount: minorUnitsOf(discount), shipping: minorUnitsOf(shipping) }
  return { ...sums, total: Math.max(0, subtotal - sums.discount) + sums.shipping }
}

/** The fee in the other currency is the same part of the usual fee. */
function bothFees({ shipping, currency }: Draft, fee: Amount): Amount {
  const typed = numberOf(shipping || '0')
  const [own, other] = currency === 'NPR' ? [fee.npr, fee.usd] : [fee.usd, fee.npr]
  const converted = own === 0 ? 0 : toWire(Math.round((minorUnitsOf(shipping) * other) / own))
  return currency === 'NPR' ? { npr: typed, usd: converted } : { npr: converted, usd: typed }
}

export function bodyOf(draft: Draft, fee: Amount) {
  const { source, currency, customer, lines, note, isGift } = draft
  const { email, ...receiver } = draft.address
  const { firstName, lastName, phone } = receiver
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return {
    source,
    currency,
    customerId: customer?.userId ?? null,
    newCustomer: customer || !email.trim() ? null : { email, name, phone },
    lines: lines.map(({ productId, attributeId, quantity }) => ({ productId, attributeId, quantity })),
    discount: draft.discount.trim() ? numberOf(draft.discount) : 0,
    shipping: bothFees(draft, fee),
    shownTotal: toWire(totalsOf(draft).total),
    ...(isCounterSale(draft) ? { buyer: { firstName, lastName, phone } } : { address: receiver }),
    note,
    isGift,
    handedOver: isCounterSale(draft),
  }
}

export const toDraftAddress = (address: Partial<DraftAddress>): DraftAddress =>
  Object.fromEntries(
    Object.entries(emptyAddress).map(([name, empty]) => [name, address[name as keyof DraftAddress] ?? empty]),
  ) as DraftAddress
