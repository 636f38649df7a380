import { href, Link, useLocation } from 'react-router'
import { AdminHead } from '#app/features/admin/admin-head.tsx'
import { Filters } from '#app/features/admin/filters.tsx'
import { InlineNumber } from '#app/features/admin/inline-number.tsx'
import { AdminTable, type Column } from '#app/features/admin/table.tsx'
import { useCan } from '#app/features/admin/use-can.ts'
import { listLoader } from '#app/queries/admin.ts'
import { TilePicture } from '#app/ui/tile-picture.tsx'
import { listAdminProducts, type ProductListRow } from '#modules/catalog/admin-contract.ts'
import { categories, categoryById } from '#shared/categories.ts'
import { formatMoney, fromWire } from '#shared/money.ts'
import type { Route } from './+types/list'
import { freeQuestion } from './free-question.ts'
import { useQuickEdit } from './quick-edit.ts'

export const clientLoader = listLoader(listAdminProducts)

/** Without `change`, the numbers cannot be edited. */
function columnsFor(change: ReturnType<typeof useQuickEdit> | undefined): Column<ProductListRow>[] {
  return [
    {
      title: 'Product',
      sort: 'name',
      cell: (row) => (
        <span className="grid grid-cols-[44px_minmax(0,1fr)] items-center gap-3.5">
          <span className="card-tile">
            <TilePicture picture={row.picture} sizes="44px" decorative />
          </span>
          <Link to={href('/admin/products/:productId', { productId: String(row.productId) })} prefetch="intent">
            {row.name}
          </Link>
        </span>
      ),
    },
    { title: 'Category', className: 'whitespace-nowrap', cell: ({ categoryId }) => categoryById(categoryId)?.title },
    {
      title: 'NPR',
      isNumber: true,
      cell: (row) =>
        change ? (
          <InlineNumber
            label={`Price of ${row.name} in rupees`}
            value={row.price}
            hasCents
            questionOf={(price) => freeQuestion(row.name, price)}
            save={(price) => change(row, { price })}
          />
        ) : (
          formatMoney(fromWire(row.price), 'NPR')
        ),
    },
    {
      title: 'USD',
      sort: 'price',
      isNumber: true,
      cell: (row) =>
        change ? (
          <InlineNumber
            label={`Price of ${row.name} in dollars`}
            value={row.priceInUSD}
            hasCents
            questionOf={(price) => freeQuestion(row.name, price)}
            save={(priceInUSD) => change(row, { priceInUSD })}
          />
        ) : (
          formatMoney(fromWire(row.priceInUSD), 'USD')
        ),
    },
    {
      title: 'Stock',
      isNumber: true,
      cell: (row) =>
        row.variants > 0 ? (
          <span className="text-granite">
            {row.stock}
            <span className="t-note block">
              {row.variants} {row.variants === 1 ? 'variant' : 'variants'}
            </span>
          </span>
        ) : change ? (
          <InlineNumber
            label={`Stock of ${row.name}`}
            value={row.stock}
            save={(stock) => change(row, { stock, stockRead: row.stock })}
          />
        ) : (
          row.stock
        ),
    },
  ]
}

const filters = [
  {
    name: 'category',
    label: 'Category',
    options: [['', 'All categories'], ...categories.map(({ id, title }) => [String(id), title] as const)],
  },
  {
    name: 'stock',
    label: 'Stock',
    options: [
      ['', 'All stock levels'],
      ['low', 'Low stock'],
      ['out', 'Sold out'],
    ],
  },
  {
    name: 'status',
    label: 'Status',
    options: [
      ['', 'Active'],
      ['archived', 'Archived'],
    ],
  },
] as const

export default function Products({ loaderData }: Route.ComponentProps) {
  const change = useQuickEdit()
  const isFiltered = useLocation().search !== ''
  const canChange = useCan('productChanges')
  const add = canChange && (
    <Link className="btn btn-ink" aria-keyshortcuts="c" to={href('/admin/products/new')}>
      Add product
    </Link>
  )
  return (
    <>
      <AdminHead title="Products">
        <Link className="btn btn-line" to={href('/admin/products/stock-alerts')}>
          Stock alerts
        </Link>
        {canChange && (
          <Link className="btn btn-line" to={href('/admin/products/csv')}>
            Import and export
          </Link>
        )}
        {add}
      </AdminHead>
      <Filters search="Name, tag or description" filters={filters} />
      <AdminTable
        caption="Products"
        columns={columnsFor(canChange ? change : undefined)}
        list={loaderData}
        rowKey={({ productId }) => productId}
        rowClassName="*:py-1.5 *:align-middle max-md:grid max-md:grid-cols-3 max-md:gap-x-3 max-md:*:nth-[-n+2]:col-span-full max-md:*:nth-[n+3]:block"
        defaultSort="-created"
        empty={
          isFiltered
            ? { title: 'No products found', text: 'Try another search term or clear the filters.' }
            : { title: 'No products yet', text: 'Products of the shop appear here.', action: add }
        }
      />
    </>
  )
}
