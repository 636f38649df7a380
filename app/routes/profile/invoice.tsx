import { Link } from 'react-router'
import { AddressLines } from '#app/features/address/lines.tsx'
import { amountIn, sumsOf, type WireOrder } from '#app/features/order/order.ts'
import { statusName } from '#app/features/order/status.tsx'
import { shopPhone } from '#app/frame/places.ts'
import { localDay, longDate } from '#app/lib/dates.ts'
import { loadAsCustomer } from '#app/lib/guard.ts'
import { Seo, useSite } from '#app/lib/seo.tsx'
import '#app/styles/invoice.css'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Route } from './+types/invoice'
import { invoiceUrl, orderUrl } from './order-address.ts'

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return loadAsCustomer(request, (userId, get) => get<WireOrder>(`/order/${userId}/${params.orderId}`))
}

export function HydrateFallback() {
  return (
    <div className="page py-14">
      <p className="sr-only" role="status">
        Loading the invoice...
      </p>
      <div className="skeleton mx-auto h-[60vh] max-w-3xl" aria-hidden="true" />
    </div>
  )
}

export default function Invoice({ loaderData: order }: Route.ComponentProps) {
  return (
    <div className="page py-10 lg:py-14">
      <Seo
        title={`Invoice ${order.orderNumber}`}
        description="An invoice of ALPINE."
        path={invoiceUrl(order.orderId)}
        noindex
      />
      <div className="not-printed mx-auto mb-8 flex max-w-3xl flex-wrap items-center justify-between gap-4">
        <Link className="btn-text" to={orderUrl(order.orderNumber)}>
          <span>Back to the order</span>
        </Link>
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      <article className="invoice">
        <Head order={order} />
        <Lines order={order} />
        <p className="t-note m-0 mt-10">
          Payment: cash on delivery. State of the order: {statusName(order.payment.status)}.
        </p>
      </article>
    </div>
  )
}

function Head({ order }: { order: WireOrder }) {
  const { shopEmail } = useSite()
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-6">
        <p className="wordmark m-0">ALPINE</p>
        <div className="sm:text-right">
          <h1 className="t-h3">Invoice {order.orderNumber}</h1>
          <p className="t-note m-0 mt-1">{longDate(localDay(new Date(order.orderDate)))}</p>
        </div>
      </header>
      <div className="mt-10 grid gap-8 sm:grid-cols-2">
        <section>
          <h2 className="invoice-label">Seller</h2>
          <address className="not-italic">
            <span className="block">ALPINE</span>
            <span className="block text-granite">Nepal</span>
            <span className="block text-granite">{shopPhone}</span>
            <span className="block text-granite">{shopEmail}</span>
          </address>
        </section>
        <section>
          <h2 className="invoice-label">Buyer</h2>
          <AddressLines address={order.address} />
        </section>
      </div>
    </>
  )
}

function Lines({ order }: { order: WireOrder }) {
  const { subtotal, shipping, total } = sumsOf(order)
  return (
    <table className="invoice-table">
      <caption className="sr-only">What was ordered</caption>
      <thead>
        <tr>
          <th scope="col">Piece</th>
          <th scope="col">Quantity</th>
          <th scope="col">Price</th>
          <th scope="col">Amount</th>
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
            <td>{amountIn(order, item.unitPrice, item.unitPriceInUSD)}</td>
            <td>{amountIn(order, item.totalPrice, item.totalPriceInUSD)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <Sum label="Subtotal" amount={subtotal} />
        <Sum label="Shipping" amount={shipping} />
        <Sum label={`Total in ${order.currency}`} amount={total} />
      </tfoot>
    </table>
  )
}

function Sum({ label, amount }: { label: string; amount: string }) {
  return (
    <tr className="invoice-sum">
      <th scope="row" colSpan={3}>
        {label}
      </th>
      <td>{amount}</td>
    </tr>
  )
}

export function ErrorBoundary() {
  return (
    <>
      <title>Invoice · ALPINE</title>
      <meta name="robots" content="noindex" />
      <Notice
        title="We could not find this invoice"
        text="It may belong to another account. Your orders are in your profile."
      />
    </>
  )
}
