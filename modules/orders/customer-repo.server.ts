import { sql } from 'drizzle-orm'
import { type Db, readRows } from '#platform/db.server.ts'
import { wasRefused } from './admin-repo.server.ts'
import { codesOf } from './fragments.server.ts'

type StoredSales = Record<'orders' | 'delivered' | 'refused', number> & Record<'npr' | 'usd', string>

export async function readSalesTo(db: Db, userId: string): Promise<StoredSales> {
  const isDelivered = sql`p.status in ${codesOf('Delivered')}`
  const [sales] = await readRows<StoredSales>(
    db,
    sql`select count(*)::int as orders, count(*) filter (where ${isDelivered})::int as delivered,
          count(*) filter (where ${wasRefused})::int as refused,
          coalesce(sum(p.total_npr - p.returned_amount) filter (where ${isDelivered} and p.currency = 'NPR'), 0)::text as npr,
          coalesce(sum(p.total_usd - p.returned_amount) filter (where ${isDelivered} and p.currency = 'USD'), 0)::text as usd
        from orders p where p.user_id = ${userId}`,
  )
  if (!sales) throw new Error('The query for sales to a customer returned no row')
  return sales
}
