import { addressWireNames } from './schema.ts'

export type TypedAddress = { streetAddress: string; zipCode: string; phone: string }

/** The fields of the address form have other names than those of the API. */
export const addressValues = <A extends TypedAddress>({ streetAddress, zipCode, ...address }: A) => ({
  ...address,
  street: streetAddress,
  zip: zipCode,
})

const wireNames: Partial<Record<string, string>> = addressWireNames

/** What the address form holds now; fields that it does not show stay. */
export function readAddress<A extends TypedAddress>(form: HTMLFormElement, before: A): A {
  const fields = new FormData(form)
  const read = ([name, value]: [string, unknown]) => [name, fields.get(wireNames[name] ?? name) ?? value]
  const address = Object.fromEntries(Object.entries(before).map(read)) as A
  // The form fills in the code of the country.
  return /^\+\d*$/.test(address.phone.trim()) ? { ...address, phone: '' } : address
}

/** Errors of the API for the address, under the names of the form. */
export const addressErrors = (errors: Partial<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([field, message]) => {
      const [, name = ''] = /^(?:address|buyer|newCustomer)\.(\w+)$/.exec(field) ?? []
      return name ? [[name === 'name' ? 'firstName' : (wireNames[name] ?? name), message]] : []
    }),
  )
