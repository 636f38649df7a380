import type { Catalog } from '#modules/catalog/service.server.ts'
import { findPieces } from '#modules/catalog/stock.server.ts'
import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { deleteSaved, findWishlist, insertSaved, insertWishlist } from './repo.server.ts'
import { mostSaved, type Wishlist } from './schema.ts'

type Wishing = { db: Db; catalog: Catalog }

async function open(db: Db, userId: string): Promise<{ id: string; productIds: number[] }> {
  const stored =
    (await findWishlist(db, userId)) ?? (await insertWishlist(db, userId)) ?? (await findWishlist(db, userId))
  if (!stored) throw new Error('A wishlist could not be made')
  return stored
}

/** The last saved first. What is no longer sold is left out. */
export async function readWishlist({ db, catalog }: Wishing, userId: string): Promise<Wishlist> {
  const { id, productIds } = await open(db, userId)
  return { id, cards: await catalog.cards(db, productIds) }
}

export async function save(wishing: Wishing, userId: string, productIds: number[]): Promise<Wishlist> {
  const { db } = wishing
  const wanted = [...new Set(productIds)]
  const pieces = await findPieces(
    db,
    wanted.map((productId) => ({ productId, attributeId: null })),
  )
  if (pieces.some((piece) => !piece || piece.isArchived)) throw new ShopError('notFound', 'Product not found')
  const { id, productIds: saved } = await open(db, userId)
  if (new Set([...saved, ...wanted]).size > mostSaved) {
    throw new ShopError('conflict', `A wishlist holds up to ${mostSaved} pieces.`)
  }
  await insertSaved(db, id, wanted)
  return readWishlist(wishing, userId)
}

/** What is not there is not missed. */
export async function forget(wishing: Wishing, userId: string, productId: number): Promise<Wishlist> {
  await deleteSaved(wishing.db, userId, productId)
  return readWishlist(wishing, userId)
}

export async function savedIds(db: Db, userId: string): Promise<Set<number>> {
  return new Set((await findWishlist(db, userId))?.productIds)
}

/** It goes with the account, by its foreign key. */
export const wishlistRecords = {
  name: 'savedProducts',
  collect: async (db: Db, { userId }: { userId: string }) => (await findWishlist(db, userId))?.productIds ?? [],
}
