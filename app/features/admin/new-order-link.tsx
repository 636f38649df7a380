import { href, Link } from 'react-router'
import { useCan } from './use-can.ts'

/** Opens the form for an order that came by phone, by Instagram or over the counter. */
export function NewOrderLink() {
  if (!useCan('orderChanges')) return null
  return (
    <Link className="btn btn-ink" to={href('/admin/orders/new')} prefetch="intent" aria-keyshortcuts="c">
      New order
    </Link>
  )
}
