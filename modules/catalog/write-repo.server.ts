import { eq } from 'drizzle-orm'
import type { Db } from '#platform/db.server.ts'
import type { ProductFacts } from './facts.ts'
import { productImages, products, productVariants, reviews } from './tables.server.ts'

export async function insertProduct(
  db: Db,
  product: Omit<typeof products.$inferInsert, keyof ProductFacts> & ProductFacts,
): Promise<number> {
  const [stored] = await db.insert(products).values(product).returning({ id: products.id })
  if (!stored) throw new Error('The product was not stored')
  return stored.id
}

export async function insertImages(db: Db, rows: (typeof productImages.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(productImages).values(rows)
}

export async function insertVariants(db: Db, rows: (typeof productVariants.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(productVariants).values(rows)
}

export async function insertReviews(db: Db, rows: (typeof reviews.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(reviews).values(rows)
}

export async function updateProduct(
  db: Db,
  slug: string,
  change: Partial<typeof products.$inferInsert>,
): Promise<boolean> {
  const changed = await db.update(products).set(change).where(eq(products.slug, slug)).returning({ id: products.id })
  return changed.length > 0
}
