import { useForm } from '#app/lib/form.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import { addAddress, updateAddress, type WireAddress } from '#modules/addresses/contract.ts'
import { AddressFields, type AddressValues } from './fields.tsx'
import { saveErrorMessage } from './save-error.ts'
import { addressFormSchema, addressWireNames } from './schema.ts'

type Props = {
  userId: string
  /** The address to edit; without it the form creates one. */
  address?: WireAddress | undefined
  /** Initial values of a new address. */
  initialValues: AddressValues
  onSaved: (address: WireAddress) => void | Promise<void>
  onCancel: () => void
}

function valuesOf({ streetAddress, zipCode, ...address }: WireAddress): AddressValues {
  const texts = Object.entries(address).filter(([, value]) => typeof value === 'string')
  return { ...Object.fromEntries(texts), street: streetAddress, zip: zipCode ?? '' }
}

export function AddressForm({ userId, address, initialValues, onSaved, onCancel }: Props) {
  const { sending, errors, onSubmit, onInput } = useForm({
    schema: addressFormSchema,
    wireNames: addressWireNames,
    async send(body) {
      const saved = address
        ? await callAuthenticated(updateAddress, { params: { addressId: address.addressId }, body })
        : await callAuthenticated(addAddress, { body: { id: userId, ...body } })
      toast('Addresses saved successfully!', 'success')
      await onSaved(saved)
    },
    incomplete: () => toast('Please fill out all required fields.', 'error'),
    failed: (error) => toast(saveErrorMessage(error), 'error'),
  })
  return (
    <form
      className="grid max-w-2xl gap-3"
      aria-label={address ? 'Edit address' : 'New address'}
      noValidate
      onSubmit={onSubmit}
      onInput={onInput}
    >
      <AddressFields values={address ? valuesOf(address) : initialValues} errors={errors} />
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
