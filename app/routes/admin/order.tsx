import type { ReactNode } from 'react'
import { href, Link, useRouteError } from 'react-router'
import { AddressLines } from '#app/features/address/lines.tsx'
import { LinePicture } from '#app/features/cart/line.tsx'
import { amountIn, momentWords, sumsOf } from '#app/features/order/order.ts'
import { OrderStatus, statusName } from '#app/features/order/status.tsx'
import { loadAsStaff } from '#app/lib/require-staff.ts'
import { TelLink } from '#app/ui/tel-link.tsx'
import type { WireDeskOrder } from '#modules/orders/admin-schema.ts'
import type { Route } from './+types/order'
import { OrderNotes } from './order-notes.tsx'
import { OrderMoves } from './order-transitions.tsx'
import { OfficeHead } from './ui/head.tsx'
import { Trouble } from './ui/trouble.tsx'

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<WireDeskOrder>(`/admin/orders/${params.orderId}`))
}

export default function OrderPage({ loaderData: desk }: Route.ComponentProps) {
  const { order } = desk
  const { orderId, orderNumber } = order
  return (
    <>
      <OfficeHead title={`Order ${orderNumber}`} back={{ to: href('/admin/orders'), title: 'Orders' }}>
        <Link className="btn btn-line" to={href('/admin/orders/:orderId/packing-slip', { orderId })}>
          Packing slip
        </Link>
        <Link className="btn btn-line" to={href('/admin/orders/:orderId/invoice', { orderId })}>
          Invoice
        </Link>
      </OfficeHead>
      <div className="desk-order">
        <div className="desk-first">
          <Part title="State">
            <p className="m-0 flex flex-wrap items-center justify-between gap-x-4">
              <OrderStatus code={order.payment.status} />
              <span className="t-note text-granite">{momentWords(order.orderDate, new Date())}</span>
            </p>
            <OrderMoves key={order.payment.status} desk={desk} />
          </Part>
          <Part title="Buyer">
            <Buyer desk={desk} />
          </Part>
        </div>
        <div className="desk-second">
          <Part title="Pieces">
            <Pieces desk={desk} />
          </Part>
          <Part title="Notes">
            <OrderNotes desk={desk} />
          </Part>
          <Part title="What happened">
            <History desk={desk} />
          </Part>
        </div>
      </div>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="desk-part">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Buyer({ desk: { order, buyer, earlier } }: { desk: WireDeskOrder }) {
  const { phone, ...address } = order.address
  return (
    <>
      {phone && <TelLink className="desk-phone" number={phone} />}
      <Earlier {...earlier} />
      <AddressLines address={{ ...address, phone: '' }} />
      {buyer.email && (
        <p className="m-0 mt-2 [overflow-wrap:anywhere]">
          <a className="desk-link inline-flex min-h-target items-center" href={`mailto:${buyer.email}`}>
            {buyer.email}
          </a>
        </p>
      )}
      {!buyer.userId && <p className="t-note m-0 mt-2 text-granite">The account was deleted.</p>}
      {order.isGift && (
        <div className="alert-note mt-4">
          <p className="m-0">
            This is a gift: no prices in the parcel.{order.note && ' The note is printed on the packing slip.'}
          </p>
        </div>
      )}
      {order.note && (
        <div className="alert-note mt-4">
          <p className="m-0 whitespace-pre-line [overflow-wrap:anywhere]">«{order.note}»</p>
        </div>
      )}
    </>
  )
}

function Earlier({ orders, delivered, refused }: WireDeskOrder['earlier']) {
  if (orders === 0) return <p className="t-note m-0 mb-3 text-granite">The first order with this phone number.</p>
  return (
    <p className={`t-note m-0 mb-3 ${refused > 0 ? 'text-error' : 'text-granite'}`}>
      {orders} other {orders === 1 ? 'order' : 'orders'} with this phone number: {delivered} delivered,{' '}
      {refused === 0 ? 'none refused' : `${refused} refused at the door`}.
    </p>
  )
}

function Pieces({ desk: { order, cashReceivedAt } }: { desk: WireDeskOrder }) {
  const { subtotal, shipping, total } = sumsOf(order)
  return (
    <>
      <ul className="desk-lines" aria-label="Pieces">
        {order.orderItems.map((item) => (
          <li key={`${item.productId} ${item.attributeValue}`}>
            <LinePicture url={item.productImage} />
            <span>
              {item.productName}
              {item.attributeValue && <span className="t-note block text-granite">{item.attributeValue}</span>}
            </span>
            <span className="text-granite">
              {item.quantity} × {amountIn(order, item.unitPrice, item.unitPriceInUSD)}
            </span>
            <span className="text-right">{amountIn(order, item.totalPrice, item.totalPriceInUSD)}</span>
          </li>
        ))}
      </ul>
      <dl className="desk-sums">
        <dt>Subtotal</dt>
        <dd>{subtotal}</dd>
        <dt>Shipping</dt>
        <dd>{shipping}</dd>
        <dt>To collect in cash</dt>
        <dd>{total}</dd>
      </dl>
      {cashReceivedAt && (
        <p className="t-note m-0 mt-2 text-right text-success">
          Cash received {momentWords(cashReceivedAt, new Date())}
        </p>
      )}
      {order.shipment && (
        <p className="m-0 mt-4">
          With {order.shipment.courier}
          {order.shipment.trackingNumber && `, tracking number ${order.shipment.trackingNumber}`}
        </p>
      )}
    </>
  )
}

function History({ desk: { order, movers } }: { desk: WireDeskOrder }) {
  return (
    <ol className="desk-history">
      {order.history.map(({ from, to, by, at }, index) => (
        <li key={`${at} ${to}`}>
          <span>
            {from === null ? 'Ordered' : statusName(to)} by{' '}
            {movers[index] || (by === 'shop' ? 'somebody of the shop' : 'the customer')}
          </span>
          <time className="t-note text-granite" dateTime={at}>
            {momentWords(at, new Date())}
          </time>
        </li>
      ))}
    </ol>
  )
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
