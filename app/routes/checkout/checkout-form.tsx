import { type FocusEvent, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { type AddressName, addressChecks, addressWireNames } from '#app/features/address/checks.ts'
import { AddressFields, type AddressValues } from '#app/features/address/fields.tsx'
import { addressBody } from '#app/features/address/form.tsx'
import { suggestedFor } from '#app/features/address/suggested.ts'
import { AmountPrice } from '#app/features/cart/line.tsx'
import { totalOf } from '#app/features/cart/totals.tsx'
import { places } from '#app/layouts/places.ts'
import { type Check, useForm } from '#app/lib/form.ts'
import { useSite } from '#app/lib/seo.tsx'
import { useCart } from '#app/state/cart.ts'
import { type BagLine, isHeldUp, subtotalOf } from '#app/state/cart-lines.ts'
import { keepDraft, readDraft } from '#app/state/checkout-draft.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { WireUser } from '#modules/accounts/schema.ts'
import { findCountry } from '#modules/addresses/find-country.ts'
import { tabUrl } from '../profile/tabs.ts'
import { AddressChoice, newAddress } from './address-choice.tsx'
import type { Buyer } from './buyer.ts'
import type { Order } from './use-order.ts'
import { YourOrder } from './your-order.tsx'

type Name = AddressName | 'addressId' | 'note' | 'isGift'
type Props = Buyer & { lines: BagLine[]; order: Order }

const longestNote = 1000
const fillOut = 'Please fill out all required fields.'
const select = 'Please select an address'

const anything: Check = () => undefined
const unasked = Object.fromEntries(Object.keys(addressChecks).map((name) => [name, anything])) as typeof addressChecks
const rest = { note: anything, isGift: anything }
const withNewAddress = { ...addressChecks, addressId: anything, ...rest }
const withSavedAddress = { ...unasked, addressId: (value: string) => (value ? undefined : select), ...rest }

export function CheckoutForm({ user, addresses, lines, order }: Props) {
  const [chosen, setChosen] = useState<string | null>(addresses.length === 0 ? newAddress : null)
  const [isIncomplete, setIncomplete] = useState(false)
  const [draft] = useState(() => readDraft(user.userId))
  const [newCountry, setNewCountry] = useState(findCountry(draft.country ?? '')?.name)
  const bagNote = useCart(({ note }) => note)
  const isNew = chosen === newAddress
  const saved = addresses.find(({ addressId }) => addressId === chosen)

  const { sending, errors, onSubmit, onInput } = useForm<Name>({
    checks: isNew ? withNewAddress : withSavedAddress,
    wireNames: addressWireNames,
    send({ addressId, note, isGift, ...address }) {
      setIncomplete(false)
      const destination = isNew ? { address: addressBody(address) } : { addressId }
      return order.send(destination, { note: note.trim(), isGift: Boolean(isGift) }, lines)
    },
    failed: order.fail,
    incomplete: () => {
      setIncomplete(true)
      toast(isNew ? fillOut : select, 'error')
    },
  })

  const keep = ({ currentTarget }: FocusEvent<HTMLFormElement>) =>
    keepDraft(user.userId, { ...readDraft(user.userId), ...wordsIn(currentTarget) })

  const heldUp = lines.some(isHeldUp)
  const total = totalOf(subtotalOf(lines), useSite().shipping)
  return (
    <form
      className="grid-12 mt-block items-start gap-y-12"
      aria-label="Checkout"
      noValidate
      onSubmit={onSubmit}
      onInput={onInput}
      onBlur={keep}
    >
      <div className="col-span-12 min-w-0 lg:col-span-7">
        <h2 className="t-h3">Where should it go?</h2>
        {isNew && isIncomplete && Object.values(errors).some(Boolean) && <Standing>{fillOut}</Standing>}
        <div className="mt-6 grid gap-3">
          {addresses.length > 0 && (
            <AddressChoice addresses={addresses} chosen={chosen} error={errors.addressId} onChoose={setChosen} />
          )}
          {isNew && <NewAddress user={user} errors={errors} onCountry={setNewCountry} />}
          <TextArea
            label="Order notes"
            name="note"
            rows={3}
            maxLength={longestNote}
            defaultValue={draft.note ?? bagNote}
            optional
            error={errors.note}
          />
          <Gift defaultChecked={Boolean(draft.isGift)} />
        </div>
      </div>
      <YourOrder
        lines={lines}
        subtotal={subtotalOf(lines)}
        country={isNew ? newCountry : saved?.country}
        isLocked={sending || order.held !== null}
      >
        {order.failure && <NotOrdered {...order.failure} />}
        {heldUp ? (
          <HeldUp />
        ) : (
          <>
            <p className="m-0 mt-6 text-[.9375rem]">
              This places your order. You pay <AmountPrice amount={total} /> in cash when it arrives.
            </p>
            <Button type="submit" className="btn-block mt-4 px-4" busy={sending}>
              Proceed to Payment with cash on delivery
            </Button>
          </>
        )}
      </YourOrder>
    </form>
  )
}

type NewAddressProps = { user: WireUser; errors: AddressValues; onCountry: (name: string) => void }

/** As it was left, also by a look at a saved one. */
function NewAddress({ user, errors, onCountry }: NewAddressProps) {
  const [values] = useState(() => {
    const { note: _note, isGift: _isGift, ...address } = readDraft(user.userId)
    return { ...suggestedFor(user), ...address }
  })
  return <AddressFields values={values} errors={errors} onCountry={onCountry} />
}

function Gift({ defaultChecked }: { defaultChecked: boolean }) {
  return (
    <label className="flex min-h-target cursor-pointer items-start gap-3">
      <input type="checkbox" name="isGift" className="check mt-0.5" defaultChecked={defaultChecked} />
      <span>
        This is a gift: no prices in the parcel
        <span className="t-note block">
          Your order notes are printed on the packing slip. Whoever receives the parcel pays the courier. We call the
          phone number above to confirm the order.
        </span>
      </span>
    </label>
  )
}

/** Said aloud by the toast; here for as long as it is true. */
function Standing({ children }: { children: ReactNode }) {
  return (
    <div className="alert-note is-error mt-6">
      <Icon name="alert" />
      <div>{children}</div>
    </div>
  )
}

function NotOrdered({ words, more, isBookFull }: NonNullable<Order['failure']>) {
  return (
    <Standing>
      <p className="m-0">{words}</p>
      {more && <p className="m-0 mt-1">{more}</p>}
      {isBookFull && (
        <Link className="btn-text" to={tabUrl('AddressSettings')}>
          <span>See your addresses</span>
        </Link>
      )}
    </Standing>
  )
}

function HeldUp() {
  return (
    <>
      <p className="m-0 mt-6 text-[.9375rem]" role="status">
        Some pieces cannot be ordered as they stand.
      </p>
      <Link className="btn btn-line btn-block mt-4" to={places.bag}>
        Change the bag
      </Link>
    </>
  )
}

function wordsIn(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].filter(([name, value]) => name !== 'addressId' && typeof value === 'string')
  // A box without a tick is missing among the entries of a form.
  return { isGift: '', ...(Object.fromEntries(entries) as Record<string, string>) }
}
