import { useVariantMenu } from '#app/features/product/choose-variant.tsx'
import type { BagPiece } from '#app/state/cart-lines.ts'
import { intentTarget } from '#app/state/intent.ts'
import { useSession } from '#app/state/session.ts'
import { useBusy } from '#app/ui/busy.ts'
import type { CardVariant } from '#modules/catalog/schema.ts'
import { addToBag } from './add-to-cart.ts'

type Props = {
  productId: number
  /** Those in stock. */
  variants: CardVariant[]
  pieceIn: (variant: CardVariant | undefined) => BagPiece
  describedBy: string
}

/** The button on a product card. Of several variants it asks which. */
export function AddToBag({ productId, variants, pieceIn, describedBy }: Props) {
  const [busy, run] = useBusy()
  const add = (variant: CardVariant | undefined) => run(() => addToBag(pieceIn(variant), 1))
  const { buttonProps, open, menu } = useVariantMenu(add)
  const isChoice = variants.length > 1
  const press = () => {
    if (isChoice && useSession.getState().isLoggedIn) open(variants)
    else add(isChoice ? undefined : variants[0])
  }
  return (
    <>
      <button
        {...(isChoice && buttonProps)}
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
