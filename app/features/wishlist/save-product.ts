import { callAsCustomer } from '#app/lib/personal.ts'
import { useSession } from '#app/state/session.ts'
import { toast } from '#app/ui/toast.tsx'

/** True when the product is among the saved ones. A failure is only logged. */
export async function saveProduct(id: number): Promise<boolean> {
  const { isLoggedIn, userId } = useSession.getState()
  if (!isLoggedIn) {
    toast('Please login to save products', 'info')
    return false
  }
  try {
    await callAsCustomer(`/wishlist/${userId}`, { method: 'POST', body: { productIds: [id] } })
  } catch (error) {
    reportError(error)
    return false
  }
  toast('product liked', 'success')
  return true
}
