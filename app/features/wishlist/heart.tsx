import { askToLogIn } from '#app/features/account/ask-to-log-in.ts'
import { logError } from '#app/lib/log-error.ts'
import { intentTarget } from '#app/state/intent.ts'
import { useSession } from '#app/state/session.ts'
import { useWishlist } from '#app/state/wishlist.ts'
import { Icon } from '#app/ui/icons.tsx'
import { toast } from '#app/ui/toast.tsx'

export function Heart({ id, name }: { id: number; name: string }) {
  const isSaved = useWishlist(({ ids }) => ids.has(id))

  const press = async () => {
    if (!useSession.getState().isLoggedIn)
      return askToLogIn('Please login to save products', { action: 'save', productId: id })
    try {
      const { setSaved } = await import('#app/queries/wishlist.ts')
      await setSaved(id, !isSaved)
      toast(isSaved ? 'item removed successfully' : 'product liked', 'success')
    } catch (error) {
      logError(`Could not ${isSaved ? 'remove' : 'save'} product ${id}`, error)
    }
  }

  return (
    <button
      type="button"
      className="heart"
      data-intent={intentTarget('save', id)}
      aria-pressed={isSaved}
      aria-label={`Save ${name}`}
      onClick={press}
    >
      <Icon name="heart" />
    </button>
  )
}
