import { note } from '#app/lib/note.ts'
import { useSession } from '#app/state/session.ts'
import { setSaved, useWishlist } from '#app/state/wishlist.ts'
import { Icon } from '#app/ui/icons.tsx'
import { toast } from '#app/ui/toast.tsx'

export function Heart({ id, name }: { id: number; name: string }) {
  const isSaved = useWishlist(({ ids }) => ids.has(id))

  const press = async () => {
    if (!useSession.getState().isLoggedIn) return toast('Please login to save products', 'info')
    try {
      await setSaved(id, !isSaved)
      toast(isSaved ? 'item removed successfully' : 'product liked', 'success')
    } catch (error) {
      note(`Product ${id} could not be ${isSaved ? 'removed' : 'saved'}`, error)
    }
  }

  return (
    <button type="button" className="heart" aria-pressed={isSaved} aria-label={`Save ${name}`} onClick={press}>
      <Icon name="heart" />
    </button>
  )
}
