/** Reports and dates use the calendar day in Nepal. */
export const shopTimeZone = 'Asia/Kathmandu'

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: shopTimeZone, dateStyle: 'short' })

/** The calendar day in Nepal, such as `2026-10-12`. */
export function shopDay(time: Date): string {
  return dayFormat.format(time)
}
