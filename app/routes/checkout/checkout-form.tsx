import { type FocusEvent, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { tabUrl } from '#app/features/account/profile-tabs.ts'
import { AddressFields, type AddressValues } from '#app/features/address/fields.tsx'
import { initialValues } from '#app/features/address/initial-values.ts'
import { addressFormSchema, addressWireNames } from '#app/features/address/schema.ts'
import { AmountPrice } from '#app/features/cart/line.tsx'
import { useSite } from '#app/features/site/seo.tsx'
import { paths } from '#app/layouts/navigation.ts'
import { useForm } from '#app/lib/form.ts'
import { useCart } from '#app/state/cart.ts'
import { discountOf, discountProblem, isBlocked, subtotalOf } from '#app/state/cart-lines.ts'
import { useCurrency } from '#app/state/currency.ts'
import { storedDraft } from '#app/state/drafts.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { WireUser } from '#modules/accounts/contract.ts'
import { findCountry } from '#modules/addresses/find-country.ts'
import { placeOrder } from '#modules/orders/contract.ts'
import { totalOf } from '#shared/shipping.ts'
import { AddressPicker, newAddress } from './address-picker.tsx'
import type { CheckoutCustomer } from './checkout-customer.ts'
import { OrderSummary } from './order-summary.tsx'
import type { PlaceOrder, ShownCart } from './use-place-order.ts'

type Props = CheckoutCustomer & { cart: ShownCart; order: PlaceOrder }

const maxNoteLength = 1000
const fillOutMessage = 'Please fill out all required fields.'
const selectMessage = 'Please select an address'

const { addressId, note } = placeOrder.body.shape
const orderOptions = { note, isGift: z.optional(z.string()) }
const savedAddressSchema = z.object({ addressId, ...orderOptions })

const checkoutDraft = () => storedDraft<Record<string, string>>('checkout')
const readDraft = () => checkoutDraft().read() ?? {}

export function CheckoutForm({ user, addresses, cart, order }: Props) {
  const { lines, discount } = cart
  const [selectedId, setSelectedId] = useState<string | null>(addresses.length === 0 ? newAddress : null)
  const [isIncomplete, setIncomplete] = useState(false)
  const [draft] = useState(readDraft)
  const [newCountry, setNewCountry] = useState(findCountry(draft.country ?? '')?.name)
  const cartNote = useCart(({ note }) => note)
  const isNew = selectedId === newAddress
  const selectedAddress = addresses.find(({ addressId }) => addressId === selectedId)

  const { sending, errors, onSubmit, onInput } = useForm({
    schema: (values) => (isNew ? z.extend(addressFormSchema(values), orderOptions) : savedAddressSchema),
    wireNames: addressWireNames,
    send({ note = '', isGift, ...values }) {
      setIncomplete(false)
      const destination = 'addressId' in values ? values : { address: values }
      return order.send(destination, { note: note.trim(), isGift: Boolean(isGift) }, cart)
    },
    failed: order.fail,
    incomplete: () => {
      setIncomplete(true)
      toast(isNew ? fillOutMessage : selectMessage, 'error')
    },
  })

  const onBlur = ({ currentTarget }: FocusEvent<HTMLFormElement>) =>
    checkoutDraft().write({ ...readDraft(), ...formValues(currentTarget) })

  const hasBlockedLine = lines.some(isBlocked)
  const subtotal = subtotalOf(lines)
  const total = totalOf(subtotal, useSite().shipping, discountOf(discount, subtotal))
  const codeProblem = discountProblem(discount, useCurrency().currency)
  return (
    <form
      className="grid-12 mt-block items-start gap-y-12"
      aria-label="Checkout"
      noValidate
      onSubmit={onSubmit}
      onInput={onInput}
      onBlur={onBlur}
    >
      <div className="col-span-12 min-w-0 lg:col-span-7">
        <h2 className="t-h3">Delivery address</h2>
        {isNew && isIncomplete && Object.values(errors).some(Boolean) && <FormAlert>{fillOutMessage}</FormAlert>}
        <div className="mt-6 grid gap-3">
          {addresses.length > 0 && (
            <AddressPicker
              addresses={addresses}
              selectedId={selectedId}
              error={errors.addressId}
              onSelect={setSelectedId}
            />
          )}
          {isNew && <NewAddress user={user} errors={errors} onCountry={setNewCountry} />}
          <TextArea
            label="Order notes"
            name="note"
            rows={3}
            maxLength={maxNoteLength}
            defaultValue={draft.note ?? cartNote}
            optional
            error={errors.note}
          />
          <Gift defaultChecked={Boolean(draft.isGift)} />
        </div>
      </div>
      <OrderSummary
        lines={lines}
        discount={discount}
        country={isNew ? newCountry : selectedAddress?.country}
        isLocked={sending || order.locked !== null}
      >
        {order.failure && <OrderFailure {...order.failure} />}
        {hasBlockedLine && <BlockedCart />}
        {!hasBlockedLine && codeProblem && (
          <p className="m-0 mt-6 text-[.9375rem]">To order, remove the discount code or change your bag.</p>
        )}
        {!hasBlockedLine && !codeProblem && (
          <>
            <p className="m-0 mt-6 text-[.9375rem]">
              This places your order. You pay <AmountPrice amount={total} /> in cash when it arrives.
            </p>
            <Button type="submit" className="btn-block mt-4 px-4" busy={sending}>
              Proceed to Payment with cash on delivery
            </Button>
          </>
        )}
      </OrderSummary>
    </form>
  )
}

type NewAddressProps = { user: WireUser; errors: AddressValues; onCountry: (name: string) => void }

/** Keeps the entered values while the customer looks at a saved address. */
function NewAddress({ user, errors, onCountry }: NewAddressProps) {
  const [values] = useState(() => {
    const { note: _note, isGift: _isGift, ...address } = readDraft()
    return { ...initialValues(user), ...address }
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
          Your order notes are printed on the packing slip. The recipient of the parcel pays the courier. We call the
          phone number above to confirm the order.
        </span>
      </span>
    </label>
  )
}

/** A toast announces the message too; this copy stays visible. */
function FormAlert({ children }: { children: ReactNode }) {
  return (
    <div className="alert-note is-error mt-6">
      <Icon name="alert" />
      <div>{children}</div>
    </div>
  )
}

function OrderFailure({ message, detail, isAddressBookFull }: NonNullable<PlaceOrder['failure']>) {
  return (
    <FormAlert>
      <p className="m-0">{message}</p>
      {detail && <p className="m-0 mt-1">{detail}</p>}
      {isAddressBookFull && (
        <Link className="btn-text" to={tabUrl('AddressSettings')}>
          <span>See your addresses</span>
        </Link>
      )}
    </FormAlert>
  )
}

function BlockedCart() {
  return (
    <>
      <p className="m-0 mt-6 text-[.9375rem]" role="status">
        Some items in your bag cannot be ordered. Please change or remove them.
      </p>
      <Link className="btn btn-line btn-block mt-4" to={paths.cart}>
        Edit bag
      </Link>
    </>
  )
}

function formValues(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].filter(([name, value]) => name !== 'addressId' && typeof value === 'string')
  // An unchecked checkbox has no entry in FormData.
  return { isGift: '', ...(Object.fromEntries(entries) as Record<string, string>) }
}
