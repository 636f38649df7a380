import { useEffect } from 'react'
import { href, Link, useLocation } from 'react-router'
import { AddressLines } from '#app/features/address/address-lines.tsx'
import { AdminHead, focusHeading } from '#app/features/admin/admin-head.tsx'
import { Panel } from '#app/features/admin/form-section.tsx'
import { Notes } from '#app/features/admin/notes.tsx'
import { OrderTotals } from '#app/features/admin/order-totals.tsx'
import { sourceNames } from '#app/features/admin/source-names.ts'
import { useCan } from '#app/features/admin/use-can.ts'
import { LinePicture } from '#app/features/cart/line.tsx'
import { amountIn, sumsOf, timeInSentence } from '#app/features/order/order.ts'
import { OrderStatus } from '#app/features/order/status.tsx'
import { loadAsStaff } from '#app/queries/admin.ts'
import { callAuthenticated } from '#app/queries/client.ts'
import { Button } from '#app/ui/button.tsx'
import { TelLink } from '#app/ui/tel-link.tsx'
import { addOrderNote, getAdminOrder, type WireAdminOrder } from '#modules/orders/admin-contract.ts'
import { statusOf } from '#modules/orders/statuses.ts'
import type { Route } from './+types/order'
import { OrderActivity } from './order-activity-list.tsx'
import { OrderCertificates } from './order-certificates.tsx'
import { CustomerLink, ProductLink, QuoteLink } from './order-links.tsx'
import { ListEndNotice, type NextOrderState, nextOrderTitle, useNextOrder } from './order-next.tsx'
import { OrderBalance, OrderLedger } from './order-payment.tsx'
import { OrderTransitions } from './order-transitions.tsx'

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, getAdminOrder, { params })
}

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  return <OrderDetails key={loaderData.order.orderId} adminOrder={loaderData} />
}

function OrderDetails({ adminOrder }: { adminOrder: WireAdminOrder }) {
  const { order, source } = adminOrder
  const { orderId } = order
  const next = useNextOrder(adminOrder)
  useFocusOnHeading()
  return (
    <>
      <OrderHead adminOrder={adminOrder} next={next} />
      {next.end && <ListEndNotice list={next.list} end={next.end} />}
      <div className="admin-columns lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="lg:[grid-area:1/2]">
          <Panel title="Status">
            <p className="m-0 flex flex-wrap items-center justify-between gap-x-4">
              <OrderStatus code={order.payment.status} />
              <StatusTime at={order.history.at(-1)?.at ?? order.orderDate} />
            </p>
            {source !== 'web' && source !== 'quote' && (
              <p className="t-note m-0 mt-1 text-granite">Source: {sourceNames[source]}</p>
            )}
            <OrderTransitions adminOrder={adminOrder}>
              {next.isOpenList && next.hasLeftList && !next.end && (
                <Button look="line" busy={next.busy} onClick={next.open}>
                  {nextOrderTitle(next.list)}
                </Button>
              )}
            </OrderTransitions>
          </Panel>
          <Panel title="Payment">
            <OrderBalance adminOrder={adminOrder} />
          </Panel>
          <Panel title="Customer">
            <Customer adminOrder={adminOrder} />
          </Panel>
        </div>
        <div>
          <Panel title="Items">
            <OrderItems order={order} />
          </Panel>
          {order.certificates.length > 0 && (
            <Panel title="Certificates">
              <OrderCertificates adminOrder={adminOrder} />
            </Panel>
          )}
          {adminOrder.cash.length + adminOrder.invoices.length > 0 && (
            <Panel title="Cash and invoices">
              <OrderLedger adminOrder={adminOrder} />
            </Panel>
          )}
          <Panel title="Notes">
            <Notes
              notes={adminOrder.notes}
              listClass="mb-4 empty:hidden"
              draftName={`note on order ${orderId}`}
              add={(text) => callAuthenticated(addOrderNote, { params: { orderId }, body: { kind: 'note', text } })}
            />
          </Panel>
          <Panel title="Activity">
            <OrderActivity adminOrder={adminOrder} />
          </Panel>
        </div>
      </div>
    </>
  )
}

/** When the order got its present status. */
function StatusTime({ at }: { at: string }) {
  return (
    <span className="t-note text-granite">
      Since <time dateTime={at}>{timeInSentence(at, new Date())}</time>
    </span>
  )
}

/** After "Next order". */
function useFocusOnHeading(): void {
  const { state } = useLocation() as { state: Partial<NextOrderState> | null }
  const isNextOrder = state?.isNextOrder
  useEffect(() => {
    if (isNextOrder) focusHeading()
  }, [isNextOrder])
}

type OrderHeadProps = { adminOrder: WireAdminOrder; next: ReturnType<typeof useNextOrder> }

