import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db.server.ts'

/** The trigger set_current_prices (0029) sets the prices anew. */
export async function updateSales(db: Db): Promise<void> {
  await db.execute(sql`
    update products set sale_from = sale_from
    where (sale_from is not null or sale_until is not null) and is_sale_active is distinct from (
      coalesce(sale_from <= (now() at time zone 'Asia/Kathmandu')::date, true)
      and coalesce((now() at time zone 'Asia/Kathmandu')::date <= sale_until, true))`)
}
