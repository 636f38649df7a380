import { AddressLines } from '#app/features/address/address-lines.tsx'
import { useSite } from '#app/features/site/seo.tsx'
import '#app/styles/labels.css'
import { cashToCollect, type WireOrder } from './order.ts'

/** Sticks on the parcel: where it goes, from whom, and what the courier collects. */
export function AddressLabel({ order }: { order: WireOrder }) {
  const { shopName, sellerAddress, phone } = useSite()
  const { shipment } = order
  const cash = cashToCollect(order)
  return (
    <article className="address-label">
      <header className="flex items-baseline justify-between gap-4">
        <h2 className="t-h4">{order.orderNumber}</h2>
        {shipment && (
          <span className="text-note">{[shipment.courier, shipment.trackingNumber].filter(Boolean).join(', ')}</span>
        )}
      </header>
      <div className="address-label-to [&_address]:text-ink">
        <AddressLines address={order.address} />
      </div>
      <p className="m-0 text-[1.125em]">{cash ? `Cash to collect: ${cash}` : 'Nothing to collect.'}</p>
      <footer className="text-note">From {[shopName, sellerAddress, phone].filter(Boolean).join(', ')}</footer>
    </article>
  )
}
