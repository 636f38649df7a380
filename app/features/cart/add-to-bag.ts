import { callAsCustomer } from '#app/lib/personal.ts'
import { openOverlay } from '#app/state/overlay.ts'
import { useSession } from '#app/state/session.ts'
import { toast } from '#app/ui/toast.tsx'

/** A piece as the bag takes it: with its choice, where it comes in several. */
export type BagProduct = { id: number; attributeId: number | null; quantity?: number }

/** True when the piece is in the bag. */
export async function putIntoBag({ id, attributeId, quantity = 1 }: BagProduct): Promise<boolean> {
  const { userId } = useSession.getState()
  try {
    await callAsCustomer('/ShoppingCart/CartItem', {
      method: 'POST',
      body: { userId, productId: id, quantity, selectedAttributeId: attributeId },
    })
    return true
  } catch {
    toast('Failed to add product to cart', 'error')
    return false
  }
}

export async function addToBag(product: BagProduct): Promise<void> {
  if (!useSession.getState().isLoggedIn) return toast('Please login to add product to cart', 'info')
  if (await putIntoBag(product)) toast('Product added to cart successfully', 'success')
  openOverlay('cart')
}
