export type DayRange = { from: number; to: number }

/** Delivery times in days after shipping, and the days in which a return is possible. */
export type Delivery = { nepal: DayRange; abroad: DayRange; returnDays: number }

export const defaultDelivery: Delivery = { nepal: { from: 2, to: 5 }, abroad: { from: 8, to: 20 }, returnDays: 14 }

export const processingTime = '5-7 days'

export const daysText = (count: number) => (count === 1 ? '1 day' : `${count} days`)

/** `2–5 days`, or `3 days` if both ends are equal. */
export function dayRangeText({ from, to }: DayRange): string {
  return from === to ? daysText(from) : `${from}–${daysText(to)}`
}

/** Empty if the shop accepts no returns. */
export function returnsText({ returnDays }: Pick<Delivery, 'returnDays'>): string {
  return returnDays > 0 ? `Returns within ${daysText(returnDays)}.` : ''
}

/** `8–20 days outside Nepal` */
export function deliveryTimeText({ nepal, abroad }: Delivery, inNepal: boolean): string {
  return inNepal ? `${dayRangeText(nepal)} inside Nepal` : `${dayRangeText(abroad)} outside Nepal`
}

export const isInNepal = (countryName: string) => countryName === 'Nepal'
