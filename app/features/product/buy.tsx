import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { loginFor } from '#app/features/account/ask-to-log-in.ts'
import { addToBag, pieceOf, setInBag } from '#app/features/cart/add-to-cart.ts'
import { places } from '#app/layouts/places.ts'
import { intentTarget, usedIntent, useIntentFor } from '#app/state/intent.ts'
import { useSession } from '#app/state/session.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { Product, Variant } from '#modules/catalog/schema.ts'
import { BuyBar } from './buy-bar.tsx'
import { Quantity } from './quantity.tsx'
import { VariantField } from './variant-field.tsx'

/** What was chosen here, or before the login; the only variant in stock needs no choice. */
function useChoice(product: Product) {
  const intent = useIntentFor(product.id)
  const variants = product.allVariants.filter(({ stock }) => stock > 0)
  const [chosen, setChosen] = useState<Variant>()
  const [wanted, setWanted] = useState<number>()
  const before = variants.find(({ id }) => id === intent?.variantId)
  const variant = chosen ?? before ?? (variants.length === 1 ? variants[0] : undefined)
  const stock = variant?.stock ?? product.stock
  const quantity = Math.max(1, Math.min(wanted ?? intent?.quantity ?? 1, stock))
  return { variants, variant, stock, quantity, setVariant: setChosen, setQuantity: setWanted }
}

/** Variant, quantity and the two ways to buy. */
export function Buy({ product }: { product: Product }) {
  const { variants, variant, stock, quantity, setVariant, setQuantity } = useChoice(product)
  const [isMissing, setMissing] = useState(false)
  const [adding, runAdding] = useBusy()
  const [buying, runBuying] = useBusy()
  const navigate = useNavigate()
  const buttons = useRef<HTMLDivElement>(null)
  const variantField = useRef<HTMLFieldSetElement>(null)

  const isSoldOut = product.stock === 0
  const piece = pieceOf(product, variant)

  const choose = (next: Variant) => {
    setVariant(next)
    setMissing(false)
  }
  const isChosen = () => {
    const isLacking = variants.length > 0 && !variant
    setMissing(isLacking)
    if (isLacking) variantField.current?.querySelector('button')?.focus()
    return !isLacking
  }
  const add = () => {
    if (!useSession.getState().isLoggedIn || isChosen()) return runAdding(() => addToBag(piece, quantity))
  }
  const buyNow = () => {
    if (!useSession.getState().isLoggedIn) {
      toast('Please login to buy now', 'info')
      const variantId = variant && { variantId: variant.id }
      return navigate(loginFor({ action: 'buy', productId: product.id, ...variantId, quantity }))
    }
    if (!isChosen()) return
    const state = { bought: { productId: product.id, variantId: variant?.id ?? null } }
    return runBuying(async () => (await setInBag(piece, quantity)) && navigate(places.checkout, { state }))
  }
  useBuyAfterLogin(product.id, buyNow)

  return (
    <>
      {variants.length > 0 && (
        <VariantField ref={variantField} variants={variants} chosen={variant} isMissing={isMissing} onChoose={choose} />
      )}
      {stock === 1 && <p className="t-note mt-8 mb-0 text-ink">One left</p>}
      <div ref={buttons} className={`grid grid-cols-[134px_1fr] gap-3 ${stock === 1 ? 'mt-3' : 'mt-8'}`}>
        {!isSoldOut && <Quantity value={quantity} stock={stock} onChange={setQuantity} />}
        <Button
          className={isSoldOut ? 'col-span-2' : 'px-4'}
          data-intent={intentTarget('add', product.id)}
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

/** Whoever pressed Buy Now in this browser before the login is taken on to the checkout. */
function useBuyAfterLogin(productId: number, buyNow: () => unknown): void {
  const intent = useIntentFor(productId)
  const isLoggedIn = useSession((session) => session.isLoggedIn)
  const isDue = isLoggedIn && intent?.action === 'buy' && intent.isOwn
  const buy = useEffectEvent(buyNow)
  useEffect(() => {
    if (!isDue) return
    usedIntent()
    buy()
  }, [isDue])
}
