import { sql } from 'drizzle-orm'
import type { Shop } from '#modules/shop.server.ts'
import { readRows } from '#platform/db.server.ts'

/** The ids behind the names that a test speaks of. */
export async function idsOf({ db }: Shop) {
  const rows = await readRows<{ id: number; slug: string; attributes: Record<string, number> | null }>(
    db,
    sql`select p.id, p.slug, (select json_object_agg(a.value, a.id) from product_attributes a where a.product_id = p.id)
          as attributes from products p`,
  )
  const bySlug = new Map(rows.map((row) => [row.slug, row]))
  const product = (slug: string) => {
    const row = bySlug.get(slug)
    if (!row) throw new Error(`There is no product ${slug}`)
    return row
  }
  return {
    product: (slug: string) => product(slug).id,
    attribute: (slug: string, value: string) => product(slug).attributes?.[value] ?? 0,
  }
}

export async function archive({ db }: Shop, slug: string): Promise<void> {
  await db.execute(sql`update products set archived_at = now() where slug = ${slug}`)
}
