import { fromWire } from '#shared/money.ts'

/** `6,000`, `6 000`, `6'000` and `1,65,400`: groups of digits with one kind of separator. */
const grouped = /^\d{1,3}(?:([,'’\s])\d{2,3}(?:\1\d{2,3})*)?$/
const isGrouped = (digits: string) => grouped.test(digits) && /\d{3}$/.test(digits)

/** Parses a number. Other input goes to the server unchanged, despite the type, so that it reports the field. */
export const numberOf = (typed: string): number => {
  const text = typed.trim()
  const [digits = '', ...decimals] = text.split('.')
  const plain = isGrouped(digits) && decimals.length < 2 ? text.replace(/[,'’\s]/g, '') : text
  return (plain === '' ? null : Number.isNaN(Number(plain)) ? typed : Number(plain)) as number
}

/** For sums that are shown while somebody types. */
export const numberOrZero = (typed: string): number => {
  const number = Number(numberOf(typed))
  return Number.isFinite(number) ? number : 0
}

export const minorUnitsOf = (typed: string): number => fromWire(numberOrZero(typed))

/** `Ruby Halo Ring` becomes `ruby-halo-ring`. */
export function slugOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 120)
}