function OrderHead({ adminOrder: { order, invoices }, next }: OrderHeadProps) {
  const { orderId, orderNumber } = order
  const status = statusOf(order.payment.status)
  const invoice = invoices.at(-1)
  const canChange = useCan('orderChanges')
  return (
    <AdminHead title={`Order ${orderNumber}`} back={{ to: href('/admin/orders'), title: 'Orders' }}>
      {canChange && (status === 'Pending' || status === 'Confirmed') && (
        <Link className="btn btn-line" to={href('/admin/orders/:orderId/edit', { orderId })}>
          Edit order
        </Link>
      )}
      <Link className="btn btn-line" to={href('/admin/orders/:orderId/packing-slip', { orderId })}>
        View packing slip
      </Link>
      {invoice ? (
        <Link
          className="btn btn-line"
          to={href('/admin/orders/:orderId/invoices/:invoiceId', { orderId, invoiceId: String(invoice.id) })}
        >
          View invoice
        </Link>
      ) : (
        <Link className="btn btn-line" to={href('/admin/orders/:orderId/confirmation', { orderId })}>
          View confirmation
        </Link>
      )}
      {next.isOpenList && (
        <Button
          look="line"
          busy={next.busy}
          title={`${nextOrderTitle(next.list)} (N)`}
          aria-keyshortcuts="n"
          onClick={next.open}
        >
          Next order
        </Button>
      )}
    </AdminHead>
  )
}

function Customer({ adminOrder: { order, buyer, earlier } }: { adminOrder: WireAdminOrder }) {
  const { phone, ...address } = order.address
  return (
    <>
      {phone && (
        <>
          <TelLink className="phone-link" number={phone} />
          {phone && <EarlierOrders {...earlier} />}
        </>
      )}
      <AddressLines address={{ ...address, phone: '' }} />
      {buyer.email && (
        <p className="m-0 mt-2 [overflow-wrap:anywhere]">
          <a className="text-link inline-flex min-h-target items-center" href={`mailto:${buyer.email}`}>
            {buyer.email}
          </a>
        </p>
      )}
      <CustomerLink buyer={buyer} />
      <QuoteLink orderId={order.orderId} />
      {order.isGift && (
        <div className="alert-note mt-4">
          <p className="m-0">
            Gift order: do not put prices in the parcel.{order.note && ' The gift note is printed on the packing slip.'}
          </p>
        </div>
      )}
      {order.note && (
        <div className="alert-note mt-4">
          <p className="m-0 whitespace-pre-line [overflow-wrap:anywhere]">“{order.note}”</p>
        </div>
      )}
    </>
  )
}

function EarlierOrders({ orders, delivered, refused }: WireAdminOrder['earlier']) {
  if (orders === 0) return <p className="t-note m-0 mb-3 text-granite">First order with this phone number.</p>
  return (
    <p className={`t-note m-0 mb-3 ${refused > 0 ? 'text-error' : 'text-granite'}`}>
      {orders} other {orders === 1 ? 'order' : 'orders'} with this phone number: {delivered} delivered,{' '}
      {refused === 0 ? 'none refused' : `${refused} refused`}.
    </p>
  )
}

function OrderItems({ order }: { order: WireAdminOrder['order'] }) {
  return (
    <>
      <ul className="tabular-nums" aria-label="Items">
        {order.orderItems.map((item) => (
          <li
            key={item.position}
            className="grid grid-cols-[48px_minmax(0,1fr)_8rem_7rem] items-center gap-x-4 gap-y-1 border-rule border-b py-3 max-sm:grid-cols-[48px_minmax(0,1fr)_auto]"
          >
            <LinePicture url={item.productImage} />
            <span>
              <ProductLink item={item} />
              {item.attributeValue && <span className="t-note block text-granite">{item.attributeValue}</span>}
              {item.returnedQuantity > 0 && (
                <span className="t-note block text-error">{item.returnedQuantity} returned</span>
              )}
            </span>
            <span className="text-granite max-sm:order-last max-sm:col-span-2 max-sm:col-start-2">
              {item.quantity} × {amountIn(order, item.unitPrice, item.unitPriceInUSD)}
            </span>
            <span className="text-right">{amountIn(order, item.totalPrice, item.totalPriceInUSD)}</span>
          </li>
        ))}
      </ul>
      <div className="mt-3">
        <OrderTotals {...sumsOf(order)} />
      </div>
      {order.shipment && (
        <p className="m-0 mt-4 [overflow-wrap:anywhere]">
          Shipped with {order.shipment.courier}
          {order.shipment.trackingNumber && `, tracking number ${order.shipment.trackingNumber}`}
        </p>
      )}
    </>
  )
}
