import { type Check, isEmail, required } from '#app/lib/form.ts'
import { findCountry } from '#modules/addresses/find-country.ts'
import { wordsFor } from './country-words.ts'

export type AddressName =
  | 'firstName'
  | 'lastName'
  | 'company'
  | 'country'
  | 'street'
  | 'city'
  | 'state'
  | 'zip'
  | 'phone'
  | 'email'

export const unknownCountry = (typed: string) =>
  typed.trim() ? 'Please choose a country from the list.' : 'Please choose a country.'

const anything: Check = () => undefined

/** A number within the country, with or without the country's code, or one from anywhere with its plus. */
const phone: Check<AddressName> = (value, { country }) => {
  const { dial, isNepal } = wordsFor(country)
  const own = dial.trim()
  const typed = value.trim()
  const digits = typed.replace(/\D/g, '')
  const national = own && typed.startsWith(own) ? digits.slice(own.length - 1) : digits
  const isForeign = typed.startsWith('+') && national === digits
  const fits = isNepal && !isForeign ? /^0?\d{8,10}$/.test(national) : national.length >= 5
  const isPlausible = /^\+?[\d\s()./-]+$/.test(typed) && digits.length >= 6 && digits.length <= 15
  if (isPlausible && fits) return undefined
  return `Please enter a phone number${isNepal ? ', such as +977 984 123 4567' : own && `, such as ${own} and the rest`}.`
}

export const addressChecks: Record<AddressName, Check<AddressName>> = {
  firstName: required('a first name'),
  lastName: required('a last name'),
  company: anything,
  country: (value) => (findCountry(value) ? undefined : unknownCountry(value)),
  street: required('a street and number'),
  city: required('a city'),
  state: (value, { country }) => required(`a ${wordsFor(country).state.toLowerCase()}`)(value, {}),
  zip: anything,
  phone,
  email: isEmail,
}

/** The form's own names for two of the fields. */
export const addressWireNames = { streetAddress: 'street', zipCode: 'zip' } as const
