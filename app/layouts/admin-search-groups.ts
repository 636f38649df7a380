import { href } from 'react-router'
import { quoteStatusNames } from '#app/features/admin/quote-names.ts'
import { amountIn, relativeTime } from '#app/features/order/order.ts'
import { statusName } from '#app/features/order/status.tsx'
import type { AdminSearch } from '#modules/search/contract.ts'
import { formatMoney, fromWire } from '#shared/money.ts'

/** A hit without a detail leads to the whole list. */
export type SearchHit = { to: string; title: string; detail?: string }
export type SearchGroup = { title: string; items: SearchHit[] }

const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')
const enquiryStatusNames = { new: 'New', answered: 'Replied', closed: 'Closed' } as const
const enquiryKinds = { contact: 'Contact message', bulk: 'Bulk enquiry' } as const

/** The non-empty groups of an answer, each with a link to its list if there is more. */
export function searchGroups(found: AdminSearch, q: string, now = new Date()): SearchGroup[] {
  const group = <Row>(
    title: string,
    { rows, hasMore }: { rows: Row[]; hasMore: boolean },
    list: string,
    toHit: (row: Row) => SearchHit,
  ): SearchGroup => {
    const all = { to: list, title: `See all ${title.toLowerCase()} for “${q}”` }
    return { title, items: [...rows.map(toHit), ...(hasMore ? [all] : [])] }
  }
  const withQuery = (path: string, more: Record<string, string> = {}) =>
    `${path}?${new URLSearchParams({ ...more, q })}`
  return [
    group('Orders', found.orders, withQuery(href('/admin/orders')), (order) => ({
      to: href('/admin/orders/:orderId', { orderId: order.orderId }),
      title: joined(order.orderNumber, order.name || 'No name'),
      detail: joined(
        statusName(order.status),
        amountIn(order, order.totalAmount, order.totalPriceInUSD),
        relativeTime(order.orderDate, now),
      ),
    })),
    group(
      'Customers',
      found.customers,
      withQuery(href('/admin/customers')),
      ({ userId, name, email, ...customer }) => ({
        to: href('/admin/customers/:userId', { userId }),
        title: name || email,
        detail: joined(email, customer.phoneNumber, customer.orders === 1 ? '1 order' : `${customer.orders} orders`),
      }),
    ),
    group('Products', found.products, withQuery(href('/admin/products')), ({ productId, name, ...product }) => ({
      to: href('/admin/products/:productId', { productId: String(productId) }),
      title: name,
      detail: joined(
        formatMoney(fromWire(product.currentPrice), 'NPR'),
        formatMoney(fromWire(product.currentPriceInUSD), 'USD'),
        product.stock === 0 ? 'Out of stock' : `${product.stock} in stock`,
      ),
    })),
    group('Enquiries', found.enquiries, withQuery(href('/admin/enquiries'), { status: 'all' }), (enquiry) => ({
      to: href('/admin/enquiries/:enquiryId', { enquiryId: enquiry.enquiryId }),
      title: enquiry.name,
      detail: joined(
        enquiryKinds[enquiry.kind],
        enquiryStatusNames[enquiry.status],
        relativeTime(enquiry.createdAt, now),
      ),
    })),
    group(
      'Quotes',
      found.quotes,
      withQuery(href('/admin/quotes')),
      ({ quoteId, quoteNumber, name, status, ...quote }) => ({
        to: href('/admin/quotes/:quoteId', { quoteId }),
        title: joined(quoteNumber, name),
        detail: joined(
          status === 'sent' && quote.isExpired ? 'Expired' : quoteStatusNames[status],
          formatMoney(fromWire(quote.total), 'NPR'),
          formatMoney(fromWire(quote.totalInUSD), 'USD'),
          relativeTime(quote.createdAt, now),
        ),
      }),
    ),
  ].filter(({ items }) => items.length > 0)
}
