import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Db, statement } from '#platform/db.server.ts'
import { newId } from '#shared/ids.ts'
import { wishlistProducts, wishlists } from './tables.server.ts'

type StoredWishlist = { id: string; productIds: number[] }

const findStatement = statement<{ userId: string }, StoredWishlist>(
  'wishlist_find',
  ({ userId }) => sql`
    select w.id, array(select p.product_id from wishlist_products p where p.wishlist_id = w.id
                       order by p.saved_at desc, p.product_id desc) as "productIds"
    from wishlists w where w.user_id = ${userId}`,
)

export async function findWishlist(db: Db, userId: string): Promise<StoredWishlist | undefined> {
  const [wishlist] = await findStatement(db, { userId })
  return wishlist
}

/** Returns undefined if the user already has a wishlist. */
export async function insertWishlist(db: Db, userId: string): Promise<StoredWishlist | undefined> {
  const [created] = await db
    .insert(wishlists)
    .values({ id: newId(), userId })
    .onConflictDoNothing()
    .returning({ id: wishlists.id })
  return created && { id: created.id, productIds: [] }
}

export async function insertSaved(db: Db, wishlistId: string, productIds: number[]): Promise<void> {
  await db
    .insert(wishlistProducts)
    .values(productIds.map((productId) => ({ wishlistId, productId })))
    .onConflictDoNothing()
}

export async function deleteSaved(db: Db, userId: string, productId: number): Promise<void> {
  const own = db.select({ id: wishlists.id }).from(wishlists).where(eq(wishlists.userId, userId))
  await db
    .delete(wishlistProducts)
    .where(and(eq(wishlistProducts.productId, productId), inArray(wishlistProducts.wishlistId, own)))
}
