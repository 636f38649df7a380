import { useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { tabUrl } from '#app/features/account/profile-tabs.ts'
import { isAddressBookFull, saveErrorMessage } from '#app/features/address/save-error.ts'
import { openOrderState } from '#app/features/order/order-urls.ts'
import { useSite } from '#app/features/site/seo.tsx'
import { ApiError, errorMessage, fallbackError, isOutcomeUnknown } from '#app/lib/api.ts'
import { clearCart, reloadCart, settledCart } from '#app/queries/cart.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { type CartDiscount, type CartLine, discountOf, subtotalOf } from '#app/state/cart-lines.ts'
import { useCurrency } from '#app/state/currency.ts'
import { storedDraft } from '#app/state/drafts.ts'
import { toast } from '#app/ui/toast.tsx'
import { type AddressInput, addAddress } from '#modules/addresses/contract.ts'
import { cashOnDelivery, placeOrder } from '#modules/orders/contract.ts'
import { toWire } from '#shared/money.ts'
import { totalOf } from '#shared/shipping.ts'

export type PlaceOrder = ReturnType<typeof usePlaceOrder>
type Step = 'cart' | 'address' | 'order'
type Failure = { message: string; detail: string | undefined; isAddressBookFull: boolean }
type OrderOptions = { note: string; isGift: boolean }
export type ShownCart = { lines: CartLine[]; discount: CartDiscount }
type Destination = { addressId: string } | { address: AddressInput }

const failure = 'Error creating order'

const unknownOutcome =
  'The shop could not be reached, so we cannot tell whether your order arrived. Please try again: it will not be ordered twice.'

/** Shown below the specified message, which is only about the address. */
const addressNotSaved = {
  unreachable: 'The shop could not be reached. Nothing was ordered, and your entries are kept.',
  rejected: 'Nothing was ordered, and your entries are kept.',
}

const notSent = 'The shop could not be reached. Nothing was ordered; please try again.'

function failureMessage(error: unknown, step: Step): string {
  if (step === 'address') return saveErrorMessage(error)
  if (error instanceof ApiError && error.status === 0) return step === 'order' ? unknownOutcome : notSent
  const message = errorMessage(error, failure)
  return message === fallbackError ? failure : message
}

function failureDetail(error: unknown, step: Step): string | undefined {
  if (step !== 'address') return undefined
  return error instanceof ApiError && error.status === 0 ? addressNotSaved.unreachable : addressNotSaved.rejected
}

/**
 * Every attempt from one page sends the same idempotency key, so at most one order is created. The page shows the
 * submitted cart while an attempt is pending and while its outcome is unknown.
 */
export function usePlaceOrder(userId: string) {
  const navigate = useNavigate()
  const { shipping } = useSite()
  const { revalidate } = useRevalidator()
  const [locked, setLocked] = useState<ShownCart | null>(null)
  const [failure, setFailure] = useState<Failure>()
  const idempotencyKey = useRef(crypto.randomUUID())
  const savedAddress = useRef<{ json: string; addressId: string }>(null)
  const cartId = useRef('')
  const step = useRef<Step>('cart')

  /** A retry does not save the same address twice. */
  async function addressIdOf(destination: Destination): Promise<string> {
    if ('addressId' in destination) return destination.addressId
    const json = JSON.stringify(destination.address)
    if (savedAddress.current?.json === json) return savedAddress.current.addressId
    const body = { id: userId, ...destination.address }
    const { addressId } = await callAuthenticated(addAddress, { body })
    savedAddress.current = { json, addressId }
    return addressId
  }

  /** Saves the cart first. After an unknown outcome the server's cart may be empty, so it is not checked. */
  async function hasCartLines(): Promise<boolean> {
    if (locked) return true
    const { shoppingCartId, lines } = await settledCart()
    cartId.current = shoppingCartId ?? ''
    return lines.length > 0
  }

  /** `cart` is the cart on screen: its total is the price the customer agrees to. */
  async function send(destination: Destination, { note, isGift }: OrderOptions, cart: ShownCart): Promise<void> {
    setFailure(undefined)
    step.current = 'cart'
    if (!(await hasCartLines())) return toast('Cart is empty', 'error')
    step.current = 'address'
    const addressId = await addressIdOf(destination)
    step.current = 'order'
    setLocked(cart)
    const { currency } = useCurrency.getState()
    const subtotal = subtotalOf(cart.lines)
    const { npr, usd } = totalOf(subtotal, shipping, discountOf(cart.discount, subtotal))
    const { orderNumber } = await callAuthenticated(placeOrder, {
      headers: { 'Idempotency-Key': idempotencyKey.current },
      body: {
        shoppingCartId: cartId.current,
        addressId,
        method: cashOnDelivery,
        currency,
        note,
        isGift,
        shownTotal: toWire(currency === 'NPR' ? npr : usd),
      },
    })
    idempotencyKey.current = crypto.randomUUID()
    clearCart()
    storedDraft('checkout').clear()
    toast('Order created successfully!', 'success')
    // Replaces the history entry: the checkout is empty now.
    await navigate(tabUrl('MyOrders'), { replace: true, state: openOrderState(orderNumber) })
  }

  function fail(error: unknown): void {
    const message = failureMessage(error, step.current)
    toast(message, 'error')
    const detail = failureDetail(error, step.current)
    setFailure({ message, detail, isAddressBookFull: step.current === 'address' && isAddressBookFull(error) })
    if (step.current !== 'order' || isOutcomeUnknown(error) || !(error instanceof ApiError)) return
    setLocked(null)
    reloadCart()
    void revalidate()
  }

  return { locked, failure, send, fail }
}
