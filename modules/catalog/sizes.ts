/** Sizes of rings and bracelets. Lengths are millimeters. */

export const circumferenceOf = (diameter: number) => diameter * Math.PI
export const diameterOf = (circumference: number) => circumference / Math.PI

/** The range of the tables and of the sizer: US 3 to 13. */
export const ringDiameters = { min: 14, max: 22.3 } as const
export const wrists = { min: 120, max: 230 } as const

export type RingSize = { us: string; uk: string; eu: string; nepal: string }

const usZero = 11.63
const usStep = 0.8128
const ukA = 37.8252
const ukStep = 1.2466

const toHalf = (value: number) => Math.round(value * 2) / 2
const halves = (value: number, whole: (value: number) => string) =>
  `${whole(Math.floor(value))}${Number.isInteger(value) ? '' : '½'}`
const ukName = (index: number) => String.fromCharCode('A'.charCodeAt(0) + index)

/** The nearest size of each system. ISO 8653 (EU) counts the inner circumference, India and Nepal from 40 mm on. */
export function ringSizeOf(diameter: number): RingSize {
  const circumference = circumferenceOf(diameter)
  return {
    us: halves(toHalf((diameter - usZero) / usStep), String),
    uk: halves(toHalf((circumference - ukA) / ukStep), ukName),
    eu: String(Math.round(circumference)),
    nepal: String(Math.round(circumference - 40)),
  }
}

/** The inner diameters of the US half sizes from 3 to 13. */
export const ringTable: readonly number[] = Array.from({ length: 21 }, (_, index) => usZero + usStep * (3 + index / 2))

/** A bracelet is longer than the wrist is wide around. */
export const braceletEase = 15

/** Bangle numbers of India and Nepal: 2 inches and a number of sixteenths. */
export const bangleTable = [2, 4, 6, 8, 10, 12].map((sixteenths) => ({
  number: `2-${sixteenths}`,
  diameter: (2 + sixteenths / 16) * 25.4,
}))

const across = /(\d{1,3}(?:[.,]\d{1,2})?)\s*mm\s+(?:inside|inner)\b/i
const around = /(\d{1,3}(?:[.,]\d{1,2})?)\s*mm\s+around\b/i
const usSize = /\bUS\s+(\d{1,2}(?:[.,]\d{1,2})?)(?!\d)(½?)/i

const numberIn = (text: string | undefined) => Number(text?.replace(',', '.'))

/** The inner circumference that a measure such as `16.5 mm inside, US 6` or `170 mm around` names. */
export function circumferenceIn(measure: string): number | undefined {
  const [, diameter] = across.exec(measure) ?? []
  if (diameter) return circumferenceOf(numberIn(diameter))
  const [, circumference] = around.exec(measure) ?? []
  if (circumference) return numberIn(circumference)
  const [, size, half] = usSize.exec(measure) ?? []
  if (size) return circumferenceOf(usZero + usStep * (numberIn(size) + (half ? 0.5 : 0)))
}

export type SizeKind = 'ring' | 'bracelet'

/** By how much the circumference of something that fits may be smaller or larger. */
const tolerances: Record<SizeKind, { smaller: number; larger: number }> = {
  ring: { smaller: circumferenceOf(0.2), larger: circumferenceOf(0.6) },
  bracelet: { smaller: 5, larger: 10 },
}

type Measured = { measure: string }

/** The variants whose measure fits this circumference, the best one first. */
export function fittingVariants<V extends Measured>(variants: V[], kind: SizeKind, circumference: number): V[] {
  const { smaller, larger } = tolerances[kind]
  return variants
    .map((variant) => ({ variant, difference: (circumferenceIn(variant.measure) ?? Number.NaN) - circumference }))
    .filter(({ difference }) => difference >= -smaller && difference <= larger)
    .toSorted((a, b) => Math.abs(a.difference) - Math.abs(b.difference))
    .map(({ variant }) => variant)
}
