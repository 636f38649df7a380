import { href, Link } from 'react-router'

/** Opens the form for an order that came by phone, by Instagram or over the counter. */
export function NewOrderLink() {
  return (
    <Link className="btn btn-ink" to={href('/admin/orders/new')} prefetch="intent" aria-keyshortcuts="c">
      New order
    </Link>
  )
}
