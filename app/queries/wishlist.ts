import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import { isSessionExpired } from '#app/lib/api.ts'
import { logError } from '#app/lib/log-error.ts'
import { readSession, useSession } from '#app/state/session.ts'
import { onPageRestored } from '#app/state/storage.ts'
import { useWishlist } from '#app/state/wishlist.ts'
import { addToWishlist, getWishlist, removeFromWishlist, type WireWishlist } from '#modules/wishlist/contract.ts'
import { callAuthenticated, callWithToken, loadedFor, queryClient } from './client.ts'

type Change = { userId: string; productId: number; isSaved: boolean }

const queryKey = (userId: string) => ['wishlist', userId]
const mutationKey = ['wishlist']

export const wishlistQuery = (userId: string) => ({
  queryKey: queryKey(userId),
  queryFn: () => callWithToken(getWishlist, { params: { userId } }),
  ...loadedFor(userId),
})

/** Changes are sent one after the other. */
const changeOptions = {
  mutationKey,
  scope: { id: 'wishlist' },
  mutationFn: ({ userId, productId, isSaved }: Change) =>
    isSaved
      ? callAuthenticated(addToWishlist, { params: { userId }, body: { productIds: [productId] } })
      : callAuthenticated(removeFromWishlist, { params: { userId, productId } }),
  onSuccess: async (wishlist: WireWishlist, { userId }: Change) => {
    await queryClient.cancelQueries({ queryKey: queryKey(userId) })
    queryClient.setQueryData(queryKey(userId), wishlist)
  },
}

/** The heart changes at once, and changes back when the server refuses. */
export async function setSaved(productId: number, isSaved: boolean): Promise<void> {
  const { userId } = readSession()
  if (userId) await new MutationObserver(queryClient, changeOptions).mutate({ userId, productId, isSaved })
}

/** Fills the hearts of the user's saved products. */
export function startWishlist(userId: string): () => void {
  const observer = new QueryObserver(queryClient, wishlistQuery(userId))
  const show = () => {
    const { data, error } = observer.getCurrentResult()
    if (error && !isSessionExpired(error)) logError('Could not load the saved products', error)
    const ids = new Set(data?.products.map(({ id }) => id))
    for (const { state } of queryClient.getMutationCache().findAll({ mutationKey, status: 'pending' })) {
      const { productId, isSaved } = state.variables as Change
      if (isSaved) ids.add(productId)
      else ids.delete(productId)
    }
    useWishlist.setState({ ids })
  }
  // The loader of the saved items may have loaded it before.
  show()
  const stops = [
    observer.subscribe(show),
    queryClient.getMutationCache().subscribe(show),
    onPageRestored(() => void observer.refetch()),
    useSession.subscribe(({ token }, previous) => {
      if (token && token !== previous.token) void observer.refetch()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
