import type { WireUser } from '#modules/accounts/contract.ts'
import type { AddressValues } from './fields.tsx'

/** Values of a new address, taken from the account. */
export function initialValues({ name, email, phoneNumber }: WireUser): AddressValues {
  const [firstName = '', ...rest] = name.split(' ')
  return { firstName, lastName: rest.join(' '), email, phone: phoneNumber ?? '' }
}
