import { href, useRouteError } from 'react-router'
import { AddressLines } from '#app/features/address/lines.tsx'
import { sumsOf } from '#app/features/order/order.ts'
import { localDay, longDate } from '#app/lib/dates.ts'
import { loadAsStaff } from '#app/lib/office.ts'
import { useSite } from '#app/lib/seo.tsx'
import '#app/styles/invoice.css'
import type { WireDeskOrder } from '#modules/orders/desk-schema.ts'
import type { Route } from './+types/packing-slip'
import { PrintHead } from './ui/print-head.tsx'
import { Trouble } from './ui/trouble.tsx'

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<WireDeskOrder>(`/admin/orders/${params.orderId}`))
}

/** Goes into the parcel: what is in it, where it goes and what to collect. No price of a piece stands on it. */
export default function PackingSlip({ loaderData: { order } }: Route.ComponentProps) {
  const { orderId, orderNumber, shipment } = order
  return (
    <>
      <PrintHead
        title={`Packing slip ${orderNumber}`}
        back={{ to: href('/admin/orders/:orderId', { orderId }), title: `Order ${orderNumber}` }}
      />
      <article className="invoice packing-slip">
        <header className="flex flex-wrap items-start justify-between gap-6">
          <p className="wordmark m-0">{useSite().shopName}</p>
          <div className="sm:text-right">
            <h1 className="t-h3">Packing slip {orderNumber}</h1>
            <p className="t-note m-0 mt-1">Ordered {longDate(localDay(new Date(order.orderDate)))}</p>
          </div>
        </header>
        <div className="mt-10 grid gap-8 sm:grid-cols-2">
          <section>
            <h2 className="invoice-label">To</h2>
            <div className="text-[1.125rem]">
              <AddressLines address={order.address} />
            </div>
          </section>
          <section>
            <h2 className="invoice-label">To collect in cash</h2>
            <p className="t-h3 m-0">{sumsOf(order).total}</p>
            {shipment && (
              <p className="m-0 mt-2">
                {shipment.courier}
                {shipment.trackingNumber && `, ${shipment.trackingNumber}`}
              </p>
            )}
          </section>
        </div>
        <table className="invoice-table">
          <caption className="sr-only">What goes into the parcel</caption>
          <thead>
            <tr>
              <th scope="col">Piece</th>
              <th scope="col">Quantity</th>
              <th scope="col">Packed</th>
            </tr>
          </thead>
          <tbody>
            {order.orderItems.map((item) => (
              <tr key={`${item.productId} ${item.attributeValue}`}>
                <th scope="row">
                  {item.productName}
                  {item.attributeValue && <span className="t-note block">{item.attributeValue}</span>}
                </th>
                <td>{item.quantity}</td>
                <td>
                  <span className="pack-box" aria-hidden="true" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {order.note && (
          <p className="m-0 mt-8 whitespace-pre-line [overflow-wrap:anywhere]">
            <span className="invoice-label block">Note of the buyer</span>
            {order.note}
          </p>
        )}
      </article>
    </>
  )
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
