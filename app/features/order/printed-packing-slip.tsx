import { AddressLines } from '#app/features/address/address-lines.tsx'
import { CertificateCards, hasCards } from '#app/features/certificate/cards.tsx'
import '#app/styles/invoice.css'
import { cashToCollect, type WireOrder } from './order.ts'
import { PrintHeader, PrintTable } from './print.tsx'

const withoutReturned = (order: WireOrder): WireOrder => ({
  ...order,
  orderItems: order.orderItems
    .map((item) => ({ ...item, quantity: item.quantity - item.returnedQuantity }))
    .filter(({ quantity }) => quantity > 0),
})

/** Printed for the parcel. It has no unit prices; the slip of a gift has no prices at all. */
export function PrintedPackingSlip({ order, isPart = false }: { order: WireOrder; isPart?: boolean }) {
  const { shipment, isGift } = order
  const cash = cashToCollect(order)
  return (
    <article className="invoice">
      <PrintHeader title="Packing slip" order={order} dateLabel="Ordered" isPart={isPart} />
      <div className="mt-10 grid gap-8 sm:grid-cols-2">
        <section>
          <h2 className="invoice-label">Ship to</h2>
          <div className="text-[1.125rem]">
            <AddressLines address={order.address} />
          </div>
        </section>
        <section>
          {isGift ? (
            <>
              <h2 className="invoice-label">Gift</h2>
              <p className="t-h4 m-0">This parcel is a gift.</p>
              <p className="no-print t-note m-0 mt-2">
                {cash ? `Cash to collect: ${cash}.` : 'Nothing to collect.'} This line is not printed. Do not put the
                invoice in the parcel.
              </p>
            </>
          ) : (
            <>
              <h2 className="invoice-label">Cash to collect</h2>
              <p className="t-h3 m-0">{cash ?? 'Nothing'}</p>
            </>
          )}
          {shipment && (
            <p className="m-0 mt-2">
              {shipment.courier}
              {shipment.trackingNumber && `, ${shipment.trackingNumber}`}
            </p>
          )}
        </section>
      </div>
      <PrintTable
        caption="Items in this parcel"
        order={withoutReturned(order)}
        columns={['Packed']}
        cells={() => (
          <td>
            <span className="inline-flex size-4.5 border border-ink" aria-hidden="true" />
          </td>
        )}
      />
      {order.note && (
        <section className="mt-8">
          <h2 className="invoice-label">{isGift ? 'Gift note' : 'Customer note'}</h2>
          <p className={`m-0 whitespace-pre-line [overflow-wrap:anywhere] ${isGift ? 't-lead' : ''}`}>{order.note}</p>
        </section>
      )}
      {hasCards(order) && (
        <section className="mt-10">
          <h2 className="invoice-label">Certificates, to cut out for the parcel</h2>
          <CertificateCards orders={[order]} />
        </section>
      )}
    </article>
  )
}
