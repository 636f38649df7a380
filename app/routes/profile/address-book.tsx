import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { AddressLines } from '#app/features/address/address-lines.tsx'
import { AddressForm } from '#app/features/address/form.tsx'
import { initialValues } from '#app/features/address/initial-values.ts'
import { errorMessage } from '#app/lib/api.ts'
import { addressesQuery, reloadAddresses } from '#app/queries/addresses.ts'
import { callAuthenticated, queryClient } from '#app/queries/client.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { WireUser } from '#modules/accounts/contract.ts'
import { setDefaultAddress, type WireAddress } from '#modules/addresses/contract.ts'
import { DeleteAddress } from './delete-address.tsx'
import { EmptyState } from './empty-state.tsx'

export function AddressBook({ user }: { user: WireUser }) {
  const { data: addresses = [] } = useQuery(addressesQuery(user.userId), queryClient)
  const [editing, setEditing] = useState<WireAddress | 'new' | null>(null)
  const top = useRef<HTMLDivElement>(null)

  const close = () => {
    setEditing(null)
    top.current?.focus()
  }
  const reloadAndClose = async () => {
    await reloadAddresses()
    close()
  }

  return (
    <div ref={top} tabIndex={-1} className="mt-block outline-none">
      {editing ? (
        <Editor
          key={editing === 'new' ? 'new' : editing.addressId}
          title={editing === 'new' ? 'New address' : 'Edit address'}
        >
          <AddressForm
            userId={user.userId}
            address={editing === 'new' ? undefined : editing}
            initialValues={initialValues(user)}
            onSaved={reloadAndClose}
            onCancel={close}
          />
        </Editor>
      ) : (
        <Addresses addresses={addresses} onEdit={setEditing} onDeleted={reloadAndClose} />
      )}
    </div>
  )
}

function Editor({ title, children }: { title: string; children: React.ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="t-h3 mb-8 outline-none">
        {title}
      </h2>
      {children}
    </>
  )
}

type ListProps = {
  addresses: WireAddress[]
  onEdit: (address: WireAddress | 'new') => void
  onDeleted: () => Promise<void>
}

function Addresses({ addresses, onEdit, onDeleted }: ListProps) {
  const add = <Button onClick={() => onEdit('new')}>Add address</Button>
  if (addresses.length === 0) {
    return (
      <EmptyState title="You have no address yet." text="Save an address here to use it at checkout.">
        {add}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="grid gap-gap md:grid-cols-2" aria-label="Addresses">
        {addresses.map((address) => (
          <li key={address.addressId} className="flex flex-col border border-rule bg-paper p-6">
            <AddressLines address={address} />
            {address.isDefault && <p className="t-note m-0 mt-3 text-ink">Default address</p>}
            <div className="mt-3 flex flex-wrap gap-x-6 pt-4">
              <button type="button" className="btn-text" onClick={() => onEdit(address)}>
                <span>
                  Edit<span className="sr-only"> {address.streetAddress}</span>
                </span>
              </button>
              <DeleteAddress address={address} onDeleted={onDeleted} />
              {!address.isDefault && <MakeDefault address={address} />}
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-8">{add}</div>
    </>
  )
}

function MakeDefault({ address }: { address: WireAddress }) {
  const [busy, run] = useBusy()
  const choose = async () => {
    try {
      await callAuthenticated(setDefaultAddress, { params: { addressId: address.addressId } })
      await reloadAddresses()
      toast('Addresses saved successfully!', 'success')
    } catch (error) {
      toast(errorMessage(error, 'Failed to save addresses. Please try again.'), 'error')
    }
  }
  return (
    <button type="button" className="btn-text" disabled={busy} aria-busy={busy} onClick={() => run(choose)}>
      <span>
        Make default<span className="sr-only"> {address.streetAddress}</span>
      </span>
    </button>
  )
}
