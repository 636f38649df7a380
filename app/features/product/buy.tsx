import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { addToBag, pieceOf, putIntoBag } from '#app/features/cart/add-to-bag.ts'
import { places } from '#app/frame/places.ts'
import { useSession } from '#app/state/session.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { Product, ProductAttribute } from '#modules/catalog/schema.ts'
import { BuyBar } from './buy-bar.tsx'
import { Quantity } from './quantity.tsx'

/** Choice, quantity and the two ways to buy. */
export function Buy({ product }: { product: Product }) {
  const choices = product.attributes.filter(({ stock }) => stock > 0)
  const [choice, setChoice] = useState(choices[0])
  const [wanted, setWanted] = useState(1)
  const [adding, runAdding] = useBusy()
  const [buying, runBuying] = useBusy()
  const navigate = useNavigate()
  const buttons = useRef<HTMLDivElement>(null)

  const isSoldOut = product.stock === 0
  const stock = choice?.stock ?? product.stock
  const quantity = Math.max(1, Math.min(wanted, stock))
  const piece = () => pieceOf(product, choice)
  const add = () => runAdding(() => addToBag(piece, quantity))
  const buyNow = () => {
    if (useSession.getState().isLoggedIn)
      return runBuying(async () => (await putIntoBag(piece(), quantity)) && navigate(places.checkout))
    toast('Please login to buy now', 'info')
    return navigate(places.login)
  }

  return (
    <>
      {choices.length > 0 && <Choices choices={choices} chosen={choice?.id} onChoose={setChoice} />}
      {stock === 1 && <p className="t-note mt-8 mb-0 text-ink">One left</p>}
      <div ref={buttons} className={`grid grid-cols-[134px_1fr] gap-3 ${stock === 1 ? 'mt-3' : 'mt-8'}`}>
        {!isSoldOut && <Quantity value={quantity} stock={stock} onChange={setWanted} />}
        <Button
          className={isSoldOut ? 'col-span-2' : 'px-4'}
          disabled={isSoldOut}
          busy={adding}
          busyText="Adding to Bag..."
          onClick={add}
        >
          Add to Bag
        </Button>
        <Button look="line" className="col-span-2" disabled={isSoldOut} busy={buying} onClick={buyNow}>
          Buy Now
        </Button>
      </div>
      {!isSoldOut && <BuyBar product={product} instead={buttons} busy={adding} onAdd={add} />}
    </>
  )
}

type ChoiceProps = {
  choices: ProductAttribute[]
  chosen: number | undefined
  onChoose: (choice: ProductAttribute) => void
}

function Choices({ choices, chosen, onChoose }: ChoiceProps) {
  return (
    <fieldset className="m-0 mt-8 border-0 p-0">
      <legend className="field-label p-0">Choose</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <button
            key={choice.id}
            type="button"
            className="chip"
            aria-pressed={choice.id === chosen}
            onClick={() => onChoose(choice)}
          >
            {choice.value}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
