import { href, Link } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { AdminTable, type Column } from '#app/features/admin/table.tsx'
import { relativeTime } from '#app/features/order/order.ts'
import { listLoader } from '#app/queries/admin.ts'
import { listWaiting, type WaitingItem } from '#modules/stock-alerts/admin-contract.ts'
import type { Route } from './+types/waiting'

export const clientLoader = listLoader(listWaiting)

const columns: Column<WaitingItem>[] = [
  {
    title: 'Product',
    cell: ({ productId, name, variant, isArchived }) => (
      <>
        <Link to={href('/admin/products/:productId/stock', { productId: String(productId) })}>{name}</Link>
        {variant && <span className="t-note block">{variant}</span>}
        {isArchived && <span className="t-note block">Archived: no emails are sent</span>}
      </>
    ),
  },
  { title: 'Waiting since', cell: ({ since }) => <time dateTime={since}>{relativeTime(since, new Date())}</time> },
  { title: 'Stock', isNumber: true, cell: ({ stock }) => stock },
  { title: 'Waiting', isNumber: true, cell: ({ waiting }) => waiting },
]

export default function Waiting({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <AdminHead title="Stock alerts" back={{ to: href('/admin/products'), title: 'Products' }} />
      <p className="admin-intro">
        People who asked for an email when a sold-out product is back. They get it, once, as soon as its stock rises.
      </p>
      <AdminTable
        caption="Products that people wait for, the most wanted first"
        columns={columns}
        list={loaderData}
        rowKey={({ productId, variantId }) => `${productId} ${variantId}`}
        empty={{ title: 'Nobody waits', text: 'Requests of customers and visitors appear here.' }}
      />
    </>
  )
}
