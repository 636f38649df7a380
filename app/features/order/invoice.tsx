import { AddressLines } from '#app/features/address/lines.tsx'
import { localDay, longDate } from '#app/lib/dates.ts'
import { useSite } from '#app/lib/seo.tsx'
import '#app/styles/invoice.css'
import { amountIn, sumsOf, type WireOrder } from './order.ts'
import { statusName } from './status.tsx'

/** The invoice of an order, for its buyer and for the shop; on the screen and on paper. */
export function InvoiceSheet({ order }: { order: WireOrder }) {
  return (
    <article className="invoice">
      <Head order={order} />
      <Lines order={order} />
      <p className="t-note m-0 mt-10">
        Payment: cash on delivery. State of the order: {statusName(order.payment.status)}.
      </p>
    </article>
  )
}

function Head({ order }: { order: WireOrder }) {
  const { shopName, sellerName, sellerAddress, taxNumber, phone, shopEmail } = useSite()
  const seller = [sellerAddress, phone, shopEmail, taxNumber && `PAN/VAT ${taxNumber}`].filter(Boolean)
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-6">
        <p className="wordmark m-0">{shopName}</p>
        <div className="sm:text-right">
          <h1 className="t-h3">Invoice {order.orderNumber}</h1>
          <p className="t-note m-0 mt-1">{longDate(localDay(new Date(order.orderDate)))}</p>
        </div>
      </header>
      <div className="mt-10 grid gap-8 sm:grid-cols-2">
        <section>
          <h2 className="invoice-label">Seller</h2>
          <address className="not-italic">
            <span className="block">{sellerName || shopName}</span>
            {seller.map((line) => (
              <span key={line} className="block text-granite">
                {line}
              </span>
            ))}
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
