import { useEffect } from 'react'
import { href, Link } from 'react-router'
import { loginUrl } from '#app/lib/return-to.ts'
import { useCart } from '#app/state/cart.ts'
import { MountainDrawing } from '#app/ui/mountain-drawing.tsx'

/** A visitor may have a cart in their account, so they also get a login link. */
export function EmptyCart({ message, returnTo }: { message: string; returnTo: string }) {
  const isVisitor = useCart(({ status }) => status === 'signedOut')
  // After Back, the restored scroll position of the longer page would be in the footer.
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [])
  return (
    <div className="flex min-h-[40vh] flex-col items-center justify-center py-16 text-center">
      <MountainDrawing className="h-auto max-w-xl opacity-60" />
      <p className="t-h3 m-0 mt-10" role="status">
        {message}
      </p>
      {isVisitor && <p className="m-0 mt-3 text-granite">Your bag is saved in your account. Log in to see it.</p>}
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {isVisitor && (
          <Link to={loginUrl(returnTo)} className="btn btn-ink">
            Login
          </Link>
        )}
        <Link to={href('/shop')} className={isVisitor ? 'btn btn-line' : 'btn btn-ink'}>
          Continue Shopping
        </Link>
      </div>
    </div>
  )
}

export function CartSkeleton() {
  return (
    <div className="grid-12 mt-block items-start gap-y-12">
      <p className="sr-only" role="status">
        Loading your bag...
      </p>
      <noscript className="col-span-12">Showing your bag needs JavaScript.</noscript>
      <div className="col-span-12 grid gap-8 lg:col-span-7" aria-hidden="true">
        <div className="skeleton h-44" />
        <div className="skeleton h-44" />
      </div>
      <div className="skeleton col-span-12 h-72 lg:col-span-4 lg:col-start-9" aria-hidden="true" />
    </div>
  )
}
