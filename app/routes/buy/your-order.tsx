import type { ReactNode } from 'react'
import { DeliveryNote } from '#app/features/cart/delivery-note.tsx'
import { LineNotice, LinePicture, LineTotal } from '#app/features/cart/line.tsx'
import { Totals } from '#app/features/cart/totals.tsx'
import type { Amount, BagLine } from '#app/state/bag-lines.ts'

type Props = { lines: BagLine[]; subtotal: Amount; country: string | undefined; children: ReactNode }

export function YourOrder({ lines, subtotal, country, children }: Props) {
  return (
    <aside className="order-box col-span-12 lg:col-span-4 lg:col-start-9" aria-labelledby="your-order">
      <h2 id="your-order" className="t-h3">
        Your order
      </h2>
      <ul className="order-lines">
        {lines.map((line) => (
          <li key={`${line.productId} ${line.selectedAttributeId}`}>
            <LinePicture url={line.imgURL} />
            <div>
              <p className="card-name m-0">{line.name}</p>
              <p className="t-note m-0">
                {line.attributeValue && `${line.attributeValue}, `}Quantity {line.quantity}
              </p>
              <LineNotice line={line} />
            </div>
            <LineTotal line={line} />
          </li>
        ))}
      </ul>
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
