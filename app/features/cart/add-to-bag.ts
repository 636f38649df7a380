import { ApiError, errorMessage } from '#app/lib/api.ts'
import type { BagPiece } from '#app/state/bag-lines.ts'
import { openOverlay } from '#app/state/overlay.ts'
import { useSession } from '#app/state/session.ts'
import { toast } from '#app/ui/toast.tsx'
import type { Card, ProductAttribute } from '#modules/catalog/schema.ts'
import { pictureApiUrl } from '#modules/media/picture.ts'

const said = { added: 'Product added to cart successfully', raised: 'Product updated successfully' }

/** A card's piece comes in its first choice in stock; the bag names it. */
export function pieceOf(card: Card, choice?: ProductAttribute): BagPiece {
  const [picture] = card.pictures
  return {
    productId: card.id,
    selectedAttributeId: choice?.id ?? card.attributeId,
    attributeValue: choice?.value ?? null,
    name: card.name,
    slugs: card.slug,
    categoryId: card.categoryId,
    priceNpr: card.priceNpr,
    priceUsd: card.priceUsd,
    stock: choice?.stock ?? card.stock,
    imgURL: picture ? pictureApiUrl(picture) : null,
  }
}

/** Where it did not work: what there is in stock is worth telling, the rest is not. */
function sayFailure(error: unknown): void {
  const isConflict = error instanceof ApiError && error.status === 409
  const failure = 'Failed to add product to cart'
  toast(isConflict ? errorMessage(error, failure) : failure, 'error')
}

async function put(piece: BagPiece, quantity: number): Promise<keyof typeof said> {
  const { putPiece } = await import('#app/state/bag.ts')
  return putPiece(piece, quantity)
}

/** True when the piece is in the bag. */
export function putIntoBag(piece: BagPiece, quantity: number): Promise<boolean> {
  return put(piece, quantity).then(
    () => true,
    (error) => {
      sayFailure(error)
      return false
    },
  )
}

/** The piece may have to be looked up first. */
export async function addToBag(find: () => BagPiece | Promise<BagPiece>, quantity = 1): Promise<void> {
  if (!useSession.getState().isLoggedIn) return toast('Please login to add product to cart', 'info')
  try {
    const outcome = await put(await find(), quantity)
    toast(said[outcome], 'success')
  } catch (error) {
    sayFailure(error)
  }
  openOverlay('cart')
}
