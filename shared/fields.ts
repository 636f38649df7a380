import * as z from 'zod/mini'
import { namedObject } from './endpoint.ts'
import { idPattern } from './id-pattern.ts'
import { slugPattern } from './slugs.ts'
import { hasVisibleCharacter } from './visible-text.ts'

/**
 * All input schemas use these fields. Each one checks the length before a pattern and rejects text that the database
 * cannot store. `tests/architecture/fields.test.ts` checks every field of every endpoint.
 */
export const invalidCharacter = 'This text contains a character that is not allowed.'
const tooLong = (max: number) => `Please use at most ${max.toLocaleString('en-US')} characters.`

/** PostgreSQL cannot store NUL or half of a surrogate pair. */
const isStorable = (text: string) => !text.includes('\0') && !/\p{Cs}/u.test(text)

/** Also rejects control characters and characters that change the direction of text. */
const isOneLine = (text: string) => !/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u.test(text)

const collapseSpaces = (text: string) => text.normalize('NFC').trim().replace(/ {2,}/g, ' ')

/** Allows twice the length before trimming, because surrounding spaces do not count. */
const textUpTo = (max: number, error: string) =>
  z.string(error).check(z.maxLength(max * 2, { error: tooLong(max), abort: true }))

/** One line of text, trimmed, with repeated spaces collapsed. */
export const requiredLine = (label: string, max: number) =>
  textUpTo(max, `Please enter ${label}.`).check(
    z.overwrite(collapseSpaces),
    z.minLength(1, `Please enter ${label}.`),
    z.maxLength(max, tooLong(max)),
    z.refine(isOneLine, invalidCharacter),
  )

/** A person's name. */
export const displayName = (label: string, max: number) =>
  requiredLine(label, max).check(z.refine(hasVisibleCharacter, `Please enter ${label}.`))

export const optionalLine = (max: number) =>
  textUpTo(max, 'Please enter text.').check(
    z.overwrite(collapseSpaces),
    z.maxLength(max, tooLong(max)),
    z.refine(isOneLine, invalidCharacter),
  )

/** Text with line breaks; may be empty. */
export const optionalText = (max: number, error = 'Please enter text.') =>
  textUpTo(max, error).check(z.trim(), z.maxLength(max, tooLong(max)), z.refine(isStorable, invalidCharacter))

/** Text with line breaks; must not be empty. */
export const requiredText = (max: number, error = 'Please enter text.') =>
  optionalText(max, error).check(z.minLength(1, error))

/** Text that is not trimmed or normalized: a path segment, a filter, a search, a password. */
export const rawText = (max: number, error = 'Please enter text.') =>
  z.string(error).check(z.maxLength(max, { error: tooLong(max), abort: true }), z.refine(isStorable, invalidCharacter))

/** Nested quote or list markers at the start of a line; the Markdown renderer recurses once per level. */
const deepNesting = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){51}/m

export const markdownText = (max: number) =>
  optionalText(max).check(
    z.refine((text) => !deepNesting.test(text), 'Please nest quotes and lists at most 50 levels deep.'),
    z.meta({ description: 'Markdown' }),
  )

export const slugField = textUpTo(120, 'Please enter a URL.').check(
  z.trim(),
  z.maxLength(120, { error: tooLong(120), abort: true }),
  z.regex(slugPattern, 'Please use lower-case letters, digits and single hyphens.'),
)

/** A slug in a path; an unknown one gives 404. */
export const slugInPath = rawText(120)

const invalidEmail = 'Please enter an email address, such as name@example.com.'

export const emailField = textUpTo(254, invalidEmail).check(
  z.trim(),
  z.maxLength(254, { error: tooLong(254), abort: true }),
  z.email(invalidEmail),
)

export const optionalEmail = z.union([z.literal(''), emailField], invalidEmail)

const invalidPhone = 'Please enter a phone number, such as +977 984 123 4567.'

export const optionalPhone = textUpTo(40, 'Please enter a phone number.').check(
  z.trim(),
  z.regex(/^(\+?[\d ()./-]{6,24})?$/, invalidPhone),
)

/** A bare country code is no phone number. */
export const requiredPhone = optionalPhone.check(
  z.minLength(1, 'Please enter a phone number.'),
  z.refine((text) => text === '' || text.replace(/\D/g, '').length >= 6, invalidPhone),
)

