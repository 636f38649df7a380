/** Money is an integer count of minor units: cents for USD, paisa for NPR. */
export type Currency = 'USD' | 'NPR'

/** One sum in both currencies. */
export type Amount = { npr: number; usd: number }

export const inCurrency = ({ npr, usd }: Amount, currency: Currency): number => (currency === 'NPR' ? npr : usd)

const grouping: Record<Currency, { prefix: string; locale: string }> = {
  USD: { prefix: '$', locale: 'en-US' },
  NPR: { prefix: 'Rs', locale: 'en-IN' },
}

const formats = new Map<string, Intl.NumberFormat>()

function numberFormat(locale: string, digits: 0 | 2): Intl.NumberFormat {
  const key = `${locale}${digits}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits })
    formats.set(key, format)
  }
  return format
}

/** `$ 1,240`, `Rs 1,65,400` and `−Rs 500`; decimals only if they are not zero. */
export function formatMoney(minor: number, currency: Currency): string {
  const { prefix, locale } = grouping[currency]
  return `${minor < 0 ? '−' : ''}${prefix} ${numberFormat(locale, minor % 100 === 0 ? 0 : 2).format(Math.abs(minor) / 100)}`
}

/** A JSON number with at most two decimals. */
export function toWire(minor: number): number {
  return minor / 100
}

/** Rounds to minor units. */
export function fromWire(amount: number): number {
  return Math.round(amount * 100)
}
