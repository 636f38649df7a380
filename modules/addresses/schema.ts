import { z } from 'zod'
import { lookupId, lookupText, optionalEmail, optionalLine, optionalPhone, typedLine } from '#shared/fields.ts'
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

const chooseCountry = 'Please choose a country.'
const names = new Set(countries.map(({ name }) => name))
const countryField = lookupText(200)
  .overwrite((typed) => findCountry(typed)?.name ?? typed)
  .refine((name) => names.has(name), chooseCountry)
  .meta({
    id: 'Country',
    enum: [...names],
    description: 'Another name, the name in its own language or the ISO code is accepted too, and stored as this name',
  })

const optionalName = (most: number) =>
  optionalLine(most).refine((text) => text === '' || hasVisibleCharacter(text), 'Please enter a name that can be seen.')

const fields = {
  country: countryField,
  state: typedLine('a state or region', 120),
  city: typedLine('a city', 120),
  streetAddress: typedLine('a street', 200),
  zipCode: optionalLine(20).optional(),
  firstName: optionalName(80).optional(),
  lastName: optionalName(80).optional(),
  company: optionalLine(120).optional(),
  phone: optionalPhone.optional(),
  email: optionalEmail.optional(),
}

export const addressInputSchema = z.object(fields).meta({ id: 'AddressInput' })

/** `id` is the user's: the caller's own, or refused. */
export const newAddressSchema = z.object({ id: lookupId.optional(), ...fields }).meta({ id: 'NewAddress' })

export type WireAddress = z.output<typeof addressSchema>
export type AddressInput = z.output<typeof addressInputSchema>
