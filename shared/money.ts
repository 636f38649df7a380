/** Money is an integer count of minor units: cents for USD, paisa for NPR. */
export type Currency = 'USD' | 'NPR'

/** One sum in both currencies. */
export type Amount = { npr: number; usd: number }

export const inCurrency = ({ npr, usd }: Amount, currency: Currency): number => (currency === 'NPR' ? npr : usd)

/** `groupLength` is that of all groups of digits but the last, which has three. */
const notations: Record<Currency, { prefix: string; groupLength: number }> = {
  USD: { prefix: '$', groupLength: 3 },
  NPR: { prefix: 'Rs', groupLength: 2 },
}

/** Written by hand, because the first `Intl.NumberFormat` of a page takes as long as a tenth of its hydration. */
function groupDigits(digits: string, length: number): string {
  const groups = [digits.slice(-3)]
  for (let end = digits.length - 3; end > 0; end -= length) groups.unshift(digits.slice(Math.max(0, end - length), end))
  return groups.join(',')
}

/** `$ 1,240`, `Rs 1,65,400` and `−Rs 500`; decimals only if they are not zero. */
export function formatMoney(minor: number, currency: Currency): string {
  const { prefix, groupLength } = notations[currency]
  const size = Math.abs(minor)
  const cents = size % 100
  const whole = groupDigits(String((size - cents) / 100), groupLength)
  const decimals = cents === 0 ? '' : `.${String(cents).padStart(2, '0')}`
  return `${minor < 0 ? '−' : ''}${prefix} ${whole}${decimals}`
}

/** A JSON number with at most two decimals. */
export function toWire(minor: number): number {
  return minor / 100
}

/** Rounds to minor units. */
export function fromWire(amount: number): number {
  return Math.round(amount * 100)
}
