import type { BagPiece } from '#app/state/bag-lines.ts'
import { useBusy } from '#app/ui/busy.ts'
import { addToBag } from './add-to-bag.ts'

type Props = { piece: () => BagPiece | Promise<BagPiece>; describedBy: string }

/** The button on a card. */
export function AddToBag({ piece, describedBy }: Props) {
  const [busy, run] = useBusy()
  return (
    <button
      type="button"
      className={busy ? 'btn-text' : 'btn-text btn-caps'}
      disabled={busy}
      aria-busy={busy}
      aria-describedby={describedBy}
      onClick={() => run(() => addToBag(piece))}
    >
      <span>{busy ? 'Adding to Bag...' : 'ADD TO BAG'}</span>
    </button>
  )
}
