import { askToLogIn } from '#app/features/account/ask-to-log-in.ts'
import { ApiError, errorMessage } from '#app/lib/api.ts'
import type { BagPiece } from '#app/state/cart-lines.ts'
import { openOverlay } from '#app/state/overlay.ts'
import { useSession } from '#app/state/session.ts'
import { toast } from '#app/ui/toast.tsx'
import type { Card, CardVariant, WireCard } from '#modules/catalog/schema.ts'
import { pictureApiUrl } from '#modules/media/picture.ts'
import { fromWire } from '#shared/money.ts'

const outcomes = { added: 'Product added to cart successfully', raised: 'Product updated successfully' }

const inVariant = (variant: CardVariant | undefined) => ({
  selectedAttributeId: variant?.id ?? null,
  attributeValue: variant?.value ?? null,
  measure: variant?.measure ?? null,
})

export function pieceOf(card: Card, variant?: CardVariant & { stock?: number }): BagPiece {
  const [picture] = card.pictures
  return {
    ...inVariant(variant),
    productId: card.id,
    name: card.name,
    slugs: card.slug,
    categoryId: card.categoryId,
    priceNpr: card.priceNpr,
    priceUsd: card.priceUsd,
    stock: variant?.stock ?? card.stock,
    imgURL: picture ? pictureApiUrl(picture) : null,
  }
}

export function pieceFromWire(card: WireCard, variant?: CardVariant): BagPiece {
  return {
    ...inVariant(variant),
    productId: card.id,
    name: card.name,
    slugs: card.slugs,
    categoryId: card.categoryId,
    priceNpr: fromWire(card.price),
    priceUsd: fromWire(card.priceInUSD),
    stock: card.stockQuantity,
    imgURL: card.imageUrlList[0]?.imageURL ?? null,
  }
}

/** Where it did not work: what there is in stock is worth telling, the rest is not. */
function sayFailure(error: unknown): void {
  const isConflict = error instanceof ApiError && error.status === 409
  const failure = 'Failed to add product to cart'
  toast(isConflict ? errorMessage(error, failure) : failure, 'error')
}

/** Makes the line hold exactly so many. True when it does. */
export async function setInBag(piece: BagPiece, quantity: number): Promise<boolean> {
  try {
    const { setPiece } = await import('#app/state/cart-changes.ts')
    await setPiece(piece, quantity)
    return true
  } catch (error) {
    sayFailure(error)
    return false
  }
}

export async function addToBag(piece: BagPiece, quantity: number): Promise<void> {
  if (!useSession.getState().isLoggedIn) {
    const { productId, selectedAttributeId } = piece
    const variant = selectedAttributeId === null ? {} : { variantId: selectedAttributeId }
    return askToLogIn('Please login to add product to cart', { action: 'add', productId, ...variant, quantity })
  }
  try {
    const { putPiece } = await import('#app/state/cart-changes.ts')
    toast(outcomes[await putPiece(piece, quantity)], 'success')
  } catch (error) {
    sayFailure(error)
  }
  openOverlay('cart')
}
