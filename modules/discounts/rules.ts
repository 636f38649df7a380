import { type Currency, formatMoney } from '#shared/money.ts'

/** A discount with what its rules need to know about the customer. */
export type Discount = {
  id: number
  code: string
  percent: number | null
  amountNpr: number | null
  amountUsd: number | null
  minimumNpr: number
  minimumUsd: number
  productIds: number[] | null
  categoryIds: number[] | null
  startsAt: string | null
  endsAt: string | null
  maxUses: number | null
  maxUsesPerCustomer: number | null
  firstOrderOnly: boolean
  isActive: boolean
  uses: number
  /** Orders of this customer with this code that are not canceled. */
  customerUses: number
  /** Whether the customer has any order that is not canceled. */
  hasOrdered: boolean
}

export type DiscountableLine = {
  productId: number
  categoryId: number
  priceNpr: number
  priceUsd: number
  quantity: number
}

/** What a code takes off in each currency, or why it takes nothing off. */
export type AppliedDiscount = {
  code: string
  npr: number
  usd: number
  problemNpr: string | null
  problemUsd: string | null
}

/** Unknown, expired and used-up codes get the same sentence, so trying codes teaches nothing. */
export const codeNotValid = 'This code is not valid, or no longer valid. Please check it.'

/** Why nobody can use the code now. */
export function unavailability(discount: Discount, now: Date): string | null {
  const { code, isActive, startsAt, endsAt, maxUses, uses } = discount
  const hasStarted = startsAt === null || new Date(startsAt) <= now
  const hasEnded = endsAt !== null && new Date(endsAt) <= now
  if (!isActive || !hasStarted || hasEnded) return `The code ${code} is no longer valid.`
  return maxUses !== null && uses >= maxUses ? `The code ${code} has been used up.` : null
}

/** Why this customer cannot use the code. */
export function ineligibility(discount: Discount): string | null {
  const { code, maxUsesPerCustomer, customerUses, firstOrderOnly, hasOrdered } = discount
  if (maxUsesPerCustomer !== null && customerUses >= maxUsesPerCustomer)
    return `You have already used the code ${code}.`
  return firstOrderOnly && hasOrdered ? `The code ${code} is for first orders only.` : null
}

export function applyDiscount(
  code: string,
  discount: Discount | null,
  lines: DiscountableLine[],
  now: Date,
): AppliedDiscount {
  const problem = discount
    ? (unavailability(discount, now) ?? ineligibility(discount))
    : `The code ${code} is no longer valid.`
  if (!discount || problem) return { code, npr: 0, usd: 0, problemNpr: problem, problemUsd: problem }
  const [npr, usd] = [amountIn('NPR', discount, lines), amountIn('USD', discount, lines)]
  return { code, npr: npr.amount, usd: usd.amount, problemNpr: npr.problem, problemUsd: usd.problem }
}

type Result = { amount: number; problem: string | null }

function amountIn(currency: Currency, discount: Discount, lines: DiscountableLine[]): Result {
  const { code, percent } = discount
  const isNpr = currency === 'NPR'
  const sum = (some: DiscountableLine[]) =>
    some.reduce((total, { priceNpr, priceUsd, quantity }) => total + (isNpr ? priceNpr : priceUsd) * quantity, 0)
  const applicable = lines.filter((line) => appliesTo(discount, line))
  if (lines.length > 0 && applicable.length === 0)
    return { amount: 0, problem: `The code ${code} is not for the products in your bag.` }
  const missing = (isNpr ? discount.minimumNpr : discount.minimumUsd) - sum(lines)
  if (missing > 0)
    return { amount: 0, problem: `Add products for ${formatMoney(missing, currency)} more to use the code ${code}.` }
  const fixed = (isNpr ? discount.amountNpr : discount.amountUsd) ?? 0
  const limit = sum(applicable)
  // The product may exceed the safe integers.
  const amount = percent === null ? fixed : Number((BigInt(limit) * BigInt(percent)) / 100n)
  return { amount: Math.min(amount, limit), problem: null }
}

function appliesTo({ productIds, categoryIds }: Discount, { productId, categoryId }: DiscountableLine): boolean {
  if (!productIds && !categoryIds) return true
  return Boolean(productIds?.includes(productId) || categoryIds?.includes(categoryId))
}
