import { errorMessage } from '#app/lib/api.ts'
import { removeLine, setQuantity, setVariant } from '#app/queries/cart.ts'
import type { CartLine } from '#app/state/cart-lines.ts'
import { toast } from '#app/ui/toast.tsx'
import type { Variant } from '#modules/catalog/contract.ts'

/** Changes sent together share one outcome, so only one toast shows. */
const announced = new WeakSet<object>()

function toastOnce(outcome: unknown, text: string, tone: 'success' | 'error'): void {
  if (typeof outcome === 'object' && outcome) {
    if (announced.has(outcome)) return
    announced.add(outcome)
  }
  toast(text, tone)
}

export async function changeQuantity(line: CartLine, quantity: number): Promise<void> {
  if (quantity < 1) return removeFromCart(line)
  if (quantity > line.quantity && quantity > line.productQuantity)
    return toast('Cannot add more. Product is out of stock.', 'info')
  await change(setQuantity(line, quantity))
}

async function change(work: Promise<object>): Promise<void> {
  try {
    toastOnce(await work, 'Cart updated successfully', 'success')
  } catch (error) {
    toastOnce(error, errorMessage(error), 'error')
  }
}

export async function changeVariant(line: CartLine, variant: Variant): Promise<void> {
  if (variant.id !== line.selectedAttributeId) await change(setVariant(line, variant))
}

export async function removeFromCart(line: CartLine): Promise<void> {
  try {
    await removeLine(line)
    toast('Item removed from cart', 'success')
  } catch (error) {
    toast(errorMessage(error), 'error')
  }
}
