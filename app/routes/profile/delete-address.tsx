import { useState } from 'react'
import { AddressLines } from '#app/features/address/address-lines.tsx'
import { errorMessage } from '#app/lib/api.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog, DialogClose, DialogText } from '#app/ui/confirm-dialog.tsx'
import { toast } from '#app/ui/toast.tsx'
import { deleteAddress, type WireAddress } from '#modules/addresses/contract.ts'

export function DeleteAddress({ address, onDeleted }: { address: WireAddress; onDeleted: () => Promise<void> }) {
  const [open, setOpen] = useState(false)
  const [busy, run] = useBusy()

  const remove = async () => {
    try {
      await callAuthenticated(deleteAddress, { params: { addressId: address.addressId } })
      setOpen(false)
      toast('Address deleted', 'success')
      await onDeleted()
    } catch (error) {
      toast(errorMessage(error, 'Failed to save addresses. Please try again.'), 'error')
    }
  }

  return (
    <ConfirmDialog
      title="Delete this address?"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="btn-text">
          <span>
            Delete<span className="sr-only"> {address.streetAddress}</span>
          </span>
        </button>
      }
    >
      <DialogText render={<div />} className="mt-4 mb-8">
        <AddressLines address={address} />
      </DialogText>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button busy={busy} busyText="Deleting..." onClick={() => run(remove)}>
          Delete address
        </Button>
        <DialogClose className="btn btn-line">Keep address</DialogClose>
      </div>
    </ConfirmDialog>
  )
}
