import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { AddressLines } from '#app/features/address/address-lines.tsx'
import { LinePicture } from '#app/features/cart/line.tsx'
import { amountIn, relativeTime, sumsOf, type WireOrder } from '#app/features/order/order.ts'
import { OrderStatus, statusName } from '#app/features/order/status.tsx'
import { Icon } from '#app/ui/icons.tsx'
import type { WireUser } from '#modules/accounts/contract.ts'
import { codeOf } from '#modules/orders/statuses.ts'
import { NextSteps } from './next-steps.tsx'
import { OrderActions } from './order-actions.tsx'
import { isShown, OrderCertificates } from './order-certificates.tsx'
import { OrderReviews } from './order-reviews.tsx'

type Props = { order: WireOrder; user: WireUser; onClose: () => void }

export function OrderDetail({ order, user, onClose }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), [])
  useLayoutEffect(() => closeOnEscape(panel.current, onClose), [onClose])
  return (
    <div ref={panel}>
      <div className="flex items-start justify-between gap-4">
        <div>
          <h2 ref={heading} tabIndex={-1} className="t-h3 outline-none">
            Order {order.orderNumber}
          </h2>
          <p className="t-note m-0 mt-1">{relativeTime(order.orderDate, new Date())}</p>
        </div>
        <button type="button" className="icon-btn -mt-2 -mr-3 shrink-0" aria-label="Close order" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <p className="m-0 mt-5 border-rule border-b pb-5">
        <OrderStatus code={order.payment.status} />
      </p>
      {order.payment.status === codeOf('Pending') && <NextSteps order={order} email={user.email} />}
      {order.shipment && <ShipmentInfo {...order.shipment} />}
      <OrderLines order={order} />
      <OrderTotals order={order} />
      <OrderActions order={order} />
      {order.payment.status === codeOf('Delivered') && (
        <DetailSection title="Reviews">
          <OrderReviews userId={user.userId} order={order} />
        </DetailSection>
      )}
      {order.certificates.some(isShown) && (
        <DetailSection title="Certificates">
          <OrderCertificates order={order} />
        </DetailSection>
      )}
      <DetailSection title="Delivery address">
        <AddressLines address={order.address} />
      </DetailSection>
      {order.isGift && <DetailSection title="Gift">This is a gift: no prices in the parcel.</DetailSection>}
      {order.note && (
        <DetailSection title={order.isGift ? 'Your gift note' : 'Your note'}>
          <p className="m-0 whitespace-pre-line text-granite [overflow-wrap:anywhere]">{order.note}</p>
        </DetailSection>
      )}
      <DetailSection title="Order history">
        <History order={order} />
      </DetailSection>
    </div>
  )
}

function ShipmentInfo({ courier, trackingNumber }: NonNullable<WireOrder['shipment']>) {
  return (
    <p className="m-0 border-rule border-b py-4 [overflow-wrap:anywhere]">
      Shipped with {courier}
      {trackingNumber && (
        <>
          , tracking number <span className="t-price">{trackingNumber}</span>
        </>
      )}
    </p>
  )
}

function closeOnEscape(root: HTMLElement | null, close: () => void): () => void {
  const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close()
  root?.addEventListener('keydown', onKey)
  return () => root?.removeEventListener('keydown', onKey)
}

function OrderLines({ order }: { order: WireOrder }) {
  return (
    <ul aria-label="Order items">
      {order.orderItems.map((item) => (
        <li key={item.position} className="grid grid-cols-[72px_minmax(0,1fr)] gap-4 border-rule border-b py-5">
          <LinePicture url={item.productImage} />
          <div>
            <div className="flex items-baseline justify-between gap-3">
              <h3 className="card-name m-0">{item.productName}</h3>
              <span className="t-price">{amountIn(order, item.totalPrice, item.totalPriceInUSD)}</span>
            </div>
            {item.attributeValue && <p className="t-note m-0 mt-1">{item.attributeValue}</p>}
            <p className="t-note m-0 mt-1">
              {item.quantity} × {amountIn(order, item.unitPrice, item.unitPriceInUSD)}
            </p>
            {item.returnedQuantity > 0 && <p className="t-note m-0 mt-1">{item.returnedQuantity} returned</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}

function OrderTotals({ order }: { order: WireOrder }) {
  const { subtotal, discountLabel, discount, shipping, total } = sumsOf(order)
  return (
    <dl className="totals is-plain">
      <dt>Subtotal</dt>
      <dd className="t-price">{subtotal}</dd>
      {discount && (
        <>
          <dt>{discountLabel}</dt>
          <dd className="t-price">{discount}</dd>
        </>
      )}
      <dt>Shipping</dt>
      <dd className="t-price">{shipping}</dd>
      <dt className="t-h4">Total</dt>
      <dd className="t-h4 t-price">{total}</dd>
      <Payments order={order} />
    </dl>
  )
}

/** Shown unless nothing was paid yet, or just the total. */
function Payments({ order }: { order: WireOrder }) {
  const { paid, refunded, owed } = order.payment
  const total = order.currency === 'NPR' ? order.totalAmount : order.totalPriceInUSD
  if (paid === 0 || (paid === total && refunded === 0)) return null
  const money = (amount: number) => amountIn(order, amount, amount)
  return (
    <>
      <dt>Paid</dt>
      <dd className="t-price">{money(paid)}</dd>
      {refunded > 0 && (
        <>
          <dt>Refunded</dt>
          <dd className="t-price">{money(refunded)}</dd>
        </>
      )}
      {owed > 0 && (
        <>
          <dt>To pay</dt>
          <dd className="t-price">{money(owed)}</dd>
        </>
      )}
    </>
  )
}

function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6 border-rule border-t pt-5 text-[.9375rem]">
      <h3 className="m-0 mb-2 font-normal font-sans text-granite text-note">{title}</h3>
      {children}
    </section>
  )
}

const transitionedBy = { customer: 'by you', shop: 'by the shop' }

function History({ order }: { order: WireOrder }) {
  return (
    <ol className="m-0 list-none p-0">
      {order.history.map(({ from, to, by, at }) => (
        <li key={`${at} ${to}`} className="flex flex-wrap justify-between gap-x-4">
          <span>
            {from === null ? 'Ordered' : statusName(to)} {transitionedBy[by]}
          </span>
          <time className="t-note" dateTime={at}>
            {relativeTime(at, new Date())}
          </time>
        </li>
      ))}
    </ol>
  )
}
