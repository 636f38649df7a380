import type { Catalog } from '#modules/catalog/service.server.ts'
import { findStockItems } from '#modules/catalog/stock.server.ts'
import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { maxSavedProducts, type Wishlist } from './contract.ts'
import { deleteSaved, findWishlist, insertSaved, insertWishlist } from './repo.server.ts'

type WishlistContext = { db: Db; catalog: Catalog }

async function findOrCreate(db: Db, userId: string): Promise<{ id: string; productIds: number[] }> {
  const stored =
    (await findWishlist(db, userId)) ?? (await insertWishlist(db, userId)) ?? (await findWishlist(db, userId))
  if (!stored) throw new Error('The wishlist could not be created')
  return stored
}

/** The last saved product first, without archived products. */
export async function readWishlist({ db, catalog }: WishlistContext, userId: string): Promise<Wishlist> {
  const { id, productIds } = await findOrCreate(db, userId)
  return { id, cards: await catalog.cards(db, productIds) }
}

export async function addToWishlist(context: WishlistContext, userId: string, productIds: number[]): Promise<Wishlist> {
  const { db } = context
  const newIds = [...new Set(productIds)]
  const items = await findStockItems(
    db,
    newIds.map((productId) => ({ productId, variantId: null })),
  )
  if (items.some((item) => !item || item.isArchived)) throw new ShopError('notFound', 'Product not found')
  const { id, productIds: saved } = await findOrCreate(db, userId)
  if (new Set([...saved, ...newIds]).size > maxSavedProducts) {
    throw new ShopError('conflict', `A wishlist can hold up to ${maxSavedProducts} products.`)
  }
  await insertSaved(db, id, newIds)
  return readWishlist(context, userId)
}

/** Removing a product that is not saved is not an error. */
export async function removeFromWishlist(
  context: WishlistContext,
  userId: string,
  productId: number,
): Promise<Wishlist> {
  await deleteSaved(context.db, userId, productId)
  return readWishlist(context, userId)
}

export async function savedIds(db: Db, userId: string): Promise<Set<number>> {
  return new Set((await findWishlist(db, userId))?.productIds)
}

/** No erase function: the foreign key deletes the wishlist with the account. */
export const wishlistRecords = {
  name: 'savedProducts',
  collect: async (db: Db, { userId }: { userId: string }) => (await findWishlist(db, userId))?.productIds ?? [],
}
