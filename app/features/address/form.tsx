import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { useForm } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import { findCountry } from '#modules/addresses/find-country.ts'
import type { WireAddress } from '#modules/addresses/schema.ts'
import { type AddressName, addressChecks, addressWireNames } from './checks.ts'
import { AddressFields, type AddressValues } from './fields.tsx'
import { whyNotSaved } from './not-saved.ts'

type Props = {
  userId: string
  /** The address being changed; a new one without. */
  address?: WireAddress | undefined
  /** What is known of the person already. */
  suggested: AddressValues
  onSaved: (address: WireAddress) => void | Promise<void>
  onCancel: () => void
}

function valuesOf({ streetAddress, zipCode, ...address }: WireAddress): AddressValues {
  const words = Object.entries(address).filter(([, value]) => typeof value === 'string')
  return { ...Object.fromEntries(words), street: streetAddress, zip: zipCode ?? '' }
}

/** As the server takes it. */
export function addressBody({ street, zip, ...values }: Record<AddressName, string>): Record<string, string> {
  const country = findCountry(values.country)?.name ?? values.country
  const words = { ...values, country, streetAddress: street, zipCode: zip }
  return Object.fromEntries(Object.entries(words).map(([name, value]) => [name, (value ?? '').trim()]))
}

export function AddressForm({ userId, address, suggested, onSaved, onCancel }: Props) {
  const { sending, errors, onSubmit, onInput } = useForm<AddressName>({
    checks: addressChecks,
    wireNames: addressWireNames,
    async send(values) {
      const body = addressBody(values)
      const saved = address
        ? await callAsCustomer<WireAddress>(`/addresses/${address.addressId}`, { method: 'PUT', body })
        : await callAsCustomer<WireAddress>('/addresses', { method: 'POST', body: { id: userId, ...body } })
      toast('Addresses saved successfully!', 'success')
      await onSaved(saved)
    },
    incomplete: () => toast('Please fill out all required fields.', 'error'),
    failed: (error) => toast(whyNotSaved(error), 'error'),
  })
  return (
    <form
      className="grid max-w-2xl gap-3"
      aria-label={address ? 'Change the address' : 'New address'}
      noValidate
      onSubmit={onSubmit}
      onInput={onInput}
    >
      <AddressFields values={address ? valuesOf(address) : suggested} errors={errors} />
      <div className="mt-2 flex flex-wrap gap-3">
        <Button type="submit" busy={sending} busyText="Saving...">
          Save address
        </Button>
        <Button look="line" disabled={sending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
