import type { WireUser } from '#modules/accounts/schema.ts'
import type { AddressValues } from './fields.tsx'

/** What is known of the person already. */
export function suggestedFor({ name, email, phoneNumber }: WireUser): AddressValues {
  const [firstName = '', ...rest] = name.split(' ')
  return { firstName, lastName: rest.join(' '), email, phone: phoneNumber ?? '' }
}
