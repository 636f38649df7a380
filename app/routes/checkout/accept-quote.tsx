import { useState } from 'react'
import { AddressForm } from '#app/features/address/form.tsx'
import { initialValues } from '#app/features/address/initial-values.ts'
import { ApiError, errorMessage } from '#app/lib/api.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { useCurrency } from '#app/state/currency.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import { acceptQuote, type Quote } from '#modules/quotes/contract.ts'
import { AddressPicker, newAddress } from './address-picker.tsx'
import type { CheckoutCustomer } from './checkout-customer.ts'

type Props = CheckoutCustomer & {
  quote: Quote
  token: string
  onPlaced: (orderNumber: string) => void
  onChanged: () => void
}

/** Accepting a quote twice creates one order. */
export function AcceptQuote({ quote, token, user, addresses: savedAddresses, onPlaced, onChanged }: Props) {
  const [addresses, setAddresses] = useState(savedAddresses)
  const [selectedId, setSelectedId] = useState<string | null>(savedAddresses.length === 0 ? newAddress : null)
  const [error, setError] = useState<string>()
  const [busy, run] = useBusy()
  const { currency } = useCurrency()

  const accept = async () => {
    if (!selectedId || selectedId === newAddress) {
      setError('Please select an address')
      return
    }
    try {
      const body = { version: quote.version, addressId: selectedId, currency }
      const { orderNumber } = await callAuthenticated(acceptQuote, { params: { token }, body })
      toast('Order created successfully!', 'success')
      onPlaced(orderNumber)
    } catch (failure) {
      toast(errorMessage(failure, 'Error creating order'), 'error')
      if (failure instanceof ApiError && failure.status === 409) onChanged()
    }
  }

  return (
    <>
      <h2 className="t-h3 mb-6">Accept this quote</h2>
      <AddressPicker
        addresses={addresses}
        selectedId={selectedId}
        error={error}
        onSelect={(value) => {
          setSelectedId(value)
          setError(undefined)
        }}
      />
      {selectedId === newAddress ? (
        <AddressForm
          userId={user.userId}
          initialValues={initialValues(user)}
          onSaved={(address) => {
            setAddresses([...addresses, address])
            setSelectedId(address.addressId)
          }}
          onCancel={() => setSelectedId(null)}
        />
      ) : (
        <>
          <p className="t-note mt-0 mb-4">
            {quote.deposit > 0
              ? 'You pay the deposit before we begin, and the rest in cash when it arrives, in '
              : 'You pay in cash when it arrives, in '}
            {currency === 'NPR' ? 'rupees' : 'dollars'}.
          </p>
          <Button className="w-full" busy={busy} busyText="Ordering..." onClick={() => run(accept)}>
            Accept and order
          </Button>
        </>
      )}
    </>
  )
}
