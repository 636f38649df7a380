const grouped = /^\d{1,3}(?:([,'’\s])\d{2,3}(?:\1\d{2,3})*)?$/
const isGrouped = (digits: string) => grouped.test(digits) && /\d{3}$/.test(digits)

/** `6,000`, `6 000`, `6'000` and `1,65,400` without their separators. Other text is returned as it is. */
export function ungrouped(text: string): string {
  const [digits = '', ...decimals] = text.split('.')
  return isGrouped(digits) && decimals.length < 2 ? text.replace(/[,'’\s]/g, '') : text
}
