import { z } from 'zod'
import { optionalEmail, optionalLine, optionalPhone, rawText, requiredLine, uuidOrUnknown } from '#shared/fields.ts'
import { hasVisibleCharacter } from '#shared/visible-text.ts'
import { countries } from './countries.ts'
import { findCountry } from './find-country.ts'

export const addressSchema = z
  .object({
    addressId: z.uuid(),
    country: z.string(),
    state: z.string(),
    city: z.string(),
    streetAddress: z.string(),
    zipCode: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    company: z.string(),
    phone: z.string(),
    email: z.string(),
    isDefault: z.boolean(),
  })
  .meta({ id: 'Address' })

export const addressesSchema = z.array(addressSchema).meta({ id: 'Addresses' })

const chooseCountryMessage = 'Please choose a country.'
const countryNames = new Set(countries.map(({ name }) => name))
const countryField = rawText(200)
  .overwrite((text) => findCountry(text)?.name ?? text)
  .refine((name) => countryNames.has(name), chooseCountryMessage)
  .meta({
    id: 'Country',
    enum: [...countryNames],
    description:
      'Other names of the country, its name in its own language and its ISO code are accepted too, and stored as this name',
  })

const optionalName = (maxLength: number) =>
  optionalLine(maxLength).refine(
    (text) => text === '' || hasVisibleCharacter(text),
    'Please enter a name with visible characters.',
  )

const fields = {
  country: countryField,
  state: requiredLine('a state or region', 120),
  city: requiredLine('a city', 120),
  streetAddress: requiredLine('a street', 200),
  zipCode: optionalLine(20).optional(),
  firstName: optionalName(80).optional(),
  lastName: optionalName(80).optional(),
  company: optionalLine(120).optional(),
  phone: optionalPhone.optional(),
  email: optionalEmail.optional(),
}

export const addressInputSchema = z.object(fields).meta({ id: 'AddressInput' })

/** `id` is the user id, as the specification names it; another user's id is rejected. */
export const newAddressSchema = z.object({ id: uuidOrUnknown.optional(), ...fields }).meta({ id: 'NewAddress' })

export type WireAddress = z.output<typeof addressSchema>
export type AddressInput = z.output<typeof addressInputSchema>
