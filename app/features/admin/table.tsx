import type { ReactNode } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'
import { pageUrl, withoutPage } from '#app/lib/page-url.ts'
import { MountainDrawing } from '#app/ui/mountain-drawing.tsx'
import { SteadyRows } from './steady-rows.tsx'

export type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  /** Sort key of the server; a leading `-` sorts in descending order. */
  sort?: string
  /** Aligns the column to the right. */
  isNumber?: boolean
  /** Hides the column title beside the value on phones. */
  hidesTitle?: boolean
  /** Of the heading and the cells. */
  className?: string
}

type Props<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  list: { rows: readonly Row[]; page?: number; hasMore?: boolean }
  rowKey: (row: Row) => string | number
  className?: string
  rowClassName?: string
  empty: { title: string; text: string; action?: ReactNode }
  /** Sort key that the server uses when the URL has none. */
  defaultSort?: string
  /** Of the links to the other pages. */
  pageTitles?: { previous: string; next: string }
}

/** The server sorts, filters and pages the list; its state is in the URL. Rows stack on phones. */
export function AdminTable<Row>(props: Props<Row>) {
  const { caption, columns, list, rowKey, className = '', rowClassName, empty, defaultSort, pageTitles } = props
  const { rows, page = 1, hasMore = false } = list
  const isBusy = useNavigation().state === 'loading'
  const { search } = useLocation()
  if (rows.length === 0 && page === 1 && !hasMore) return <EmptyState {...empty} />
  return (
    <>
      <table className={`admin-table ${className}`} aria-busy={isBusy}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <ColumnHeading key={column.title} column={column} defaultSort={defaultSort} />
            ))}
          </tr>
        </thead>
        <SteadyRows search={search}>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={rowClassName}>
              {columns.map((column) => (
                <Cell key={column.title} column={column} row={row} />
              ))}
            </tr>
          ))}
        </SteadyRows>
      </table>
      <Pagination page={page} hasMore={hasMore} titles={pageTitles} />
    </>
  )
}

/** Content of a cell without a value. Phones hide such cells. */
export const emptyCell = '–'

const classesOf = <Row,>({ isNumber, className = '' }: Column<Row>) =>
  [isNumber && 'is-number', className].filter(Boolean).join(' ')

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { title, cell, hidesTitle } = column
  const content = cell(row)
  return (
    <td
      data-title={hidesTitle ? undefined : title}
      data-empty={content === emptyCell || undefined}
      className={classesOf(column) || undefined}
    >
      <div>{content}</div>
    </td>
  )
}

function ColumnHeading<Row>({ column, defaultSort }: { column: Column<Row>; defaultSort: string | undefined }) {
  const { pathname, search } = useLocation()
  const { title, sort } = column
  const className = classesOf(column)
  if (!sort)
    return (
      <th scope="col" className={className}>
        {title}
      </th>
    )
  const current = new URLSearchParams(search).get('sort') ?? defaultSort
  const isAscending = current === sort
  const isDescending = current === `-${sort}`
  const query = withoutPage(search)
  query.set('sort', isAscending ? `-${sort}` : sort)
  return (
    <th scope="col" className={className} aria-sort={isAscending ? 'ascending' : isDescending ? 'descending' : 'none'}>
      <Link
        className={`inline-flex min-h-10 items-center gap-1.5 hover:text-ink ${isAscending || isDescending ? 'text-ink' : ''}`}
        to={`${pathname}?${query}`}
        preventScrollReset
      >
        {title}
        <span className="text-[.75rem]" aria-hidden="true">
          {isAscending ? '↑' : isDescending ? '↓' : '↕'}
        </span>
      </Link>
    </th>
  )
}

type PaginationProps = { page: number; hasMore: boolean; titles?: Props<never>['pageTitles'] }

export function Pagination({ page, hasMore, titles }: PaginationProps) {
  const location = useLocation()
  if (page === 1 && !hasMore) return null
  return (
    <nav
      className="mt-2 flex items-center justify-end gap-5 text-granite *:inline-flex *:min-h-target *:min-w-target *:items-center *:justify-center"
      aria-label="Pages"
    >
      <PageLink title={titles?.previous ?? 'Previous'} to={page > 1 ? pageUrl(location, page - 1) : undefined} />
      <span>Page {page}</span>
      <PageLink title={titles?.next ?? 'Next'} to={hasMore ? pageUrl(location, page + 1) : undefined} />
    </nav>
  )
}

function PageLink({ title, to }: { title: string; to: string | undefined }) {
  if (!to) return <span>{title}</span>
  return (
    <Link className="text-ink underline underline-offset-4" to={to} prefetch="intent">
      {title}
    </Link>
  )
}

export function EmptyState({ title, text, action }: Props<never>['empty']) {
  return (
    <div className="flex flex-col items-center bg-paper px-6 py-16 text-center">
      <MountainDrawing className="h-auto max-w-72 opacity-60" />
      <p className="t-h4 m-0 mt-6">{title}</p>
      <p className="m-0 mt-2 text-granite">{text}</p>
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}
