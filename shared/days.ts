/** Reports and dates use the calendar day in Nepal. */
export const shopTimeZone = 'Asia/Kathmandu'

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: shopTimeZone, dateStyle: 'short' })

const utcOffset = '+05:45'

/** When a calendar day, or the one so many days later, begins in Nepal. */
export function startOfShopDay(day: string, daysLater = 0): Date {
  const start = new Date(`${day}T00:00:00${utcOffset}`)
  start.setUTCDate(start.getUTCDate() + daysLater)
  return start
}

/** The calendar day in Nepal, such as `2026-10-12`. */
export function shopDay(time: Date): string {
  return dayFormat.format(time)
}
