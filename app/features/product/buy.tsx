import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { loginUrlWithIntent } from '#app/features/account/ask-to-log-in.ts'
import { addToCart, cartProduct, setInCart } from '#app/features/cart/add-to-cart.tsx'
import { intentTarget, markIntentUsed, useIntentFor } from '#app/state/intent.ts'
import { useSession } from '#app/state/session.ts'
import { useBusy } from '#app/ui/busy.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.tsx'
import type { Product, Variant } from '#modules/catalog/contract.ts'
import { BuyBar } from './buy-bar.tsx'
import { QuantityStepper } from './quantity-stepper.tsx'
import { StockAlerts } from './stock-alerts.tsx'
import { VariantField } from './variant-field.tsx'

/** The selection made here or before the login. A single variant in stock is selected by default. */
export function useSelection(product: Product) {
  const intent = useIntentFor(product.id)
  const variants = product.allVariants.filter(({ stock }) => stock > 0)
  const [selected, setSelected] = useState<Variant>()
  const [requestedQuantity, setRequestedQuantity] = useState<number>()
  const fromIntent = variants.find(({ id }) => id === intent?.variantId)
  const variant = selected ?? fromIntent ?? (variants.length === 1 ? variants[0] : undefined)
  const stock = variant?.stock ?? product.stock
  const quantity = Math.max(1, Math.min(requestedQuantity ?? intent?.quantity ?? 1, stock))
  const price = { prices: variant ?? product, isLowest: !variant && product.hasPriceRange }
  return { variants, variant, price, stock, quantity, setVariant: setSelected, setQuantity: setRequestedQuantity }
}

type Props = { product: Product; selection: ReturnType<typeof useSelection> }

export function BuyControls({ product, selection }: Props) {
  const { variants, variant, price, stock, quantity, setVariant, setQuantity } = selection
  const [isVariantMissing, setVariantMissing] = useState(false)
  const [adding, runAdding] = useBusy()
  const [buying, runBuying] = useBusy()
  const navigate = useNavigate()
  const buttons = useRef<HTMLDivElement>(null)
  const variantField = useRef<HTMLFieldSetElement>(null)

  const isSoldOut = product.stock === 0
  const cartItem = cartProduct(product, variant)

  const choose = (next: Variant) => {
    setVariant(next)
    setVariantMissing(false)
  }
  const checkVariant = () => {
    const isMissing = variants.length > 0 && !variant
    setVariantMissing(isMissing)
    if (isMissing) variantField.current?.querySelector('button')?.focus()
    return !isMissing
  }
  const add = () => {
    if (!useSession.getState().isLoggedIn || checkVariant()) return runAdding(() => addToCart(cartItem, quantity))
  }
  const buyNow = () => {
    if (!useSession.getState().isLoggedIn) {
      toast('Please login to buy now', 'info')
      const variantId = variant && { variantId: variant.id }
      return navigate(loginUrlWithIntent({ action: 'buy', productId: product.id, ...variantId, quantity }))
    }
    if (!checkVariant()) return
    const state = { buyNowItem: { productId: product.id, variantId: variant?.id ?? null } }
    return runBuying(async () => (await setInCart(cartItem, quantity)) && navigate(href('/checkout'), { state }))
  }
  useBuyAfterLogin(product.id, buyNow)

  return (
    <>
      {variants.length > 0 && (
        <VariantField
          ref={variantField}
          variants={variants}
          hasPrices={product.hasPriceRange}
          selected={variant}
          isMissing={isVariantMissing}
          onChoose={choose}
        />
      )}
      {!isSoldOut && <StockAlerts product={product} />}
      {stock === 1 && <p className="t-note mt-8 mb-0 text-ink">One left</p>}
      <div ref={buttons} className={`grid grid-cols-[134px_1fr] gap-3 ${stock === 1 ? 'mt-3' : 'mt-8'}`}>
        {!isSoldOut && <QuantityStepper value={quantity} stock={stock} onChange={setQuantity} />}
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
      {!isSoldOut && <BuyBar name={product.name} {...price} buttons={buttons} busy={adding} onAdd={add} />}
    </>
  )
}

/** Continues to checkout when the visitor pressed Buy Now in this browser before the login. */
function useBuyAfterLogin(productId: number, buyNow: () => unknown): void {
  const intent = useIntentFor(productId)
  const isLoggedIn = useSession((session) => session.isLoggedIn)
  const isDue = isLoggedIn && intent?.action === 'buy' && intent.isOwn
  const buy = useEffectEvent(buyNow)
  useEffect(() => {
    if (!isDue) return
    markIntentUsed()
    buy()
  }, [isDue])
}
