import { fromWire } from '#shared/money.ts'
import { ungrouped } from '#shared/numbers.ts'

/** Parses a number. Other input goes to the server unchanged, despite the type, so that it reports the field. */
export const numberOf = (typed: string): number => {
  const plain = ungrouped(typed.trim())
  return (plain === '' ? null : Number.isNaN(Number(plain)) ? typed : Number(plain)) as number
}

/** For sums that are shown while somebody types. */
export const numberOrZero = (typed: string): number => {
  const number = Number(numberOf(typed))
  return Number.isFinite(number) ? number : 0
}

export const minorUnitsOf = (typed: string): number => fromWire(numberOrZero(typed))

/** `Ruby Halo Ring` becomes `ruby-halo-ring`. */
export function slugOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 120)
}
