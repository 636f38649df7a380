import { useEffect, useState } from 'react'
import { href, useRevalidator } from 'react-router'
import { useReloadOnUserChange } from '#app/features/account/reload-on-user-change.ts'
import { Seo } from '#app/features/site/seo.tsx'
import { paths } from '#app/layouts/navigation.ts'
import type { Handle } from '#app/lib/handle.ts'
import { refreshCart } from '#app/queries/cart.ts'
import { useCart } from '#app/state/cart.ts'
import { Button } from '#app/ui/button.tsx'
import type { Route } from './+types/checkout'
import { type CheckoutCustomer, loadCheckoutCustomer } from './checkout-customer.ts'
import { CheckoutForm } from './checkout-form.tsx'
import { CartSkeleton, EmptyCart } from './empty-cart.tsx'
import { usePlaceOrder } from './use-place-order.ts'

export const handle: Handle = { robots: 'disallow' }

/** Visitors may open this page: they see an empty cart. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadCheckoutCustomer(request)

export function HydrateFallback() {
  return <LoadingCheckout />
}

export default function Checkout({ loaderData }: Route.ComponentProps) {
  const userId = loaderData?.user.userId ?? null
  const isCurrentUser = useReloadOnUserChange(userId)
  useEffect(refreshCart, [])
  if (!isCurrentUser) return <LoadingCheckout />
  return <CheckoutLayout>{loaderData ? <Content key={userId} {...loaderData} /> : <NoCart />}</CheckoutLayout>
}

function CheckoutLayout({ children }: { children: React.ReactNode }) {
  return (
    <div className="page fill-screen pt-10 pb-section lg:pt-14">
      <Seo title="Checkout" description="Place your order." path={href('/checkout')} />
      <h1 className="t-h1">Checkout</h1>
      {children}
    </div>
  )
}

function LoadingCheckout() {
  return (
    <CheckoutLayout>
      <CartSkeleton />
    </CheckoutLayout>
  )
}

const NoCart = () => <EmptyCart message="Cart is empty" returnTo={paths.checkout} />

/** Keeps the first customer: an address saved during checkout must not change the form. */
function Content(customer: CheckoutCustomer) {
  const [{ user, addresses }] = useState(customer)
  const { lines, status, discount } = useCart()
  const order = usePlaceOrder(user.userId)
  const cart = order.locked ?? { lines, discount }
  if (cart.lines.length > 0) return <CheckoutForm user={user} addresses={addresses} cart={cart} order={order} />
  return status === 'initial' || status === 'loading' ? <CartSkeleton /> : <NoCart />
}

export function ErrorBoundary() {
  const { revalidate, state } = useRevalidator()
  return (
    <CheckoutLayout>
      <p className="t-lead mt-8 mb-6 max-w-prose">
        The shop could not be reached. Nothing was ordered, and your bag is unchanged.
      </p>
      <Button busy={state === 'loading'} onClick={() => revalidate()}>
        Try again
      </Button>
    </CheckoutLayout>
  )
}
