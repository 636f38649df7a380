import { longDate } from '#app/lib/dates.ts'
import '#app/styles/invoice.css'
import type { InvoiceDocument } from '#modules/invoices/contract.ts'
import { formatMoney } from '#shared/money.ts'
import { SumRow } from './print.tsx'

const titles = { invoice: 'Invoice', 'credit note': 'Credit note' } as const

/** An issued invoice or credit note. It shows only what was stored when it was issued, so it always prints the same. */
export function PrintedInvoice({ document, isPart = false }: { document: InvoiceDocument; isPart?: boolean }) {
  return (
    <article className="invoice">
      <Head document={document} isPart={isPart} />
      <Lines document={document} />
      {document.reason && <p className="t-note m-0 mt-10">Reason: {document.reason}</p>}
    </article>
  )
}

function Head({ document, isPart }: { document: InvoiceDocument; isPart: boolean }) {
  const Heading = isPart ? 'h2' : 'h1'
  const { kind, number, issuedOn, orderNumber, orderedOn, refersTo, seller, buyer } = document
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-6">
        <p className="t-h4 m-0">{seller.name}</p>
        <div className="sm:text-right">
          <Heading className="t-h3">
            {titles[kind]} {number}
          </Heading>
          <p className="t-note m-0 mt-1">Issued on {longDate(issuedOn)}</p>
          <p className="t-note m-0">
            Order {orderNumber} of {longDate(orderedOn)}
          </p>
          {refersTo && <p className="t-note m-0">Refers to {refersTo}</p>}
        </div>
      </header>
      <div className="mt-10 grid gap-8 sm:grid-cols-2">
        <Party title="Seller" lines={[seller.name, ...seller.lines]} />
        <Party title="Buyer" lines={buyer} />
      </div>
    </>
  )
}

function Party({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section>
      <h2 className="invoice-label">{title}</h2>
      <address className="not-italic [overflow-wrap:anywhere]">
        {lines.map((line, index) => (
          <span key={line} className={index === 0 ? 'block' : 'block text-granite'}>
            {line}
          </span>
        ))}
      </address>
    </section>
  )
}

function Lines({
  document: { currency, lines, discount, discountCode, shipping, total, vat },
}: {
  document: InvoiceDocument
}) {
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <table className="invoice-table">
      <caption className="sr-only">Items</caption>
      <thead>
        <tr>
          {['Item', 'Quantity', 'Price', 'Amount'].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, variant, quantity, unit, amount }, index) => (
          // The lines of a document never change.
          <tr key={`${name} ${variant} ${String(index)}`}>
            <th scope="row">
              {name}
              {variant && <span className="t-note block">{variant}</span>}
            </th>
            <td>{quantity}</td>
            <td>{money(unit)}</td>
            <td>{money(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {discount > 0 && (
          <SumRow label={discountCode ? `Discount (${discountCode})` : 'Discount'} amount={money(-discount)} />
        )}
        {shipping > 0 && <SumRow label="Shipping" amount={money(shipping)} />}
        {vat && <SumRow label="Taxable amount" amount={money(vat.net)} />}
        {vat && <SumRow label={`VAT ${vat.percent} %, included`} amount={money(vat.amount)} />}
        <SumRow label={`Total in ${currency}`} amount={money(total)} />
      </tfoot>
    </table>
  )
}
