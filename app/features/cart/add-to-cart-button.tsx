import { useVariantMenu } from '#app/features/product/use-variant-menu.tsx'
import type { CartProduct } from '#app/state/cart-lines.ts'
import { intentTarget } from '#app/state/intent.ts'
import { useSession } from '#app/state/session.ts'
import { useBusy } from '#app/ui/busy.ts'
import type { CardVariant } from '#modules/catalog/contract.ts'
import { addToCart } from './add-to-cart.ts'

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
