export type DayRange = { from: number; to: number }

/** How long a parcel travels after it has left the shop, and for how long it can be sent back. */
export type Delivery = { nepal: DayRange; abroad: DayRange; returnDays: number }

export const usualDelivery: Delivery = { nepal: { from: 2, to: 5 }, abroad: { from: 8, to: 20 }, returnDays: 14 }

export const processingTime = '5-7 days'

export const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

/** `2–5 days`, or `3 days` where both ends are the same. */
export function dayRange({ from, to }: DayRange): string {
  return from === to ? days(from) : `${from}–${days(to)}`
}

/** Nothing where the shop takes nothing back. */
export function returnSentence({ returnDays }: Pick<Delivery, 'returnDays'>): string {
  return returnDays > 0 ? `Returns within ${days(returnDays)}.` : ''
}

/** `8–20 days outside Nepal` */
export function travelTime({ nepal, abroad }: Delivery, inNepal: boolean): string {
  return inNepal ? `${dayRange(nepal)} inside Nepal` : `${dayRange(abroad)} outside Nepal`
}

export const isInNepal = (countryName: string) => countryName === 'Nepal'
