import { sql } from 'drizzle-orm'
import { type Db, readRows } from '#platform/db.server.ts'
import { codeOf } from './statuses.ts'

export async function hasReceivedProduct(db: Db, userId: string, productId: number): Promise<boolean> {
  const rows = await readRows(
    db,
    sql`select from orders o join order_lines l on l.order_id = o.id
        where o.user_id = ${userId} and o.status = ${codeOf('Delivered')} and l.product_id = ${productId} limit 1`,
  )
  return rows.length > 0
}
