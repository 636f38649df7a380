import { href, Link, useLocation, useRouteError } from 'react-router'
import { loadAsStaff, searchFor } from '#app/lib/require-staff.ts'
import { TilePicture } from '#app/ui/tile-picture.tsx'
import type { ProductListRow } from '#modules/catalog/admin-schema.ts'
import { categories, categoryById } from '#shared/categories.ts'
import type { Listed } from '#shared/lists.ts'
import { Filters } from '../ui/filters.tsx'
import { OfficeHead } from '../ui/head.tsx'
import { InlineNumber } from '../ui/inline-number.tsx'
import { AdminTable, type Column } from '../ui/table.tsx'
import { Trouble } from '../ui/trouble.tsx'
import type { Route } from './+types/list'
import { useQuickChange } from './quick-change.ts'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadAsStaff(request, (get) => get<Listed<ProductListRow>>(`/admin/products${searchFor(request)}`))
}

function columnsFor(change: ReturnType<typeof useQuickChange>): Column<ProductListRow>[] {
  return [
    {
      title: 'Piece',
      sort: 'name',
      cell: (row) => (
        <span className="goods-piece">
          <span className="card-tile">
            <TilePicture picture={row.picture} sizes="44px" decorative />
          </span>
          <Link to={href('/admin/products/:productId', { productId: String(row.productId) })} prefetch="intent">
            {row.name}
          </Link>
        </span>
      ),
    },
    { title: 'Category', cell: ({ categoryId }) => categoryById(categoryId)?.title },
    {
      title: 'USD',
      sort: 'price',
      isNumber: true,
      cell: (row) => (
        <InlineNumber
          label={`Price of ${row.name} in dollars`}
          value={row.priceInUSD}
          hasCents
          save={(priceInUSD) => change(row, { priceInUSD })}
        />
      ),
    },
    {
      title: 'NPR',
      isNumber: true,
      cell: (row) => (
        <InlineNumber
          label={`Price of ${row.name} in rupees`}
          value={row.price}
          hasCents
          save={(price) => change(row, { price })}
        />
      ),
    },
    {
      title: 'Stock',
      isNumber: true,
      cell: (row) =>
        row.choices > 0 ? (
          <span className="inline-block py-2 text-granite">
            {row.stock} in {row.choices} {row.choices === 1 ? 'choice' : 'choices'}
          </span>
        ) : (
          <InlineNumber
            label={`Stock of ${row.name}`}
            value={row.stock}
            save={(stock) => change(row, { stock, stockRead: row.stock })}
          />
        ),
    },
  ]
}

const choices = [
  {
    name: 'category',
    label: 'Category',
    options: [['', 'All categories'], ...categories.map(({ id, title }) => [String(id), title] as const)],
  },
  {
    name: 'stock',
    label: 'Stock',
    options: [
      ['', 'Any stock'],
      ['low', 'Low stock'],
      ['out', 'Sold out'],
    ],
  },
  {
    name: 'state',
    label: 'State',
    options: [
      ['', 'In the shop'],
      ['archived', 'Archived'],
    ],
  },
] as const

export default function Products({ loaderData: { rows, page, hasMore } }: Route.ComponentProps) {
  const change = useQuickChange()
  const isFiltered = useLocation().search !== ''
  const add = (
    <Link className="btn btn-ink" to={href('/admin/products/new')}>
      New product
    </Link>
  )
  return (
    <>
      <OfficeHead title="Products">
        <Link className="btn btn-line" to={href('/admin/products/file')}>
          CSV file
        </Link>
        {add}
      </OfficeHead>
      <Filters search="Name, tag or word" choices={choices} />
      <AdminTable
        caption="Products"
        columns={columnsFor(change)}
        rows={rows}
        rowKey={({ productId }) => productId}
        page={page}
        hasMore={hasMore}
        defaultSort="-created"
        empty={
          isFiltered
            ? { title: 'No piece was found', text: 'Words are found in names, tags and descriptions.' }
            : { title: 'Nothing is on the shelf yet', text: 'Add the first piece of the shop.', action: add }
        }
      />
    </>
  )
}

export function ErrorBoundary() {
  return <Trouble error={useRouteError()} />
}
