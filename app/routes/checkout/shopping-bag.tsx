import { useEffect, useRef } from 'react'
import { href, Link } from 'react-router'
import { DeliveryNote } from '#app/features/cart/delivery-note.tsx'
import { Totals } from '#app/features/cart/totals.tsx'
import { places } from '#app/layouts/places.ts'
import { Seo } from '#app/lib/seo.tsx'
import { useCart } from '#app/state/cart.ts'
import { refreshBag } from '#app/state/cart-changes.ts'
import { isHeldUp, subtotalOf } from '#app/state/cart-lines.ts'
import '#app/styles/account.css'
import '#app/styles/cart.css'
import { AlertNote } from '#app/ui/alert-note.tsx'
import { Button } from '#app/ui/button.tsx'
import { BagLines } from './cart-lines.tsx'
import { BagSkeleton, EmptyBag } from './empty-cart.tsx'

/** The same HTML for everybody: the bag is put in by the browser. */
export default function ShoppingBag() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(refreshBag, [])
  return (
    <div className="page fill-screen pt-10 pb-section lg:pt-14">
      <Seo title="Shopping bag" description="What you have chosen." path={href('/shopping-bag')} noindex />
      <h1 ref={heading} tabIndex={-1} className="t-h1 outline-none">
        Shopping bag
      </h1>
      <Content onRemoved={() => heading.current?.focus()} />
    </div>
  )
}

function Content({ onRemoved }: { onRemoved: () => void }) {
  const { lines, state } = useCart()
  if (state === 'unknown' || (state === 'asking' && lines.length === 0)) return <BagSkeleton />
  if (lines.length === 0)
    return state === 'unreachable' ? <Unreachable /> : <EmptyBag words="No items in cart" returnTo={places.bag} />
  const isBlocked = lines.some(isHeldUp)
  return (
    <div className="grid-12 mt-block items-start gap-y-12">
      <div className="col-span-12 lg:col-span-7">
        {state === 'unreachable' && <Unreachable />}
        <BagLines lines={lines} onRemoved={onRemoved} />
      </div>
      <aside className="order-box col-span-12 lg:col-span-4 lg:col-start-9" aria-label="Summary">
        <h2 className="t-h3">Summary</h2>
        <Totals subtotal={subtotalOf(lines)} />
        {isBlocked ? (
          <p className="m-0 mt-6 text-[.9375rem]" role="status">
            Please remove or change the marked pieces. Then you can check out.
          </p>
        ) : (
          <Link className="btn btn-ink btn-caps btn-block mt-6" to={places.checkout}>
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
        <p className="m-0">The shop could not be reached. Your bag is shown as this browser remembers it.</p>
        <Button look="line" className="mt-4" onClick={refreshBag}>
          Try again
        </Button>
      </AlertNote>
    </div>
  )
}
