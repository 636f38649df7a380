import { AddressLines } from '#app/features/address/address-lines.tsx'
import { errorMessage } from '#app/lib/api.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { ConfirmButton } from '#app/ui/confirm-dialog.tsx'
import { toast } from '#app/ui/toast.tsx'
import { deleteAddress, type WireAddress } from '#modules/addresses/contract.ts'

export function DeleteAddress({ address, onDeleted }: { address: WireAddress; onDeleted: () => Promise<void> }) {
  const remove = async () => {
    try {
      await callAuthenticated(deleteAddress, { params: { addressId: address.addressId } })
      toast('Address deleted', 'success')
      await onDeleted()
    } catch (error) {
      toast(errorMessage(error, 'Failed to save addresses. Please try again.'), 'error')
    }
  }
  return (
    <ConfirmButton
      trigger={
        <button type="button" className="btn-text">
          <span>
            Delete<span className="sr-only"> {address.streetAddress}</span>
          </span>
        </button>
      }
      title="Delete this address?"
      text={<AddressLines address={address} />}
      action="Delete address"
      busyText="Deleting..."
      cancel="Keep address"
      onConfirm={remove}
    />
  )
}
