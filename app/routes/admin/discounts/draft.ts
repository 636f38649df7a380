import { numberOf } from '#app/features/admin/typed-values.ts'
import { localDateTime, longDate, utcTime } from '#app/lib/dates.ts'
import type { DiscountRecord } from '#modules/discounts/admin-contract.ts'
import { categoryById } from '#shared/categories.ts'

type ChosenProduct = { productId: number; name: string }

/** Form state of a discount. Times are local. */
export type Draft = {
  code: string
  kind: 'percent' | 'amounts'
  percent: string
  amount: string
  amountInUSD: string
  scope: 'all' | 'chosen'
  products: ChosenProduct[]
  categoryIds: number[]
  minimum: string
  minimumInUSD: string
  firstOrderOnly: boolean
  maxUses: string
  maxUsesPerCustomer: string
  startsAt: string
  endsAt: string
  isActive: boolean
}

export const emptyDraft = (): Draft => ({
  code: '',
  kind: 'percent',
  percent: '',
  amount: '',
  amountInUSD: '',
  scope: 'all',
  products: [],
  categoryIds: [],
  minimum: '',
  minimumInUSD: '',
  firstOrderOnly: false,
  maxUses: '',
  maxUsesPerCustomer: '',
  startsAt: '',
  endsAt: '',
  isActive: true,
})

const text = (number: number | null) => (number === null ? '' : String(number))
const unlessZero = (amount: number) => (amount === 0 ? '' : String(amount))
const local = (iso: string | null) => (iso ? localDateTime(new Date(iso)) : '')

export function draftOf(record: DiscountRecord): Draft {
  const { code, firstOrderOnly, isActive, products, categoryIds } = record
  return {
    code,
    firstOrderOnly,
    isActive,
    kind: record.percent === null ? 'amounts' : 'percent',
    percent: text(record.percent),
    amount: text(record.amount),
    amountInUSD: text(record.amountInUSD),
    scope: products || categoryIds ? 'chosen' : 'all',
    products: products ?? [],
    categoryIds: categoryIds ?? [],
    minimum: unlessZero(record.minimum),
    minimumInUSD: unlessZero(record.minimumInUSD),
    maxUses: text(record.maxUses),
    maxUsesPerCustomer: text(record.maxUsesPerCustomer),
    startsAt: local(record.startsAt),
    endsAt: local(record.endsAt),
  }
}

const orZero = (typed: string) => (typed.trim() ? numberOf(typed) : 0)

export function bodyOf(draft: Draft) {
  const isPercent = draft.kind === 'percent'
  const isChosen = draft.scope === 'chosen'
  const hasCategories = isChosen && draft.categoryIds.length > 0
  const productIds = draft.products.map(({ productId }) => productId)
  return {
    code: draft.code,
    percent: isPercent ? numberOf(draft.percent.replace('%', '')) : null,
    amount: isPercent ? null : numberOf(draft.amount),
    amountInUSD: isPercent ? null : numberOf(draft.amountInUSD),
    // Without a category, an empty list is refused.
    productIds: isChosen && (productIds.length > 0 || !hasCategories) ? productIds : null,
    categoryIds: hasCategories ? draft.categoryIds : null,
    minimum: orZero(draft.minimum),
    minimumInUSD: orZero(draft.minimumInUSD),
    firstOrderOnly: draft.firstOrderOnly,
    maxUses: numberOf(draft.maxUses),
    maxUsesPerCustomer: numberOf(draft.maxUsesPerCustomer),
    startsAt: draft.startsAt ? utcTime(draft.startsAt) : null,
    endsAt: draft.endsAt ? utcTime(draft.endsAt) : null,
    isActive: draft.isActive,
  }
}

export const labels = {
  code: 'Code',
  kind: 'Kind',
  percent: 'Percentage',
  amount: 'Amount (NPR)',
  amountInUSD: 'Amount (USD)',
  scope: 'Applies to',
  products: 'Products',
  categoryIds: 'Categories',
  minimum: 'Minimum subtotal (NPR)',
  minimumInUSD: 'Minimum subtotal (USD)',
  firstOrderOnly: 'First order only',
  maxUses: 'Uses in all',
  maxUsesPerCustomer: 'Uses per customer',
  startsAt: 'Starts',
  endsAt: 'Ends',
  isActive: 'Active',
} as const satisfies Record<keyof Draft, string>

export function displayValue(draft: Draft, key: keyof Draft): string {
  const value = draft[key]
  if (key === 'products') return draft.products.map(({ name }) => name).join(', ')
  if (key === 'categoryIds') return draft.categoryIds.map((id) => categoryById(id)?.title).join(', ')
  if (key === 'kind') return draft.kind === 'percent' ? 'Percentage' : 'Amounts'
  if (key === 'scope') return draft.scope === 'all' ? 'All products' : 'Chosen products'
  if (key === 'startsAt' || key === 'endsAt')
    return draft[key] && `${longDate(draft[key])}, ${draft[key].slice(11, 16)}`
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)
}

/** Without letters and digits that look alike. */
const characters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Ten random characters, which nobody guesses. */
export function randomCode(): string {
  const picks = crypto.getRandomValues(new Uint32Array(10))
  return [...picks].map((pick) => characters[pick % characters.length]).join('')
}
