import type { ReactNode } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'
import { pageAddress, withoutPage } from '#app/lib/page-url.ts'
import { Ridge } from '#app/ui/ridge.tsx'

export type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  /** The name under which the server sorts by this column; `-name` is the other way round. */
  sort?: string
  /** Numbers stand to the right. */
  isNumber?: boolean
  /** On a phone the first column is the heading of its row, and a column marked so stands beside its value alone. */
  hidesTitle?: boolean
}

type Props<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  empty: { title: string; text: string; action?: ReactNode }
  page: number
  hasMore: boolean
  /** What the server sorts by when the address does not say. */
  defaultSort?: string
}

/** A list that the server sorts, filters and pages; all of its state stands in the address. Rows stack on a phone. */
export function AdminTable<Row>({ caption, columns, rows, rowKey, empty, page, hasMore, defaultSort }: Props<Row>) {
  const isBusy = useNavigation().state === 'loading'
  if (rows.length === 0 && page === 1) return <Empty {...empty} />
  return (
    <>
      <table className="admin-table" aria-busy={isBusy}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.title} column={column} defaultSort={defaultSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <Cell key={column.title} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Steps page={page} hasMore={hasMore} />
    </>
  )
}

/** What stands in a cell that has nothing to say; on a phone such a cell is left out. */
export const nothing = '–'

function Cell<Row>({ column: { title, cell, isNumber, hidesTitle }, row }: { column: Column<Row>; row: Row }) {
  const content = cell(row)
  return (
    <td
      data-title={hidesTitle ? undefined : title}
      data-nothing={content === nothing || undefined}
      className={isNumber ? 'is-number' : undefined}
    >
      <div>{content}</div>
    </td>
  )
}

function Heading<Row>({ column, defaultSort }: { column: Column<Row>; defaultSort: string | undefined }) {
  const { pathname, search } = useLocation()
  const { title, sort, isNumber } = column
  const className = isNumber ? 'is-number' : ''
  if (!sort)
    return (
      <th scope="col" className={className}>
        {title}
      </th>
    )
  const current = new URLSearchParams(search).get('sort') ?? defaultSort
  const isUp = current === sort
  const isDown = current === `-${sort}`
  const query = withoutPage(search)
  query.set('sort', isUp ? `-${sort}` : sort)
  return (
    <th scope="col" className={className} aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}>
      <Link className="sort-link" to={`${pathname}?${query}`} preventScrollReset>
        {title}
        <span aria-hidden="true">{isUp ? '↑' : isDown ? '↓' : '↕'}</span>
      </Link>
    </th>
  )
}

export function Steps({ page, hasMore }: { page: number; hasMore: boolean }) {
  const location = useLocation()
  if (page === 1 && !hasMore) return null
  return (
    <nav className="admin-steps" aria-label="Pages">
      <Step title="Previous" to={page > 1 ? pageAddress(location, page - 1) : undefined} />
      <span>Page {page}</span>
      <Step title="Next" to={hasMore ? pageAddress(location, page + 1) : undefined} />
    </nav>
  )
}

function Step({ title, to }: { title: string; to: string | undefined }) {
  if (!to) return <span className="text-granite">{title}</span>
  return (
    <Link to={to} prefetch="intent">
      {title}
    </Link>
  )
}

export function Empty({ title, text, action }: Props<never>['empty']) {
  return (
    <div className="office-empty">
      <Ridge className="h-auto max-w-72 opacity-60" />
      <p className="t-h4 m-0 mt-6">{title}</p>
      <p className="m-0 mt-2 text-granite">{text}</p>
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}
