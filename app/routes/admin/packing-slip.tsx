import { href, useRouteError } from 'react-router'
import { AddressLines } from '#app/features/address/lines.tsx'
import { sumsOf } from '#app/features/order/order.ts'
import { PaperHead, PaperTable } from '#app/features/order/paper.tsx'
import { loadAsStaff } from '#app/lib/require-staff.ts'
import '#app/styles/invoice.css'
import type { WireDeskOrder } from '#modules/orders/admin-schema.ts'
import type { Route } from './+types/packing-slip'
import { PrintHead } from './ui/print-head.tsx'
import { Trouble } from './ui/trouble.tsx'

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<WireDeskOrder>(`/admin/orders/${params.orderId}`))
}

/**
 * Goes into the parcel: what is in it, where it goes and what to collect. No price of a piece stands on it; on that of
 * a gift no price at all, and the note of the buyer is for whoever opens the parcel.
 */
export default function PackingSlip({ loaderData: { order } }: Route.ComponentProps) {
  const { orderId, orderNumber, shipment, isGift } = order
  return (
    <>
      <PrintHead
        title={`Packing slip ${orderNumber}`}
        back={{ to: href('/admin/orders/:orderId', { orderId }), title: `Order ${orderNumber}` }}
      />
      <article className="invoice packing-slip">
        <PaperHead title="Packing slip" order={order} dated="Ordered" />
        <div className="mt-10 grid gap-8 sm:grid-cols-2">
          <section>
            <h2 className="invoice-label">To</h2>
            <div className="text-[1.125rem]">
              <AddressLines address={order.address} />
            </div>
          </section>
          <section>
            {isGift ? (
              <>
                <h2 className="invoice-label">Gift</h2>
                <p className="t-h4 m-0">This parcel is a gift.</p>
                <p className="not-printed t-note m-0 mt-2">
                  To collect in cash: {sumsOf(order).total}. This line is not printed. Leave the invoice out of the
                  parcel.
                </p>
              </>
            ) : (
              <>
                <h2 className="invoice-label">To collect in cash</h2>
                <p className="t-h3 m-0">{sumsOf(order).total}</p>
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
        <PaperTable
          caption="What goes into the parcel"
          order={order}
          columns={['Packed']}
          cells={() => (
            <td>
              <span className="pack-box" aria-hidden="true" />
            </td>
          )}
        />
        {order.note && (
          <section className="mt-8">
            <h2 className="invoice-label">{isGift ? 'Gift note' : 'Note of the buyer'}</h2>
            <p className={`m-0 whitespace-pre-line [overflow-wrap:anywhere] ${isGift ? 't-lead' : ''}`}>{order.note}</p>
          </section>
        )}
      </article>
    </>
  )
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