/** An https URL, or empty. */
export const optionalUrl = (error: string) =>
  z.union(
    [
      z.literal(''),
      z
        .string(error)
        .check(z.maxLength(200, { error, abort: true }), z.refine(isHttpsUrl, error), z.meta({ format: 'uri' })),
    ],
    error,
  )

const invalidLink = 'Please enter a page of the shop, such as /shop/crystal, or a URL, such as https://example.com.'
const isShopPath = (text: string) => /^\/(?![/\\])[^\s\\]*$/.test(text)

/** A page of the shop or another website; may be empty. */
export const optionalLink = textUpTo(200, invalidLink).check(
  z.trim(),
  z.maxLength(200, { error: invalidLink, abort: true }),
  z.refine((text) => text === '' || isShopPath(text) || isHttpsUrl(text), invalidLink),
)

function isHttpsUrl(text: string): boolean {
  return isOneLine(text) && URL.canParse(text) && new URL(text).protocol === 'https:'
}

const minYear = 1900
const maxYear = 2199
const invalidYear = `Please choose a year from ${minYear} to ${maxYear}.`
const isYearInRange = (text: string) => Number(text.slice(0, 4)) >= minYear && Number(text.slice(0, 4)) <= maxYear

/** A date such as 2026-10-12. */
export const dateField = z.iso
  .date({ error: 'Please choose a date.', abort: true })
  .check(z.refine(isYearInRange, invalidYear))

/** Converted to UTC, because PostgreSQL rejects some offsets that ISO 8601 allows. */
export const timestampField = z.string('Please choose a date and time.').check(
  z.maxLength(40, { error: 'Please choose a date and time.', abort: true }),
  z.iso.datetime({ error: 'Please choose a date and time.', offset: true, abort: true }),
  z.overwrite((text) => new Date(text).toISOString()),
  z.refine(isYearInRange, invalidYear),
)

/** Allows the rounding error of floating-point sums. */
function hasMaxDecimals(value: number, max: number): boolean {
  const rounded = Number(value.toFixed(max))
  return Math.abs(value - rounded) <= Math.max(1, Math.abs(value)) * 1e-12 && (value === 0 || rounded !== 0)
}

const decimalNames = ['', 'one decimal', 'two decimals', 'three decimals']

type Range = { min: number; max: number; tooLow: string; tooHigh: string }

/** For a `numeric` column, which would round further decimals silently. */
export const decimalField = (error: string, decimals: 1 | 2 | 3, { min, max, tooLow, tooHigh }: Range) =>
  z.number(error).check(
    z.minimum(min, tooLow),
    z.maximum(max, tooHigh),
    z.refine((value) => hasMaxDecimals(value, decimals), `Please use at most ${decimalNames[decimals]}.`),
  )

/** An amount in rupees or dollars, as on the wire. */
export const moneyField = (label: string, max = 100_000_000) =>
  decimalField(`Please enter ${label}.`, 2, {
    min: 0,
    max,
    tooLow: 'Please enter an amount of 0 or more.',
    tooHigh: 'Please check this amount: it is too high.',
  })

export const priceField = moneyField('a price')

export const maxInteger = 2_147_483_647

/** An integer id from a sequence: products, variants, pictures, posts, reviews. */
export const integerId = (error: string) => z.int(error).check(z.minimum(1, error), z.maximum(maxInteger, error))

/** A row id as text, in a path or a form. */
export const integerIdFromText = (error: string) => z.pipe(z.coerce.number(error), integerId(error))

/** The record's version that the client read; each change raises it by one. */
export const versionField = z.int32('Please send the version that was read.').check(z.minimum(0))

/** The body of a change that needs only the version. */
export const versionSchema = namedObject('VersionRead', { version: versionField })

/** A UUID: orders, addresses, carts, enquiries. */
export const uuidField = (error: string) => z.uuid(error)

const unknownId = '00000000-0000-0000-0000-000000000000'

/**
 * An id in a path, or the caller's own id in a body. A malformed id becomes an unknown one, so that both give the same
 * response: 404, or 403 for a user id.
 */
export const uuidOrUnknown = z.string('An id must be text.').check(
  z.overwrite((text) => (idPattern.test(text) ? text : unknownId)),
  z.meta({ format: 'uuid' }),
)
