import { useState } from 'react'
import { AddressForm } from '#app/features/address/form.tsx'
import { suggestedFor } from '#app/features/address/suggested.ts'
import { ApiError, errorMessage } from '#app/lib/api.ts'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { useCurrency } from '#app/state/currency.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { Quote } from '#modules/quotes/schema.ts'
import { AddressChoice, newAddress } from './address-choice.tsx'
import type { Buyer } from './buyer.ts'

type Props = Buyer & {
  quote: Quote
  token: string
  onPlaced: (orderNumber: string) => void
  onChanged: () => void
}

/** Where it goes, and yes. Pressed twice it is still one order. */
export function AcceptQuote({ quote, token, user, addresses: known, onPlaced, onChanged }: Props) {
  const [addresses, setAddresses] = useState(known)
  const [chosen, setChosen] = useState<string | null>(known.length === 0 ? newAddress : null)
  const [error, setError] = useState<string>()
  const [busy, run] = useBusy()
  const { currency } = useCurrency()

  const accept = async () => {
    if (!chosen || chosen === newAddress) {
      setError('Please select an address')
      return
    }
    try {
      const body = { version: quote.version, addressId: chosen, currency }
      const { orderNumber } = await callAsCustomer<{ orderNumber: string }>(`/quotes/${token}/accept`, {
        method: 'POST',
        body,
      })
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
      <AddressChoice
        addresses={addresses}
        chosen={chosen}
        error={error}
        onChoose={(value) => {
          setChosen(value)
          setError(undefined)
        }}
      />
      {chosen === newAddress ? (
        <AddressForm
          userId={user.userId}
          suggested={suggestedFor(user)}
          onSaved={(address) => {
            setAddresses([...addresses, address])
            setChosen(address.addressId)
          }}
          onCancel={() => setChosen(null)}
        />
      ) : (
        <>
          <p className="t-note mt-0 mb-4">
            You pay in cash when it arrives, in {currency === 'NPR' ? 'rupees' : 'dollars'}.
          </p>
          <Button className="w-full" busy={busy} busyText="Ordering..." onClick={() => run(accept)}>
            Accept and order
          </Button>
        </>
      )}
    </>
  )
}
