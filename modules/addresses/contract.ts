import * as z from 'zod/mini'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import { optionalEmail, optionalLine, optionalPhone, rawText, requiredLine, uuidOrUnknown } from '#shared/fields.ts'
import { hasVisibleCharacter } from '#shared/visible-text.ts'
import { countries } from './countries.ts'
import { findCountry } from './find-country.ts'

export const addressSchema = namedObject('Address', {
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

export const addressesSchema = z.array(addressSchema).register(z.globalRegistry, { id: 'Addresses' })

export const countryError = (typed: string) =>
  typed.trim() ? 'Please choose a country from the list.' : 'Please choose a country.'

const countryNames = new Set(countries.map(({ name }) => name))
const countryField = rawText(200)
  .check(
    z.overwrite((text) => findCountry(text)?.name ?? text),
    z.refine((name) => countryNames.has(name), { error: ({ input }) => countryError(String(input)) }),
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
  streetAddress: requiredLine('a street and number', 200),
  zipCode: z.optional(optionalLine(20)),
  firstName: z.optional(optionalName(80)),
  lastName: z.optional(optionalName(80)),
  company: z.optional(optionalLine(120)),
  phone: z.optional(optionalPhone),
  email: z.optional(optionalEmail),
}

export const addressInputSchema = z.object(fields).register(z.globalRegistry, { id: 'AddressInput' })

/** `id` is the user id, as the specification names it; another user's id is rejected. */
export const newAddressSchema = namedObject('NewAddress', { id: z.optional(uuidOrUnknown), ...fields })

export type WireAddress = z.output<typeof addressSchema>
export type AddressInput = z.output<typeof addressInputSchema>

export const getLocation = endpoint({
  method: 'get',
  path: '/location',
  audience: 'public',
  summary: 'Get the country of the caller; 404 if it is unknown',
  errors: ['notFound'],
  answer: namedObject('Location', { countryCode: z.string().check(z.length(2)) }),
})

export const listAddresses = endpoint({
  method: 'get',
  path: '/addresses/user/{userId}/alladdresses',
  audience: 'customer',
  summary: 'List the addresses of the caller, oldest first',
  params: z.object({ userId: uuidOrUnknown }),
  answer: addressesSchema,
})

export const listCustomerAddresses = endpoint({
  method: 'get',
  path: '/admin/customers/{userId}/addresses',
  audience: 'customers',
  summary: 'List the addresses of an account, oldest first',
  params: z.object({ userId: uuidOrUnknown }),
  answer: addressesSchema,
})

export const addAddress = endpoint({
  method: 'post',
  path: '/addresses',
  audience: 'customer',
  summary: 'Add an address; the first one becomes the default',
  errors: ['conflict'],
  body: newAddressSchema,
  answer: addressSchema,
  status: 201,
})

const addressId = z.object({ addressId: uuidOrUnknown })

export const updateAddress = endpoint({
  method: 'put',
  path: '/addresses/{addressId}',
  audience: 'customer',
  summary: 'Change an address; optional fields that are not sent stay as they are',
  errors: ['notFound'],
  params: addressId,
  body: addressInputSchema,
  answer: addressSchema,
})

export const setDefaultAddress = endpoint({
  method: 'put',
  path: '/addresses/{addressId}/default',
  audience: 'customer',
  summary: 'Make an address the default',
  errors: ['notFound'],
  params: addressId,
  answer: addressSchema,
})

export const deleteAddress = endpoint({
  method: 'delete',
  path: '/addresses/{addressId}',
  audience: 'customer',
  summary: 'Delete an address; orders keep their own copy',
  errors: ['notFound'],
  params: addressId,
  status: 204,
})
