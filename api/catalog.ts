import type { Actor } from '#modules/accounts/sessions.server.ts'
import * as contract from '#modules/catalog/contract.ts'
import { pageOnWire, productOnWire, searchOnWire } from '#modules/catalog/wire.ts'
import { recordSearchMiss } from '#modules/reports/service.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import { savedIds } from '#modules/wishlist/service.server.ts'
import { implement } from './endpoint.ts'

const showsStock = { showsStock: true }

type Visitor = { findActor(): Promise<Actor | undefined> }

/** The products saved by the user; undefined without a valid token. */
async function savedBy({ db }: Shop, { findActor }: Visitor): Promise<ReadonlySet<number> | undefined> {
  const actor = await findActor()
  return actor && savedIds(db, actor.userId)
}

export const catalogEndpoints = implement(contract, {
  listProducts: {
    cacheable: showsStock,
    handle: async (shop, { query, ...visitor }) =>
      pageOnWire(await shop.catalog.newest(shop.db, query), await savedBy(shop, visitor)),
  },
  searchProducts: {
    // Searches without results are not cached, because each one is recorded.
    cacheable: { ...showsStock, when: ({ totalRecords }) => totalRecords > 0 },
    handle: async (shop, { query, ...visitor }) => {
      const found = await shop.catalog.search(shop.db, query)
      await recordSearchMiss(shop, { query: query.Name, resultCount: found.totalItems })
      return searchOnWire(found, await savedBy(shop, visitor))
    },
  },
  listCategoryProducts: {
    cacheable: showsStock,
    handle: async (shop, { params, query, ...visitor }) => {
      const page = await shop.catalog.inCategory(shop.db, params.category, query, query.sortBy)
      return pageOnWire(page, await savedBy(shop, visitor))
    },
  },
  listTaggedProducts: {
    cacheable: showsStock,
    handle: async (shop, { params, query, ...visitor }) => {
      const page = await shop.catalog.withTag(shop.db, params.tag, query, query.sortBy)
      return pageOnWire(page, await savedBy(shop, visitor))
    },
  },
  getProduct: {
    cacheable: showsStock,
    handle: async (shop, { params, ...visitor }) =>
      productOnWire(await shop.catalog.product(shop.db, params.slug), await savedBy(shop, visitor)),
  },
})
