import { Link, useLocation } from 'react-router'
import { pageUrl } from '#app/lib/page-url.ts'

const neighborCount = 2

function shownPages(current: number, last: number): number[] {
  const near = Array.from({ length: 2 * neighborCount + 1 }, (_, index) => current - neighborCount + index)
  return [...new Set([1, ...near, last])].filter((page) => page >= 1 && page <= last)
}

/** Page links keep the rest of the query. */
export function Pager({ pageNumber, totalPages }: { pageNumber: number; totalPages: number }) {
  const location = useLocation()
  if (totalPages <= 1) return null
  const to = (page: number) => pageUrl(location, page)
  return (
    <nav className="pager mt-16" aria-label="Pages">
      <Step label="Previous" rel="prev" to={pageNumber > 1 ? to(pageNumber - 1) : undefined} />
      {shownPages(pageNumber, totalPages).map((page) => (
        <Link key={page} to={to(page)} aria-current={page === pageNumber ? 'page' : undefined}>
          {page}
        </Link>
      ))}
      <Step label="Next" rel="next" to={pageNumber < totalPages ? to(pageNumber + 1) : undefined} />
    </nav>
  )
}

function Step({ label, rel, to }: { label: string; rel: 'prev' | 'next'; to: string | undefined }) {
  return to ? (
    <Link to={to} rel={rel}>
      {label}
    </Link>
  ) : (
    <button type="button" disabled>
      {label}
    </button>
  )
}
