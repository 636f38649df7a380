import { useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { isBookFull, whyNotSaved } from '#app/features/address/not-saved.ts'
import { totalOf } from '#app/features/cart/totals.tsx'
import { ApiError, errorMessage, generalFailure } from '#app/lib/api.ts'
import { callAsCustomer } from '#app/lib/authenticated-call.ts'
import { useSite } from '#app/lib/seo.tsx'
import { clearBag, lookAgain, settledBag } from '#app/state/cart-changes.ts'
import { type BagLine, subtotalOf } from '#app/state/cart-lines.ts'
import { forgetDraft } from '#app/state/checkout-draft.ts'
import { useCurrency } from '#app/state/currency.ts'
import { toast } from '#app/ui/toast.tsx'
import type { WireAddress } from '#modules/addresses/schema.ts'
import { toWire } from '#shared/money.ts'
import { openingOrder } from '../profile/order-address.ts'
import { tabUrl } from '../profile/tabs.ts'

export type Order = ReturnType<typeof useOrder>
type Step = 'bag' | 'address' | 'order'
type Failure = { words: string; more: string | undefined; isBookFull: boolean }
type Wishes = { note: string; isGift: boolean }
type Destination = { addressId: string } | { address: Record<string, string> }

const cashOnDelivery = 0
const failure = 'Error creating order'

const notKnown =
  'The shop could not be reached, so we cannot tell whether your order arrived. Please try again: it will not be ordered twice.'

/** Beside the specified sentence, which speaks of the address alone. */
const addressNotSent = {
  away: 'The shop could not be reached. Nothing was ordered, and what you wrote is kept.',
  refused: 'Nothing was ordered, and what you wrote is kept.',
}

const notSent = 'The shop could not be reached. Nothing was ordered; please try again.'

/** Whether it may have been ordered all the same. */
const isOpen = (error: unknown) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500

function wordsFor(error: unknown, step: Step): string {
  if (step === 'address') return whyNotSaved(error)
  if (error instanceof ApiError && error.status === 0) return step === 'order' ? notKnown : notSent
  const message = errorMessage(error, failure)
  return message === generalFailure ? failure : message
}

function moreFor(error: unknown, step: Step): string | undefined {
  if (step !== 'address') return undefined
  return error instanceof ApiError && error.status === 0 ? addressNotSent.away : addressNotSent.refused
}

/**
 * One order, whatever is clicked: its key is made when the page opens and goes with every try. While a try is under way,
 * and after one of which nobody knows how it ended, the page keeps the lines that it was about.
 */
export function useOrder(userId: string) {
  const navigate = useNavigate()
  const { shipping } = useSite()
  const { revalidate } = useRevalidator()
  const [held, setHeld] = useState<BagLine[] | null>(null)
  const [failure, setFailure] = useState<Failure>()
  const key = useRef(crypto.randomUUID())
  const saved = useRef<{ words: string; addressId: string }>(null)
  const bagId = useRef<string>(null)
  const step = useRef<Step>('bag')

  /** A second try does not keep the same address twice. */
  async function addressIdOf(destination: Destination): Promise<string> {
    if ('addressId' in destination) return destination.addressId
    const words = JSON.stringify(destination.address)
    if (saved.current?.words === words) return saved.current.addressId
    const body = { id: userId, ...destination.address }
    const { addressId } = await callAsCustomer<WireAddress>('/addresses', { method: 'POST', body })
    saved.current = { words, addressId }
    return addressId
  }

  /** The bag reaches the server first. After a try that may have succeeded it may be empty there, and need not be asked. */
  async function isThereABag(): Promise<boolean> {
    if (held) return true
    const { shoppingCartId, lines } = await settledBag()
    bagId.current = shoppingCartId
    return lines.length > 0
  }

  /** `lines` as the person sees them: what they come to is what the person agrees to pay. */
  async function send(destination: Destination, { note, isGift }: Wishes, lines: BagLine[]): Promise<void> {
    setFailure(undefined)
    step.current = 'bag'
    if (!(await isThereABag())) return toast('Cart is empty', 'error')
    step.current = 'address'
    const addressId = await addressIdOf(destination)
    step.current = 'order'
    setHeld(lines)
    const { currency } = useCurrency.getState()
    const { npr, usd } = totalOf(subtotalOf(lines), shipping)
    const body = {
      shoppingCartId: bagId.current,
      addressId,
      method: cashOnDelivery,
      currency,
      note,
      isGift,
      shownTotal: toWire(currency === 'NPR' ? npr : usd),
    }
    const { orderNumber } = await callAsCustomer<{ orderNumber: string }>('/order', {
      method: 'POST',
      body,
      idempotencyKey: key.current,
    })
    key.current = crypto.randomUUID()
    clearBag()
    forgetDraft(userId)
    toast('Order created successfully!', 'success')
    // Back leads to what was before the checkout, which is empty by now.
    await navigate(tabUrl('MyOrders'), { replace: true, state: openingOrder(orderNumber) })
  }

  function fail(error: unknown): void {
    const words = wordsFor(error, step.current)
    toast(words, 'error')
    const more = moreFor(error, step.current)
    setFailure({ words, more, isBookFull: step.current === 'address' && isBookFull(error) })
    if (step.current !== 'order' || isOpen(error)) return
    setHeld(null)
    lookAgain()
    void revalidate()
  }

  return { held, failure, send, fail }
}
