import { useEffect } from 'react'
import { href, useRevalidator } from 'react-router'
import { places } from '#app/frame/places.ts'
import { loadAsCustomer } from '#app/lib/guard.ts'
import { Seo } from '#app/lib/seo.tsx'
import { refreshBag } from '#app/state/bag.ts'
import { useCart } from '#app/state/cart.ts'
import { readSession } from '#app/state/session.ts'
import '#app/styles/account.css'
import '#app/styles/bag.css'
import '#app/styles/checkout.css'
import { Button } from '#app/ui/button.tsx'
import type { WireUser } from '#modules/accounts/schema.ts'
import type { WireAddress } from '#modules/addresses/schema.ts'
import type { Route } from './+types/checkout'
import { CheckoutForm } from './checkout-form.tsx'
import { BagSkeleton, EmptyBag } from './empty-bag.tsx'
import { useOrder } from './use-order.ts'

/** A visitor may come here too, and finds nothing to check out. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  if (!readSession().isLoggedIn) return null
  return loadAsCustomer(request, async (userId, get) => {
    const [{ data: user }, addresses] = await Promise.all([
      get<{ data: WireUser }>(`/userdetails/${userId}`),
      get<WireAddress[]>(`/addresses/user/${userId}/alladdresses`),
    ])
    return { user, addresses }
  })
}

/** What was asked for when the page was opened stays: an address saved on the way must not change the form. */
export const shouldRevalidate = () => false

export function HydrateFallback() {
  return (
    <CheckoutFrame>
      <BagSkeleton />
    </CheckoutFrame>
  )
}

export default function Checkout({ loaderData }: Route.ComponentProps) {
  useEffect(refreshBag, [])
  return <CheckoutFrame>{loaderData ? <Content {...loaderData} /> : <Nothing />}</CheckoutFrame>
}

function CheckoutFrame({ children }: { children: React.ReactNode }) {
  return (
    <div className="page pt-10 pb-section lg:pt-14">
      <Seo title="Checkout" description="Order what you have chosen at ALPINE." path={href('/checkout')} noindex />
      <h1 className="t-h1">Checkout</h1>
      {children}
    </div>
  )
}

const Nothing = () => <EmptyBag words="Cart is empty" returnTo={places.checkout} />

function Content({ user, addresses }: { user: WireUser; addresses: WireAddress[] }) {
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
