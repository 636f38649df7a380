import { AddressLines } from '#app/features/address/address-lines.tsx'
import { useSite } from '#app/features/site/seo.tsx'
import '#app/styles/invoice.css'
import { amountIn, sumsOf, type WireOrder } from './order.ts'
import { PrintHeader, PrintTable, SumRow } from './print.tsx'
import { statusName } from './status.tsx'

/** Printed before an invoice is issued. */
export function OrderConfirmation({ order }: { order: WireOrder }) {
  return (
    <article className="invoice">
      <Head order={order} />
      <Lines order={order} />
      <p className="t-note m-0 mt-10">Payment: cash on delivery. Order status: {statusName(order.payment.status)}.</p>
    </article>
  )
}

function Head({ order }: { order: WireOrder }) {
  const { shopName, sellerName, sellerAddress, taxNumber, phone, shopEmail } = useSite()
  const seller = [sellerAddress, phone, shopEmail, taxNumber && `PAN/VAT ${taxNumber}`].filter(Boolean)
  return (
    <>
      <PrintHeader title="Order confirmation" order={order} />
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
  const { subtotal, discountLabel, discount, shipping, total } = sumsOf(order)
  return (
    <PrintTable
      caption="Ordered items"
      order={order}
      columns={['Price', 'Amount']}
      cells={(item) => (
        <>
          <td>{amountIn(order, item.unitPrice, item.unitPriceInUSD)}</td>
          <td>{amountIn(order, item.totalPrice, item.totalPriceInUSD)}</td>
        </>
      )}
    >
      <tfoot>
        <SumRow label="Subtotal" amount={subtotal} />
        {discount && <SumRow label={discountLabel} amount={discount} />}
        <SumRow label="Shipping" amount={shipping} />
        <SumRow label={`Total in ${order.currency}`} amount={total} />
      </tfoot>
    </PrintTable>
  )
}
