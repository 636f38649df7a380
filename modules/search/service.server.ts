import { listAccounts } from '#modules/accounts/admin.server.ts'
import { listProducts } from '#modules/catalog/admin.server.ts'
import { listEnquiries } from '#modules/enquiries/admin.server.ts'
import { listForAdmin } from '#modules/orders/admin.server.ts'
import { rowOnWire } from '#modules/orders/admin-wire.ts'
import { listQuotes } from '#modules/quotes/service.server.ts'
import type { Db } from '#platform/db.server.ts'
import { can, type Role } from '#shared/rights.ts'
import { parseSearchText } from '#shared/search-text.ts'
import { type AdminSearch, maxHits } from './contract.ts'

const minLength = 2
const nothing = { rows: [], hasMore: false }

/** Each group is the first page of its list, so the lists find the same. A group that the role may not see is empty. */
export async function searchAdmin(db: Db, role: Role, q: string): Promise<AdminSearch> {
  if (q.length < minLength)
    return { orders: nothing, customers: nothing, products: nothing, enquiries: nothing, quotes: nothing }
  const query = { q, page: 1, size: maxHits }
  const [orders, customers, products, enquiries, quotes] = await Promise.all([
    listForAdmin(db, { ...query, sort: '-placed' }),
    can(role, 'customers') ? listAccounts(db, query) : nothing,
    // No product is named like a phone number or an email address.
    parseSearchText(q).name ? listProducts(db, { ...query, sort: 'match', status: 'onsale' }, 0) : nothing,
    can(role, 'enquiries') ? listEnquiries(db, { ...query, status: 'all' }) : nothing,
    can(role, 'quotes') ? listQuotes(db, query) : nothing,
  ])
  return {
    orders: { ...groupOf(orders), rows: orders.rows.map(rowOnWire) },
    customers: groupOf(customers),
    products: groupOf(products),
    enquiries: { ...groupOf(enquiries), rows: enquiries.rows.map(({ message, ...row }) => row) },
    quotes: {
      hasMore: quotes.hasMore,
      rows: quotes.rows.map(({ quoteId, quoteNumber, name, status, isExpired, total, totalInUSD, createdAt }) => ({
        ...{ quoteId, quoteNumber, name, status, isExpired, total, totalInUSD, createdAt },
      })),
    },
  }
}

const groupOf = <Row>({ rows, hasMore }: { rows: Row[]; hasMore: boolean }) => ({ rows, hasMore })
