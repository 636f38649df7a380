import { z } from 'zod'
import { idPattern } from './id-pattern.ts'
import { slugPattern } from './slugs.ts'
import { hasVisibleCharacter } from './visible-text.ts'

/**
 * The fields of every schema that reads a caller's input. Each bounds its length before it looks at a pattern, and
 * refuses what the database cannot store. `tests/architecture/fields.test.ts` probes every leaf of every endpoint.
 */
export const unusableText = 'This text holds a character that cannot be used.'
const atMost = (most: number) => `Please use at most ${most.toLocaleString('en-US')} characters.`

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
const isStorable = (text: string) => !text.includes('\0') && !/\p{Cs}/u.test(text)

/** Also refuses control characters and characters that change the direction of text. */
const isOneLine = (text: string) => !/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u.test(text)

const tidy = (text: string) => text.normalize('NFC').trim().replace(/ {2,}/g, ' ')

/** The spaces around a text do not count, so twice the length is read before they are cut off. */
const bounded = (most: number, error: string) => z.string(error).max(most * 2, { error: atMost(most), abort: true })

/** One line that a person has typed: spaces around it go, those inside become one. */
export const typedLine = (what: string, most: number) =>
  bounded(most, `Please enter ${what}.`)
    .overwrite(tidy)
    .min(1, `Please enter ${what}.`)
    .max(most, atMost(most))
    .refine(isOneLine, unusableText)

/** The name of a person, as it is shown. */
export const displayName = (what: string, most: number) =>
  typedLine(what, most).refine(hasVisibleCharacter, `Please enter ${what}.`)

/** The same, where nothing at all will do too. */
export const optionalLine = (most: number) =>
  bounded(most, 'Please enter text.').overwrite(tidy).max(most, atMost(most)).refine(isOneLine, unusableText)

/** Text of several lines, or none. */
export const longText = (most: number, error = 'Please enter text.') =>
  bounded(most, error).trim().max(most, atMost(most)).refine(isStorable, unusableText)

/** The same, with at least one character. */
export const filledText = (most: number, error = 'Please enter text.') => longText(most, error).min(1, error)

/** Text that is taken as it is: a name in a path, a filter, a search, a password. */
export const lookupText = (most: number, error = 'Please enter text.') =>
  z
    .string(error)
    .max(most, { error: atMost(most), abort: true })
    .refine(isStorable, unusableText)

/** Quotes and lists inside each other on one line; each level is one more call on the stack of the renderer. */
const deepNesting = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){51}/m

export const markdownText = (most: number) =>
  longText(most)
    .refine((text) => !deepNesting.test(text), 'Please nest quotes and lists at most 50 deep.')
    .meta({ description: 'Markdown' })

export const slugField = bounded(120, 'Please enter an address.')
  .trim()
  .max(120, { error: atMost(120), abort: true })
  .regex(slugPattern, 'Please use small letters, digits and single hyphens.')

const wrongEmail = 'Please enter an email address, such as name@example.com.'

export const emailField = bounded(254, wrongEmail)
  .trim()
  .max(254, { error: atMost(254), abort: true })
  .check(z.email(wrongEmail))

export const optionalEmail = z.union([z.literal(''), emailField], wrongEmail)

const wrongPhone = 'Please enter a phone number, such as +977 984 123 4567.'

export const optionalPhone = bounded(40, 'Please enter a phone number.')
  .trim()
  .regex(/^(\+?[\d ()./-]{6,24})?$/, wrongPhone)

/** An https address, or nothing. */
export const optionalUrl = (error: string) =>
  z.union(
    [
      z.literal(''),
      z.string(error).max(200, { error, abort: true }).refine(isWebAddress, error).meta({ format: 'uri' }),
    ],
    error,
  )

function isWebAddress(text: string): boolean {
  return isOneLine(text) && URL.canParse(text) && new URL(text).protocol === 'https:'
}

const firstYear = 1900
const lastYear = 2199
const wrongYear = `Please choose a year from ${firstYear} to ${lastYear}.`
const isUsualYear = (text: string) => Number(text.slice(0, 4)) >= firstYear && Number(text.slice(0, 4)) <= lastYear

/** A day such as 2026-10-12. */
export const dayField = z.iso.date({ error: 'Please choose a day.', abort: true }).refine(isUsualYear, wrongYear)

/** A moment with its offset from UTC, turned into UTC: PostgreSQL refuses offsets that ISO 8601 allows. */
export const momentField = z
  .string('Please choose a moment.')
  .max(40, { error: 'Please choose a moment.', abort: true })
  .check(z.iso.datetime({ error: 'Please choose a moment.', offset: true, abort: true }))
  .overwrite((text) => new Date(text).toISOString())
  .refine(isUsualYear, wrongYear)

/** Sums of decimals are off by a few bits, which is not a further decimal. */
function hasAtMostDecimals(value: number, most: number): boolean {
  const rounded = Number(value.toFixed(most))
  return Math.abs(value - rounded) <= Math.max(1, Math.abs(value)) * 1e-12 && (value === 0 || rounded !== 0)
}

const decimalWords = ['', 'one decimal', 'two decimals', 'three decimals']

type Range = { min: number; max: number; tooLow: string; tooHigh: string }

/** A number that fits a `numeric` column: anything finer would be rounded without a word. */
export const decimalField = (error: string, decimals: 1 | 2 | 3, { min, max, tooLow, tooHigh }: Range) =>
  z
    .number(error)
    .min(min, tooLow)
    .max(max, tooHigh)
    .refine((value) => hasAtMostDecimals(value, decimals), `Please use at most ${decimalWords[decimals]}.`)

/** An amount in rupees or dollars, as the wire has it. */
export const moneyField = (what: string, max = 100_000_000) =>
  decimalField(`Please enter ${what}.`, 2, {
    min: 0,
    max,
    tooLow: 'Please enter an amount of 0 or more.',
    tooHigh: 'Please check this amount: it is too high.',
  })

export const priceField = moneyField('a price')

export const largestInteger = 2_147_483_647

/** An integer id from a sequence: products, attributes, pictures, posts, reviews. */
export const rowId = (error: string) => z.int(error).min(1, error).max(largestInteger, error)

/** The same, as it stands in a path or a form. */
export const rowIdInPath = (error: string) => z.coerce.number(error).pipe(rowId(error))

/** How often a record was changed before it was read. */
export const versionField = z.int32('Please send the version that was read.').min(0)

/** A UUID: orders, addresses, carts, enquiries. */
export const idField = (error: string) => z.uuid(error)

const unknownId = '00000000-0000-0000-0000-000000000000'

/**
 * An id in a path, or the caller's own in a body. What cannot be an id becomes one that nobody has, so that it is
 * answered like any other that is unknown: 404, or 403 where it names a person.
 */
export const lookupId = z
  .string('An id is a text.')
  .overwrite((text) => (idPattern.test(text) ? text : unknownId))
  .meta({ format: 'uuid' })
