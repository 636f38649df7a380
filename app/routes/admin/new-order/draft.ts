import { addressWireNames } from '#app/features/address/schema.ts'
import { newKey } from '#app/features/admin/new-key.ts'
import { numberOf } from '#app/features/admin/typed-values.ts'
import type { ProductListRow } from '#modules/catalog/admin-contract.ts'
import { type Amount, type Currency, fromWire, toWire } from '#shared/money.ts'

export type DraftLine = {
  key: string
  productId: number
  attributeId: number | null
  name: string
  variant: string
  hasVariants: boolean
  quantity: number
  stock: number
  /** Minor units. */
  unit: Amount
}

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
  lines: DraftLine[]
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

const amountIn = ({ npr, usd }: Amount, currency: Currency) => (currency === 'NPR' ? npr : usd)

export const feeText = (fee: Amount, currency: Currency) => String(toWire(amountIn(fee, currency)))

const shopPlace = { country: 'Nepal', state: 'Bagmati', city: 'Kathmandu' }

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

export const newLine = ({ productId, name, variants, stock, price, priceInUSD }: ProductListRow): DraftLine => ({
  key: newKey(),
  productId,
  attributeId: null,
  name,
  variant: '',
  hasVariants: variants > 0,
  quantity: 1,
  stock,
  unit: { npr: fromWire(price), usd: fromWire(priceInUSD) },
})

export const needsVariant = ({ hasVariants, attributeId }: DraftLine) => hasVariants && attributeId === null

/** Minor units; 0 while an amount is not a number. */
const minorUnits = (typed: string) => {
  const number = Number(numberOf(typed) ?? 0)
  return Number.isFinite(number) ? fromWire(number) : 0
}

export const lineTotal = ({ unit, quantity }: DraftLine, currency: Currency) => amountIn(unit, currency) * quantity

/** In minor units of the currency of the order. */
export function totalsOf({ lines, currency, discount, shipping }: Draft) {
  const subtotal = lines.reduce((sum, line) => sum + lineTotal(line, currency), 0)
  const sums = { subtotal, discount: minorUnits(discount), shipping: minorUnits(shipping) }
  return { ...sums, total: subtotal - sums.discount + sums.shipping }
}

/** The fee in the other currency is the same part of the usual fee. */
function bothFees({ shipping, currency }: Draft, fee: Amount): Amount {
  const typed = numberOf(shipping || '0')
  const [own, other] = currency === 'NPR' ? [fee.npr, fee.usd] : [fee.usd, fee.npr]
  const converted = own === 0 ? 0 : toWire(Math.round((minorUnits(shipping) * other) / own))
  return currency === 'NPR' ? { npr: typed, usd: converted } : { npr: converted, usd: typed }
}

/** What stands in the address of a sale over the counter. */
const shopAddress = (sellerAddress: string) => ({ ...shopPlace, streetAddress: sellerAddress || 'In the shop' })

export function bodyOf(draft: Draft, fee: Amount, sellerAddress: string) {
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
    shownTotal: toWire(Math.max(0, totalsOf(draft).total)),
    address: isCounterSale(draft) ? { firstName, lastName, phone, ...shopAddress(sellerAddress) } : receiver,
    note,
    isGift,
    handedOver: isCounterSale(draft),
  }
}

/** The fields of the address form have other names than those of the API. */
export const addressValues = ({ streetAddress, zipCode, ...address }: DraftAddress) => ({
  ...address,
  street: streetAddress,
  zip: zipCode,
})

const wireNames: Partial<Record<string, string>> = addressWireNames

/** What the address form holds now; fields that it does not show stay. */
export function readAddress(form: HTMLFormElement, before: DraftAddress): DraftAddress {
  const fields = new FormData(form)
  const read = (name: keyof DraftAddress) => {
    const value = fields.get(wireNames[name] ?? name)
    return value === null ? before[name] : String(value)
  }
  const names = Object.keys(emptyAddress) as (keyof DraftAddress)[]
  const address = Object.fromEntries(names.map((name) => [name, read(name)])) as DraftAddress
  // The form fills in the code of the country.
  return /^\+\d*$/.test(address.phone.trim()) ? { ...address, phone: '' } : address
}

/** Errors of the API, under the names of the address form. */
export const addressErrors = (errors: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([field, message]) => {
      const [, name = ''] = /^(?:address|newCustomer)\.(\w+)$/.exec(field) ?? []
      return name ? [[name === 'name' ? 'firstName' : (wireNames[name] ?? name), message]] : []
    }),
  )

export const toDraftAddress = (address: Partial<DraftAddress>): DraftAddress =>
  Object.fromEntries(
    Object.entries(emptyAddress).map(([name, empty]) => [name, address[name as keyof DraftAddress] ?? empty]),
  ) as DraftAddress
