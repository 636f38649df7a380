import { href, Link } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { Filters } from '#app/features/admin/filters.tsx'
import { AdminTable, type Column } from '#app/features/admin/table.tsx'
import { listLoader } from '#app/queries/admin.ts'
import { type DiscountRecord, listDiscounts } from '#modules/discounts/admin-contract.ts'
import type { Route } from './+types/list'
import { periodText, stateNames, usesText, valueText } from './texts.ts'

export const clientLoader = listLoader(listDiscounts)

const columns: Column<DiscountRecord>[] = [
  {
    title: 'Code',
    cell: ({ discountId, code }) => (
      <Link to={href('/admin/discounts/:discountId', { discountId: String(discountId) })} prefetch="intent">
        {code}
      </Link>
    ),
  },
  { title: 'Discount', cell: valueText },
  { title: 'Status', cell: ({ state }) => stateNames[state] },
  { title: 'Dates', cell: periodText },
  { title: 'Uses', isNumber: true, cell: usesText },
]

export default function Discounts({ loaderData }: Route.ComponentProps) {
  const add = (
    <Link className="btn btn-ink" aria-keyshortcuts="c" to={href('/admin/discounts/new')}>
      Create discount
    </Link>
  )
  return (
    <>
      <AdminHead title="Discounts">{add}</AdminHead>
      <Filters search="Code" />
      <AdminTable
        caption="Discount codes, newest first"
        columns={columns}
        list={loaderData}
        rowKey={({ discountId }) => discountId}
        empty={{
          title: 'No discounts',
          text: 'Create a code that customers enter at the bag or at checkout. Sale prices are set on the product.',
          action: add,
        }}
      />
    </>
  )
}
