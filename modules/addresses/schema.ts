import { z } from 'zod'

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

export type WireAddress = z.output<typeof addressSchema>
