import { useEffect, useRef } from 'react'
import { href, Link } from 'react-router'
import { DeliveryNote } from '#app/features/cart/delivery-note.tsx'
import { DiscountCode } from '#app/features/cart/discount-code.tsx'
import { Totals } from '#app/features/cart/totals.tsx'
import { Seo } from '#app/features/site/seo.tsx'
import { paths } from '#app/layouts/navigation.ts'
import type { Handle } from '#app/lib/handle.ts'
import { refreshCart } from '#app/queries/cart.ts'
import { useCart } from '#app/state/cart.ts'
import { isBlocked } from '#app/state/cart-lines.ts'
import { AlertNote } from '#app/ui/alert-note.tsx'
import { Button } from '#app/ui/button.tsx'
import { CartLines } from './cart-lines.tsx'
import { CartSkeleton, EmptyCart } from './empty-cart.tsx'

export const handle: Handle = { robots: 'disallow' }

/** The server renders the same HTML for everyone; the browser adds the cart. */
export default function CartPage() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(refreshCart, [])
  return (
    <div className="page fill-screen pt-10 pb-section lg:pt-14">
      <Seo title="Shopping bag" description="The products in your bag." path={href('/shopping-bag')} />
      <h1 ref={heading} tabIndex={-1} className="t-h1 outline-none">
        Shopping bag
      </h1>
      <Content onRemoved={() => heading.current?.focus()} />
    </div>
  )
}

function Content({ onRemoved }: { onRemoved: () => void }) {
  const { lines, status, discount } = useCart()
  if (status === 'initial' || (status === 'loading' && lines.length === 0)) return <CartSkeleton />
  if (lines.length === 0)
    return status === 'unreachable' ? <Unreachable /> : <EmptyCart message="No items in cart" returnTo={paths.cart} />
  const hasBlockedLine = lines.some(isBlocked)
  return (
    <div className="grid-12 mt-block items-start gap-y-12">
      <div className="col-span-12 lg:col-span-7">
        {status === 'unreachable' && <Unreachable />}
        <CartLines lines={lines} onRemoved={onRemoved} />
      </div>
      <aside
        className="col-span-12 bg-stage p-6 sm:p-8 lg:sticky lg:top-[calc(var(--spacing-header)+1.5rem)] lg:col-span-4 lg:col-start-9"
        aria-label="Summary"
      >
        <h2 className="t-h3">Summary</h2>
        <DiscountCode discount={discount} className="mt-4 border-t" />
        <Totals lines={lines} discount={discount} />
        {hasBlockedLine ? (
          <p className="m-0 mt-6 text-[.9375rem]" role="status">
            Please change or remove the marked items to check out.
          </p>
        ) : (
          <Link className="btn btn-ink btn-caps btn-block mt-6" to={paths.checkout}>
            CHECKOUT
          </Link>
        )}
        <div className="mt-4">
          <DeliveryNote />
        </div>
      </aside>
    </div>
  )
}

function Unreachable() {
  return (
    <div className="my-8">
      <AlertNote tone="info">
        <p className="m-0">
          The shop could not be reached. This is the last version of your bag saved in this browser.
        </p>
        <Button look="line" className="mt-4" onClick={refreshCart}>
          Try again
        </Button>
      </AlertNote>
    </div>
  )
}
