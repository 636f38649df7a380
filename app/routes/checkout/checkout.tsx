import { useEffect } from 'react'
import { href, useRevalidator } from 'react-router'
import { places } from '#app/layouts/places.ts'
import { useOwner } from '#app/lib/reload-on-user-change.ts'
import { Seo } from '#app/lib/seo.tsx'
import { useCart } from '#app/state/cart.ts'
import { refreshBag } from '#app/state/cart-changes.ts'
import { readSession } from '#app/state/session.ts'
import '#app/styles/account.css'
import '#app/styles/cart.css'
import '#app/styles/checkout.css'
import { Button } from '#app/ui/button.tsx'
import type { Route } from './+types/checkout'
import { type Buyer, loadBuyer } from './buyer.ts'
import { CheckoutForm } from './checkout-form.tsx'
import { BagSkeleton, EmptyBag } from './empty-cart.tsx'
import { useOrder } from './use-order.ts'

/** A visitor may come here too, and finds nothing to check out. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadBuyer(request)

let shownTo: string | null = null

/** What was asked for when a person opened the page stays: an address saved on the way must not change the form. */
export const shouldRevalidate = () => readSession().userId !== shownTo

export function HydrateFallback() {
  return <Waiting />
}

export default function Checkout({ loaderData }: Route.ComponentProps) {
  const userId = loaderData?.user.userId ?? null
  useEffect(() => {
    shownTo = userId
  }, [userId])
  const isTheirs = useOwner(userId)
  useEffect(refreshBag, [])
  if (!isTheirs) return <Waiting />
  return <CheckoutFrame>{loaderData ? <Content key={userId} {...loaderData} /> : <Nothing />}</CheckoutFrame>
}

function CheckoutFrame({ children }: { children: React.ReactNode }) {
  return (
    <div className="page fill-screen pt-10 pb-section lg:pt-14">
      <Seo title="Checkout" description="Order what you have chosen." path={href('/checkout')} noindex />
      <h1 className="t-h1">Checkout</h1>
      {children}
    </div>
  )
}

function Waiting() {
  return (
    <CheckoutFrame>
      <BagSkeleton />
    </CheckoutFrame>
  )
}

const Nothing = () => <EmptyBag words="Cart is empty" returnTo={places.checkout} />

function Content({ user, addresses }: Buyer) {
  const { lines, state } = useCart()
  const order = useOrder(user.userId)
  const shown = order.held ?? lines
  if (shown.length > 0) return <CheckoutForm user={user} addresses={addresses} lines={shown} order={order} />
  return state === 'unknown' || state === 'asking' ? <BagSkeleton /> : <Nothing />
}

export function ErrorBoundary() {
  const { revalidate, state } = useRevalidator()
  return (
    <CheckoutFrame>
      <p className="t-lead mt-8 mb-6 max-w-prose">
        The shop could not be reached just now. Nothing was ordered, and your bag is as you left it.
      </p>
      <Button busy={state === 'loading'} onClick={() => revalidate()}>
        Try again
      </Button>
    </CheckoutFrame>
  )
}
