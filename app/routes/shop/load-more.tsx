import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { pageUrl } from '#app/lib/page-url.ts'
import { listKey } from './list-loading.ts'
import type { ProductList } from './product-list.ts'

type Props = { productList: ProductList; shown: number; skipped: number }

/** The number of products shown and a link to the next page. */
export function LoadMore({ productList, shown, skipped }: Props) {
  const location = useLocation()
  const { pageNumber, totalPages, totalItems } = productList
  const isLast = pageNumber >= totalPages
  const count = useFocusWhenLast(isLast, listKey(location))
  return (
    <div className="mt-16 flex flex-col items-center gap-5 lg:mt-24">
      <p ref={count} tabIndex={-1} className="t-note m-0 tabular-nums" aria-live="polite">
        {skipped > 0 ? `${skipped + 1} to ${skipped + shown} of ${totalItems}` : `${shown} of ${totalItems}`}
      </p>
      <progress
        className="block h-px w-48 appearance-none bg-rule [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-rule [&::-webkit-progress-value]:bg-ink"
        value={skipped + shown}
        max={totalItems}
        aria-hidden="true"
      />
      {!isLast && (
        <Link
          className="btn btn-line mt-1"
          rel="next"
          to={pageUrl(location, pageNumber + 1)}
          replace
          preventScrollReset
          prefetch="intent"
        >
          Load more
        </Link>
      )}
    </div>
  )
}

/** The link disappears with the last page, so keyboard focus moves to the count; a different list does not move it. */
function useFocusWhenLast(isLast: boolean, list: string) {
  const count = useRef<HTMLParagraphElement>(null)
  const previous = useRef({ isLast, list })
  useEffect(() => {
    const { current } = previous
    if (isLast && !current.isLast && list === current.list) count.current?.focus({ preventScroll: true })
    previous.current = { isLast, list }
  }, [isLast, list])
  return count
}
