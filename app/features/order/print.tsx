import type { ReactNode } from 'react'
import { Wordmark } from '#app/features/site/wordmark.tsx'
import { localDay, longDate } from '#app/lib/dates.ts'
import type { WireOrder } from './order.ts'

type HeaderProps = { title: string; order: WireOrder; dateLabel?: string; isPart?: boolean }

/** Header of a printed document of an order. `isPart`: the page has a title of its own. */
export function PrintHeader({ title, order, dateLabel = '', isPart = false }: HeaderProps) {
  const Heading = isPart ? 'h2' : 'h1'
  return (
    <header className="flex flex-wrap items-start justify-between gap-6">
      <p className="m-0">
        <Wordmark />
      </p>
      <div className="sm:text-right">
        <Heading className="t-h3">
          {title} {order.orderNumber}
        </Heading>
        <p className="t-note m-0 mt-1">
          {dateLabel} {longDate(localDay(new Date(order.orderDate)))}
        </p>
      </div>
    </header>
  )
}

type Item = WireOrder['orderItems'][number]
type TableProps = {
  caption: string
  order: WireOrder
  columns: readonly string[]
  cells: (item: Item) => ReactNode
  children?: ReactNode
}

/** A row for each order item; the document adds its own columns. */
export function PrintTable({ caption, order, columns, cells, children }: TableProps) {
  return (
    <table className="invoice-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {['Item', 'Quantity', ...columns].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
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
            {cells(item)}
          </tr>
        ))}
      </tbody>
      {children}
    </table>
  )
}

export function SumRow({ label, amount }: { label: string; amount: string }) {
  return (
    <tr className="invoice-sum">
      <th scope="row" colSpan={3}>
        {label}
      </th>
      <td>{amount}</td>
    </tr>
  )
}
