import { eq, sql } from 'drizzle-orm'
import { type Db, readRows } from '#platform/db.server.ts'
import { pictures } from './tables.server.ts'

export type StoredPicture = typeof pictures.$inferSelect

export async function findPicture(db: Db, hash: string): Promise<StoredPicture | undefined> {
  const [found] = await db.select().from(pictures).where(eq(pictures.hash, hash))
  return found
}

export async function insertPicture(db: Db, picture: typeof pictures.$inferInsert): Promise<StoredPicture> {
  const [stored] = await db
    .insert(pictures)
    .values(picture)
    .onConflictDoUpdate({ target: pictures.hash, set: { hash: picture.hash } })
    .returning()
  if (!stored) throw new Error('The picture was not stored')
  return stored
}

/**
 * Deletes a picture unless a row, the text of a blog post, an order line or a certificate refers to it. Order ids start
 * with their time, so only orders newer than the picture are searched.
 */
export async function deleteUnusedPicture(
  tx: Db,
  id: number,
): Promise<Pick<StoredPicture, 'hash' | 'widths'> | undefined> {
  const since = sql`(lpad(to_hex((extract(epoch from p.created_at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`
  const [deleted] = await readRows<Pick<StoredPicture, 'hash' | 'widths'>>(
    tx,
    sql`delete from pictures p where p.id = ${id}
          and not exists (select from product_images where picture_id = p.id)
          and not exists (select from review_pictures where picture_id = p.id)
          and not exists (select from turn_frames where picture_id = p.id)
          and not exists (select from testimonials where picture_id = p.id)
          and not exists (select from banners where p.id in (large_picture_id, small_picture_id))
          and not exists (select from hero where p.id in (large_picture_id, small_picture_id))
          and not exists (select from blogs where picture_id = p.id or strpos(body, p.hash) > 0)
          and not exists (select from order_lines where order_id >= ${since} and strpos(image_url, p.hash) > 0)
          and not exists (select from certificates
            where order_id >= ${since} and state <> 'replaced' and strpos(image_url, p.hash) > 0)
        returning hash, widths`,
  )
  return deleted
}
