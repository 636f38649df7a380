import { type Check, emailCheck, required } from '#app/lib/form.ts'
import { findCountry } from '#modules/addresses/find-country.ts'
import { addressLabels } from './country-labels.ts'

export type AddressFieldName =
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

export const countryError = (typed: string) =>
  typed.trim() ? 'Please choose a country from the list.' : 'Please choose a country.'

const optional: Check = () => undefined

/** Accepts a national number, with or without country code, and any foreign number with a plus sign. */
const phone: Check<AddressFieldName> = (value, { country }) => {
  const { dial, isNepal } = addressLabels(country)
  const dialCode = dial.trim()
  const typed = value.trim()
  const digits = typed.replace(/\D/g, '')
  const national = dialCode && typed.startsWith(dialCode) ? digits.slice(dialCode.length - 1) : digits
  const isForeign = typed.startsWith('+') && national === digits
  const fits = isNepal && !isForeign ? /^0?\d{8,10}$/.test(national) : national.length >= 5
  const isPlausible = /^\+?[\d\s()./-]+$/.test(typed) && digits.length >= 6 && digits.length <= 15
  if (isPlausible && fits) return undefined
  return `Please enter a phone number${isNepal ? ', such as +977 984 123 4567' : dialCode && `, such as ${dialCode} followed by the number`}.`
}

export const addressChecks: Record<AddressFieldName, Check<AddressFieldName>> = {
  firstName: required('a first name'),
  lastName: required('a last name'),
  company: optional,
  country: (value) => (findCountry(value) ? undefined : countryError(value)),
  street: required('a street and number'),
  city: required('a city'),
  state: (value, { country }) => required(`a ${addressLabels(country).state.toLowerCase()}`)(value, {}),
  zip: optional,
  phone,
  email: emailCheck,
}

/** The form field of each API field that has another name. */
export const formFieldOfWireName = { streetAddress: 'street', zipCode: 'zip' } as const
