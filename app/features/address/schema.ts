import * as z from 'zod/mini'
import type { FormValues } from '#app/lib/form.ts'
import { addressInputSchema } from '#modules/addresses/contract.ts'
import { displayName, emailField, requiredLine } from '#shared/fields.ts'
import { addressLabels } from './country-labels.ts'

/** The form field of each API field that has another name. */
export const addressWireNames = { streetAddress: 'street', zipCode: 'zip' }

/** Accepts a national number, with or without country code, and any foreign number with a plus sign. */
function isPhoneOf(country: string, typed: string): boolean {
  const { dial, isNepal } = addressLabels(country)
  const dialCode = dial.trim()
  const digits = typed.replace(/\D/g, '')
  const national = dialCode && typed.startsWith(dialCode) ? digits.slice(dialCode.length - 1) : digits
  const isForeign = typed.startsWith('+') && national === digits
  const fits = isNepal && !isForeign ? /^0?\d{8,10}$/.test(national) : national.length >= 5
  return fits && /^\+?[\d\s()./-]+$/.test(typed) && digits.length >= 6 && digits.length <= 15
}

/** The API takes an address without name, phone and email too; the form requires what a courier needs. */
export function addressFormSchema({ country = '' }: FormValues) {
  const { state, dial, isNepal } = addressLabels(country)
  const example = isNepal ? ', such as +977 984 123 4567' : dial && `, such as ${dial.trim()} followed by the number`
  return z.extend(addressInputSchema, {
    firstName: displayName('a first name', 80),
    lastName: displayName('a last name', 80),
    state: requiredLine(`a ${state.toLowerCase()}`, 120),
    phone: z.string().check(
      z.trim(),
      z.refine((typed) => isPhoneOf(country, typed), `Please enter a phone number${example}.`),
    ),
    email: emailField,
  })
}
