import { href, Link } from 'react-router'
import { useCan } from '#app/features/admin/use-can.ts'
import { useAdminQuery } from '#app/queries/admin.ts'
import type { WireAdminOrder } from '#modules/orders/admin-contract.ts'
import { listQuotes } from '#modules/quotes/contract.ts'

const link = 'text-link inline-flex min-h-target items-center [overflow-wrap:anywhere]'

export function CustomerLink({ buyer: { userId, name, isDeleted } }: Pick<WireAdminOrder, 'buyer'>) {
  const canSeeCustomers = useCan('customers')
  if (!userId)
    return (
      <p className="t-note m-0 mt-2 text-granite">
        {isDeleted ? 'The customer account was deleted.' : 'This customer has no account.'}
      </p>
    )
  return (
    <p className="m-0">
      Customer:{' '}
      {canSeeCustomers ? (
        <Link className={link} to={href('/admin/customers/:userId', { userId })} prefetch="intent">
          {name || 'No name'}
        </Link>
      ) : (
        name || 'No name'
      )}
    </p>
  )
}

/** An order has at most one quote. */
export function QuoteLink({ orderId }: { orderId: string }) {
  const { data } = useAdminQuery(listQuotes, { query: { orderId } }, useCan('quotes'))
  const [quote] = data?.rows ?? []
  if (!quote || quote.orderId !== orderId) return null
  return (
    <p className="m-0">
      Quote:{' '}
      <Link className={link} to={href('/admin/quotes/:quoteId', { quoteId: quote.quoteId })}>
        {quote.quoteNumber}
      </Link>
    </p>
  )
}

export function ProductLink({ item }: { item: WireAdminOrder['order']['orderItems'][number] }) {
  return (
    <Link className={link} to={href('/admin/products/:productId', { productId: String(item.productId) })}>
      {item.productName}
    </Link>
  )
}
