import { href, Link } from 'react-router'
import { EmptyState } from './empty-state.tsx'

export function MyOrders() {
  return (
    <EmptyState title="You have not ordered anything yet." text="What you order is followed here, to your door.">
      <Link className="btn btn-ink" to={href('/shop')}>
        Continue Shopping
      </Link>
    </EmptyState>
  )
}
