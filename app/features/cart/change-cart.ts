import { errorMessage } from '#app/lib/api.ts'
import { removeLine, setQuantity, setVariant } from '#app/state/cart-changes.ts'
import type { BagLine } from '#app/state/cart-lines.ts'
import { toast } from '#app/ui/toast.tsx'
import type { Variant } from '#modules/catalog/schema.ts'

const failure = 'Something went wrong, please try again later'

/** Changes that travelled together have one outcome, which is told once. */
const told = new WeakSet<object>()

function sayOnce(outcome: unknown, text: string, tone: 'success' | 'error'): void {
  if (typeof outcome === 'object' && outcome) {
    if (told.has(outcome)) return
    told.add(outcome)
  }
  toast(text, tone)
}

export async function changeQuantity(line: BagLine, quantity: number): Promise<void> {
  if (quantity < 1) return removeFromBag(line)
  if (quantity > line.quantity && quantity > line.productQuantity)
    return toast('Cannot add more. Product is out of stock.', 'info')
  await change(setQuantity(line, quantity))
}

async function change(work: Promise<object>): Promise<void> {
  try {
    sayOnce(await work, 'Cart updated successfully', 'success')
  } catch (error) {
    sayOnce(error, errorMessage(error, failure), 'error')
  }
}

export async function changeVariant(line: BagLine, variant: Variant): Promise<void> {
  if (variant.id !== line.selectedAttributeId) await change(setVariant(line, variant))
}

export async function removeFromBag(line: BagLine): Promise<void> {
  try {
    await removeLine(line)
    toast('Item removed from cart', 'success')
  } catch (error) {
    toast(errorMessage(error, failure), 'error')
  }
}
