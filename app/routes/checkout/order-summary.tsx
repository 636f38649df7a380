import { type ReactNode, useRef } from 'react'
import { useLocation } from 'react-router'
import { DeliveryNote } from '#app/features/cart/delivery-note.tsx'
import { DiscountCode } from '#app/features/cart/discount-code.tsx'
import { LineNotice, LinePicture, LineTotal } from '#app/features/cart/line.tsx'
import { LineActions, LineVariant } from '#app/features/cart/line-controls.tsx'
import { Totals } from '#app/features/cart/totals.tsx'
import { type CartDiscount, type CartLine, lineKey } from '#app/state/cart-lines.ts'
import { AlertNote } from '#app/ui/alert-note.tsx'

type Props = {
  lines: CartLine[]
  discount: CartDiscount
  country: string | undefined
  isLocked: boolean
  children: ReactNode
}

/** `isLocked` disables changes while the order is being placed. */
export function OrderSummary({ lines, discount, country, isLocked, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <aside
      className="col-span-12 bg-stage p-6 sm:p-8 lg:sticky lg:top-[calc(var(--spacing-header)+1.5rem)] lg:col-span-4 lg:col-start-9"
      aria-labelledby="your-order"
    >
      <h2 ref={heading} tabIndex={-1} id="your-order" className="t-h3 outline-none">
        Your order
      </h2>
      <OtherCartLines lines={lines} />
      <fieldset className="m-0 min-w-0 border-0 p-0" disabled={isLocked}>
        <legend className="sr-only">Order items</legend>
        <ul className="mt-4">
          {lines.map((line) => (
            <OrderLine key={lineKey(line)} line={line} onRemoved={() => heading.current?.focus()} />
          ))}
        </ul>
      </fieldset>
      <DiscountCode discount={discount} isLocked={isLocked} />
      <Totals lines={lines} discount={discount} />
      <div className="mt-4">
        <DeliveryNote country={country} />
      </div>
      {children}
      <p className="t-note m-0 mt-4">
        You pay the courier when your parcel arrives. Payment by local wallet is not yet available.
      </p>
    </aside>
  )
}

function OrderLine({ line, onRemoved }: { line: CartLine; onRemoved: () => void }) {
  return (
    <li className="grid grid-cols-[64px_minmax(0,1fr)_auto] items-center gap-4 border-rule border-b py-4 [&>.card-tile]:bg-stone">
      <LinePicture url={line.imgURL} />
      <div>
        <p className="card-name m-0">{line.name}</p>
        <LineVariant line={line} />
        <LineNotice line={line} />
        <LineActions line={line} onRemoved={onRemoved} className="mt-2 gap-x-4" />
      </div>
      <LineTotal line={line} />
    </li>
  )
}

type BuyNowItem = { productId: number; variantId: number | null }

/** After Buy Now, lists the other products in the cart, because they are ordered too. */
function OtherCartLines({ lines }: { lines: CartLine[] }) {
  const { state } = useLocation() as { state: { buyNowItem?: BuyNowItem } | null }
  const buyNowItem = state?.buyNowItem
  if (!buyNowItem) return null
  const isBuyNowItem = ({ productId, selectedAttributeId }: CartLine) =>
    productId === buyNowItem.productId && selectedAttributeId === buyNowItem.variantId
  const others = lines.filter((line) => !isBuyNowItem(line))
  if (others.length === 0 || others.length === lines.length) return null
  const names = new Intl.ListFormat('en').format(others.map(({ name }) => name))
  return (
    <div className="mt-6">
      <AlertNote tone="info">Your bag also contains {names}. Remove what you do not want to order now.</AlertNote>
    </div>
  )
}
