import { askToLogIn } from '#app/features/account/ask-to-log-in.ts'
import { useVariantMenu } from '#app/features/product/use-variant-menu.tsx'
import { ApiError, errorMessage } from '#app/lib/api.ts'
import type { CartProduct } from '#app/state/cart-lines.ts'
import { intentTarget } from '#app/state/intent.ts'
import { openOverlay } from '#app/state/overlay.ts'
import { useSession } from '#app/state/session.ts'
import { useBusy } from '#app/ui/busy.ts'
import { toast } from '#app/ui/toast.tsx'
import type { CardVariant, ProductCardData, WireProductCard } from '#modules/catalog/contract.ts'
import { pictureApiUrl } from '#modules/media/picture.ts'
import { fromWire } from '#shared/money.ts'

const outcomes = { added: 'Product added to cart successfully', raised: 'Product updated successfully' }

const variantFields = (variant: CardVariant | undefined) => ({
  selectedAttributeId: variant?.id ?? null,
  attributeValue: variant?.value ?? null,
  measure: variant?.measure ?? null,
})

export function cartProduct(card: ProductCardData, variant?: CardVariant & { stock?: number }): CartProduct {
  const [picture] = card.pictures
  return {
    ...variantFields(variant),
    productId: card.id,
    name: card.name,
    slugs: card.slug,
    categoryId: card.categoryId,
    priceNpr: (variant ?? card).priceNpr,
    priceUsd: (variant ?? card).priceUsd,
    stock: variant?.stock ?? card.stock,
    imgURL: picture ? pictureApiUrl(picture) : null,
  }
}

export function cartProductFromWire(card: WireProductCard, variant?: CardVariant): CartProduct {
  return {
    ...variantFields(variant),
    productId: card.id,
    name: card.name,
    slugs: card.slugs,
    categoryId: card.categoryId,
    priceNpr: variant?.priceNpr ?? fromWire(card.price),
    priceUsd: variant?.priceUsd ?? fromWire(card.priceInUSD),
    stock: card.stockQuantity,
    imgURL: card.imageUrlList[0]?.imageURL ?? null,
  }
}

/** Only stock conflicts show the message of the server. */
function toastFailure(error: unknown): void {
  const isConflict = error instanceof ApiError && error.status === 409
  const failure = 'Failed to add product to cart'
  toast(isConflict ? errorMessage(error, failure) : failure, 'error')
}

/** Sets the quantity of the line. Returns whether it worked. */
export async function setInCart(product: CartProduct, quantity: number): Promise<boolean> {
  try {
    const { setProduct } = await import('#app/queries/cart.ts')
    await setProduct(product, quantity)
    return true
  } catch (error) {
    toastFailure(error)
    return false
  }
}

export async function addToCart(product: CartProduct, quantity: number): Promise<void> {
  if (!useSession.getState().isLoggedIn) {
    const { productId, selectedAttributeId } = product
    const variant = selectedAttributeId === null ? {} : { variantId: selectedAttributeId }
    return askToLogIn('Please login to add product to cart', { action: 'add', productId, ...variant, quantity })
  }
  try {
    const { addProduct } = await import('#app/queries/cart.ts')
    toast(outcomes[await addProduct(product, quantity)], 'success')
  } catch (error) {
    toastFailure(error)
  }
  openOverlay('cart')
}

type Props = {
  productId: number
  /** Variants in stock. */
  variants: CardVariant[]
  toCartProduct: (variant: CardVariant | undefined) => CartProduct
  describedBy: string
}

/** The button on a product card. Opens a menu when there are several variants. */
export function AddToCartButton({ productId, variants, toCartProduct, describedBy }: Props) {
  const [busy, run] = useBusy()
  const add = (variant: CardVariant | undefined) => run(() => addToCart(toCartProduct(variant), 1))
  const { buttonProps, open, menu } = useVariantMenu(add)
  const hasSeveralVariants = variants.length > 1
  const press = () => {
    if (hasSeveralVariants && useSession.getState().isLoggedIn) open(variants)
    else add(hasSeveralVariants ? undefined : variants[0])
  }
  return (
    <>
      <button
        {...(hasSeveralVariants && buttonProps)}
        type="button"
        className={busy ? 'btn-text' : 'btn-text btn-caps'}
        data-intent={intentTarget('add', productId)}
        disabled={busy}
        aria-busy={busy}
        aria-describedby={describedBy}
        onClick={press}
      >
        <span>{busy ? 'Adding to Bag...' : 'ADD TO BAG'}</span>
      </button>
      {menu}
    </>
  )
}
