import { logError } from '#app/lib/log-error.ts'
import { showStoredCart, useCart } from '#app/state/cart.ts'
import { useSession } from '#app/state/session.ts'
import { useWishlist } from '#app/state/wishlist.ts'

/** Shows the cart and the wishlist of the user. Their code is loaded only for signed-in users. */
export function syncSignedIn(): () => void {
  let stop: (() => void) | undefined
  const update = ({ userId }: { userId: string | null }) => {
    if (useCart.getState().userId === userId && useCart.getState().status !== 'initial') return
    stop?.()
    stop = undefined
    showStoredCart(userId)
    useWishlist.setState({ ids: new Set() })
    if (!userId) return
    import('#app/queries/signed-in.ts').then(
      ({ startSignedIn }) => {
        if (useSession.getState().userId === userId) stop = startSignedIn(userId)
      },
      (error) => {
        useCart.setState({ status: 'unreachable' })
        logError('Could not load the code of the cart', error)
      },
    )
  }
  update(useSession.getState())
  const unsubscribe = useSession.subscribe(update)
  return () => {
    unsubscribe()
    stop?.()
    useCart.setState({ status: 'initial' })
  }
}
