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

/** `2026-10-12` as people write it: 12 October 2026. The same in every browser and time zone. */
export function longDate(isoDate: string): string {
  const [year, month, day] = isoDate.slice(0, 10).split('-').map(Number)
  return `${day} ${months[(month ?? 1) - 1]} ${year}`
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** The day of a moment where the reader is, as `2026-10-12`. */
export function localDay(moment: Date): string {
  return `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`
}

/** The time of a moment where the reader is: 14:20. */
export function localTime(moment: Date): string {
  return `${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`
}

/** Today, Yesterday, or the date. */
export function dayWords(moment: Date, now: Date): string {
  const day = localDay(moment)
  if (day === localDay(now)) return 'Today'
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  return day === localDay(yesterday) ? 'Yesterday' : longDate(day)
}
