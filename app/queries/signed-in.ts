import { focusManager } from '@tanstack/react-query'
import { startCart } from './cart.ts'
import { queryClient } from './client.ts'
import { startWishlist } from './wishlist.ts'

/** The window of another program may cover this one without hiding it, so the focus counts as well. */
function watchFocus(): void {
  focusManager.setEventListener((onChange) => {
    const update = () => {
      if (document.visibilityState === 'visible') onChange()
    }
    window.addEventListener('focus', update)
    document.addEventListener('visibilitychange', update)
    return () => {
      window.removeEventListener('focus', update)
      document.removeEventListener('visibilitychange', update)
    }
  })
}

/** Loads the cart and the wishlist of the user, and keeps them up to date. */
export function startSignedIn(userId: string): () => void {
  watchFocus()
  queryClient.mount()
  const stops = [startCart(userId), startWishlist(userId)]
  return () => {
    for (const stop of stops) stop()
    queryClient.unmount()
    queryClient.clear()
  }
}
