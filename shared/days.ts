/** The shop keeps its books by the days of Nepal. */
export const shopTimeZone = 'Asia/Kathmandu'

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: shopTimeZone, dateStyle: 'short' })

/** The day of a moment in Nepal, as `2026-10-12`. */
export function shopDay(moment: Date): string {
  return dayFormat.format(moment)
}
