import { type ReactNode, useRef } from 'react'
import { useLocation } from 'react-router'
import { DeliveryNote } from '#app/features/cart/delivery-note.tsx'
import { LineNotice, LinePicture, LineTotal } from '#app/features/cart/line.tsx'
import { LineActions, LineVariant } from '#app/features/cart/line-controls.tsx'
import { Totals } from '#app/features/cart/totals.tsx'
import { type Amount, type BagLine, lineKey } from '#app/state/cart-lines.ts'
import { AlertNote } from '#app/ui/alert-note.tsx'

type Props = {
  lines: BagLine[]
  subtotal: Amount
  country: string | undefined
  isLocked: boolean
  children: ReactNode
}

/** While an order is on its way (`isLocked`) nothing of it can be changed. */
export function YourOrder({ lines, subtotal, country, isLocked, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <aside className="order-box col-span-12 lg:col-span-4 lg:col-start-9" aria-labelledby="your-order">
      <h2 ref={heading} tabIndex={-1} id="your-order" className="t-h3 outline-none">
        Your order
      </h2>
      <AlsoInBag lines={lines} />
      <fieldset className="m-0 min-w-0 border-0 p-0" disabled={isLocked}>
        <legend className="sr-only">What you order</legend>
        <ul className="order-lines">
          {lines.map((line) => (
            <OrderLine key={lineKey(line)} line={line} onRemoved={() => heading.current?.focus()} />
          ))}
        </ul>
      </fieldset>
      <Totals subtotal={subtotal} />
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

function OrderLine({ line, onRemoved }: { line: BagLine; onRemoved: () => void }) {
  return (
    <li>
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

type Bought = { productId: number; variantId: number | null }

/** After Buy Now: what else lies in the bag is ordered with it, so it is named. */
function AlsoInBag({ lines }: { lines: BagLine[] }) {
  const { state } = useLocation() as { state: { bought?: Bought } | null }
  const bought = state?.bought
  if (!bought) return null
  const isBought = ({ productId, selectedAttributeId }: BagLine) =>
    productId === bought.productId && selectedAttributeId === bought.variantId
  const others = lines.filter((line) => !isBought(line))
  if (others.length === 0 || others.length === lines.length) return null
  const names = new Intl.ListFormat('en').format(others.map(({ name }) => name))
  return (
    <div className="mt-6">
      <AlertNote tone="info">Your bag also holds {names}. Remove what you do not want to order now.</AlertNote>
    </div>
  )
}
