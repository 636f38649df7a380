import * as z from 'zod/mini'
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
  .register(z.globalRegistry, { id: 'Address' })

export const addressesSchema = z.array(addressSchema).register(z.globalRegistry, { id: 'Addresses' })

const chooseCountryMessage = 'Please choose a country.'
const countryNames = new Set(countries.map(({ name }) => name))
const countryField = rawText(200)
  .check(
    z.overwrite((text) => findCountry(text)?.name ?? text),
    z.refine((name) => countryNames.has(name), chooseCountryMessage),
  )
  .register(z.globalRegistry, {
    id: 'Country',
    enum: [...countryNames],
    description:
      'Other names of the country, its name in its own language and its ISO code are accepted too, and stored as this name',
  })

const optionalName = (maxLength: number) =>
  optionalLine(maxLength).check(
    z.refine((text) => text === '' || hasVisibleCharacter(text), 'Please enter a name with visible characters.'),
  )

const fields = {
  country: countryField,
  state: requiredLine('a state or region', 120),
  city: requiredLine('a city', 120),
  streetAddress: requiredLine('a street', 200),
  zipCode: z.optional(optionalLine(20)),
  firstName: z.optional(optionalName(80)),
  lastName: z.optional(optionalName(80)),
  company: z.optional(optionalLine(120)),
  phone: z.optional(optionalPhone),
  email: z.optional(optionalEmail),
}

export const addressInputSchema = z.object(fields).register(z.globalRegistry, { id: 'AddressInput' })

/** `id` is the user id, as the specification names it; another user's id is rejected. */
export const newAddressSchema = z
  .object({ id: z.optional(uuidOrUnknown), ...fields })
  .register(z.globalRegistry, { id: 'NewAddress' })

export type WireAddress = z.output<typeof addressSchema>
export type AddressInput = z.output<typeof addressInputSchema>
