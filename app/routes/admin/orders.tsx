import { useState } from 'react'
import { href, Link, useLocation } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { Filters } from '#app/features/admin/filters.tsx'
import { NewOrderLink } from '#app/features/admin/new-order-link.tsx'
import { NewRows } from '#app/features/admin/news.tsx'
import { sourceNames } from '#app/features/admin/source-names.ts'
import { AdminTable, type Column, emptyCell } from '#app/features/admin/table.tsx'
import { TabList } from '#app/features/admin/tabs.tsx'
import { Tag } from '#app/features/admin/tag.tsx'
import { amountIn, relativeTime } from '#app/features/order/order.ts'
import { OrderStatus } from '#app/features/order/status.tsx'
import { listLoader, useLiveList } from '#app/queries/admin.ts'
import { TelLink } from '#app/ui/tel-link.tsx'
import {
  type AdminOrderRow,
  type AdminOrdersPage,
  listAdminOrders,
  maxCounted,
} from '#modules/orders/admin-contract.ts'
import { statusTable } from '#modules/orders/statuses.ts'
import type { Route } from './+types/orders'
import { BulkBar } from './bulk-bar.tsx'
import { OrderFilterChip } from './order-filter-chip.tsx'

export const clientLoader = listLoader(listAdminOrders)

const tabs = [...statusTable, { name: '', title: 'All' }]

const columns: Column<AdminOrderRow>[] = [
  {
    title: 'Order',
    cell: ({ orderId, orderNumber, source }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <Link to={href('/admin/orders/:orderId', { orderId })} prefetch="intent">
          {orderNumber}
        </Link>
        {source !== 'web' && <Tag>{sourceNames[source]}</Tag>}
      </span>
    ),
  },
  {
    title: 'Placed',
    sort: 'placed',
    cell: ({ orderDate }) => <time dateTime={orderDate}>{relativeTime(orderDate, new Date())}</time>,
  },
  {
    title: 'Customer',
    cell: ({ name, place, unanswered }) => (
      <>
        <span className="block">{name || 'No name'}</span>
        <span className="t-note text-granite">
          {place}
          {unanswered > 0 && ` · ${unanswered} unanswered ${unanswered === 1 ? 'call' : 'calls'}`}
        </span>
      </>
    ),
  },
  {
    title: 'Phone',
    className: 'md:whitespace-nowrap',
    cell: ({ phone }) => (phone ? <TelLink number={phone} /> : emptyCell),
  },
  { title: 'Status', cell: ({ status }) => <OrderStatus code={status} /> },
  { title: 'Courier', cell: ({ courier }) => courier ?? emptyCell },
  { title: 'Items', isNumber: true, cell: ({ itemCount }) => itemCount },
  {
    title: 'Total',
    isNumber: true,
    cell: (row) => amountIn(row, row.totalAmount, row.totalPriceInUSD),
  },
]

export default function Orders({ loaderData }: Route.ComponentProps) {
  const orders = useLiveList(listAdminOrders, loaderData)
  const { search } = useLocation()
  const [selected, setSelected] = useState<ReadonlySet<string>>(noOrders)
  const shown = orders.rows.map(({ orderId }) => orderId)
  // An order that left the list, for example after a change of its status, is no longer selected.
  const selectedIds = shown.filter((orderId) => selected.has(orderId))
  const params = new URLSearchParams(search)
  const isSearch = Boolean(params.get('q'))
  const isFiltered = Boolean(params.get('product') || params.get('customer'))
  return (
    <>
      <AdminHead title="Orders" news={<NewRows ids={shown} name="order" />}>
        <NewOrderLink />
      </AdminHead>
      <OrderTabs waiting={orders.waiting} params={params} />
      <Filters search="Number, name, phone or email" keepParams={['status', 'sort', 'product', 'customer']} />
      <OrderFilterChip params={params} />
      {shown.length > 0 && (
        <label className="mb-2 inline-flex min-h-target items-center gap-3">
          <input
            className="check"
            type="checkbox"
            checked={selectedIds.length === shown.length}
            onChange={({ target }) => setSelected(target.checked ? new Set(shown) : noOrders)}
          />
          Select all on this page
        </label>
      )}
      <AdminTable
        caption="Orders"
        columns={[selectColumn(selected, setSelected), ...columns]}
        list={orders}
        rowKey={({ orderId }) => orderId}
        defaultSort="-placed"
        empty={
          isSearch
            ? {
                title: 'No orders found',
                text: 'Search for an order number such as ALP-10042, two letters of a name, the first four digits of a phone number, or an email address.',
              }
            : {
                title: 'No orders',
                text: isFiltered ? 'No order matches this filter and status.' : 'Orders with this status appear here.',
              }
        }
      />
      {selectedIds.length > 0 && (
        <BulkBar status={params.get('status') ?? ''} orderIds={selectedIds} onDone={() => setSelected(noOrders)} />
      )}
    </>
  )
}

const noOrders: ReadonlySet<string> = new Set()

function selectColumn(
  selected: ReadonlySet<string>,
  setSelected: (selected: ReadonlySet<string>) => void,
): Column<AdminOrderRow> {
  const toggle = (orderId: string) => {
    const next = new Set(selected)
    if (!next.delete(orderId)) next.add(orderId)
    setSelected(next)
  }
  return {
    title: 'Select',
    hidesTitle: true,
    cell: ({ orderId, orderNumber }) => (
      <label className="-my-2.5 inline-flex min-h-target min-w-target items-center">
        <input
          className="check"
          type="checkbox"
          checked={selected.has(orderId)}
          onChange={() => toggle(orderId)}
          aria-label={`Select ${orderNumber}`}
        />
      </label>
    ),
  }
}

type OrderTabsProps = { waiting: AdminOrdersPage['waiting']; params: URLSearchParams }

function OrderTabs({ waiting, params }: OrderTabsProps) {
  const current = params.get('status') ?? ''
  const to = (status: string) => {
    const filters = ['q', 'product', 'customer'].flatMap((name) =>
      params.get(name) ? [[name, params.get(name) ?? '']] : [],
    )
    const query = new URLSearchParams([...(status ? [['status', status]] : []), ...filters]).toString()
    return query ? `${href('/admin/orders')}?${query}` : href('/admin/orders')
  }
  return (
    <TabList label="Status">
      {tabs.map(({ name: status, title }) => (
        <Link key={title} to={to(status)} aria-current={status === current ? 'page' : undefined} preventScrollReset>
          <span>{title}</span>
          <Count count={waiting[status] ?? 0} />
        </Link>
      ))}
    </TabList>
  )
}

function Count({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="min-w-5.5 bg-stone px-1.5 text-center text-ink text-note leading-5.5 tabular-nums">
      {count >= maxCounted ? `${maxCounted - 1}+` : count}
    </span>
  )
}
