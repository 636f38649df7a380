const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Formats `2026-10-12` as "12 October 2026", the same in every browser and time zone. */
export function longDate(isoDate: string): string {
  const [year, month, day] = isoDate.slice(0, 10).split('-').map(Number)
  return `${day} ${months[(month ?? 1) - 1]} ${year}`
}

/** Formats `2026-10` as "October 2026". */
export function monthAndYear(isoMonth: string): string {
  const [year, month] = isoMonth.split('-').map(Number)
  return `${months[(month ?? 1) - 1]} ${year}`
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** The day in the time zone of the browser, as `2026-10-12`. */
export function localDay(date: Date): string {
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

/** The time in the time zone of the browser, as `14:20`. */
export function localTime(date: Date): string {
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

/** As in a field of the type `datetime-local`. */
export const localDateTime = (date: Date) => `${localDay(date)}T${localTime(date)}`

/** The value of such a field as UTC. Other input stays as it is, so that the check of the form reports it. */
export function utcTime(typed: string): string {
  const date = new Date(typed)
  return Number.isNaN(date.getTime()) ? typed : date.toISOString()
}

export function relativeDay(date: Date, now: Date): string {
  const day = localDay(date)
  if (day === localDay(now)) return 'Today'
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  return day === localDay(yesterday) ? 'Yesterday' : longDate(day)
}

/** "14:05" for a time of today, "18 November 2026, 14:05" for another day. */
export function timeOrDay(date: Date, now: Date): string {
  const day = localDay(date)
  return day === localDay(now) ? localTime(date) : `${longDate(day)}, ${localTime(date)}`
}
