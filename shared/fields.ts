import { z } from 'zod'

/** Not NUL and its kin, nor half a character, nor what turns the direction of the text around it. */
const unusable = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u

export const unusableText = 'This text holds a character that cannot be used.'
export const atMost = (most: number) => `Please use at most ${most} characters.`

const tidy = (text: string) => text.normalize('NFC').trim().replace(/ {2,}/g, ' ')

/** One line that a person has typed: spaces around it go, those inside become one. */
export const typedLine = (what: string, most: number) =>
  z
    .string(`Please enter ${what}.`)
    .max(most * 2, atMost(most))
    .transform(tidy)
    .pipe(z.string().min(1, `Please enter ${what}.`).max(most, atMost(most)).refine(isUsable, unusableText))

/** The same, where nothing at all will do too. */
export const optionalLine = (most: number) =>
  z
    .string('Please enter text.')
    .max(most * 2, atMost(most))
    .transform(tidy)
    .pipe(z.string().max(most, atMost(most)).refine(isUsable, unusableText))

const wrongEmail = 'Please enter an email address, such as name@example.com.'

export const emailField = z.string(wrongEmail).trim().max(254, atMost(254)).pipe(z.email(wrongEmail))

export const optionalEmail = z.union([z.literal(''), emailField], wrongEmail)

export const optionalPhone = z
  .string('Please enter a phone number.')
  .trim()
  .regex(/^(\+?[\d ()./-]{6,24})?$/, 'Please enter a phone number, such as +977 984 123 4567.')

function isUsable(text: string): boolean {
  return !unusable.test(text)
}
