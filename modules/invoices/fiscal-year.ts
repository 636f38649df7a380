/** `start` is a month and day, such as 07-16. The year is named after the years in which it begins and ends. */
export function fiscalYearOf(day: string, start: string): string {
  const year = Number(day.slice(0, 4))
  const first = day.slice(5) >= start ? year : year - 1
  if (start === '01-01') return String(first)
  return `${first}/${String((first + 1) % 100).padStart(2, '0')}`
}

const prefixes = { invoice: 'INV', 'credit note': 'CN' } as const

export const invoiceNumber = (kind: keyof typeof prefixes, fiscalYear: string, number: number) =>
  `${prefixes[kind]} ${fiscalYear}-${String(number).padStart(5, '0')}`
