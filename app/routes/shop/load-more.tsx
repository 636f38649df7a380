import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { pageAddress } from '#app/lib/page-url.ts'
import { listKey } from './list-loading.ts'
import type { Shelf } from './shelf.ts'

type Props = { shelf: Shelf; shown: number; skipped: number }

/** How far the list is opened, and a link to the address that opens it further. */
export function LoadMore({ shelf, shown, skipped }: Props) {
  const location = useLocation()
  const { pageNumber, totalPages, totalItems } = shelf
  const isLast = pageNumber >= totalPages
  const count = useFocusWhenLast(isLast, listKey(location))
  return (
    <div className="mt-16 flex flex-col items-center gap-5 lg:mt-24">
      <p ref={count} tabIndex={-1} className="t-note m-0 tabular-nums" aria-live="polite">
        {skipped > 0 ? `${skipped + 1} to ${skipped + shown} of ${totalItems}` : `${shown} of ${totalItems}`}
      </p>
      <progress className="hairline" value={skipped + shown} max={totalItems} aria-hidden="true" />
      {!isLast && (
        <Link
          className="btn btn-line mt-1"
          rel="next"
          to={pageAddress(location, pageNumber + 1)}
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

/**
 * The link goes when the last page has come; whoever stood on it by keyboard is put on the count. Another list, which
 * may be at its end at once, takes the focus from nobody.
 */
function useFocusWhenLast(isLast: boolean, list: string) {
  const count = useRef<HTMLParagraphElement>(null)
  const before = useRef({ isLast, list })
  useEffect(() => {
    const { current } = before
    if (isLast && !current.isLast && list === current.list) count.current?.focus({ preventScroll: true })
    before.current = { isLast, list }
  }, [isLast, list])
  return count
}
