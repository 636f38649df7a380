import * as z from 'zod/mini'
import type { Actor } from '#modules/accounts/sessions.server.ts'
import {
  categoryNameSchema,
  categoryPageSize,
  pagingSchema,
  productDetailSchema,
  productPageSchema,
  searchResponseSchema,
  searchSchema,
  shopPageSize,
  slugSchema,
  sortSchema,
  tagSchema,
} from '#modules/catalog/schema.ts'
import { pageOnWire, productOnWire, searchOnWire, shownStockOf } from '#modules/catalog/wire.ts'
import { recordSearchMiss } from '#modules/reports/service.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import { savedIds } from '#modules/wishlist/service.server.ts'
import { endpoint } from './endpoint.ts'

type Visitor = { findActor(): Promise<Actor | undefined> }

/** The products saved by the user; undefined without a valid token. */
async function savedBy({ db }: Shop, { findActor }: Visitor): Promise<ReadonlySet<number> | undefined> {
  const actor = await findActor()
  return actor && savedIds(db, actor.userId)
}

export const catalogEndpoints = [
  endpoint({
    operationId: 'listProducts',
    method: 'get',
    path: '/product',
    audience: 'public',
    summary: 'List all products, newest first',
    optionalToken: true,
    cacheable: ({ data }) => shownStockOf(data),
    query: pagingSchema(shopPageSize),
    answer: productPageSchema,
    handle: async (shop, { query, ...visitor }) =>
      pageOnWire(await shop.catalog.newest(shop.db, query), await savedBy(shop, visitor)),
  }),
  endpoint({
    operationId: 'searchProducts',
    method: 'get',
    path: '/product/search',
    audience: 'public',
    summary: 'Search and filter products; tolerates one typo per word and finds synonyms',
    optionalToken: true,
    // Searches without results are not cached, because each one is recorded.
    cacheable: ({ products, totalRecords }) => (totalRecords > 0 ? shownStockOf(products) : undefined),
    query: searchSchema,
    repeatable: ['CategoryIds'],
    answer: searchResponseSchema,
    handle: async (shop, { query, ...visitor }) => {
      const found = await shop.catalog.search(shop.db, query)
      await recordSearchMiss(shop, { query: query.Name, resultCount: found.totalItems })
      return searchOnWire(found, await savedBy(shop, visitor))
    },
  }),
  endpoint({
    operationId: 'listCategoryProducts',
    method: 'get',
    path: '/product/category/{category}',
    audience: 'public',
    summary: 'List the products of a category',
    optionalToken: true,
    errors: ['notFound'],
    cacheable: ({ data }) => shownStockOf(data),
    params: z.object({ category: categoryNameSchema }),
    query: z.extend(pagingSchema(categoryPageSize), { sortBy: sortSchema }),
    answer: productPageSchema,
    handle: async (shop, { params, query, ...visitor }) => {
      const page = await shop.catalog.inCategory(shop.db, params.category, query, query.sortBy)
      return pageOnWire(page, await savedBy(shop, visitor))
    },
  }),
  endpoint({
    operationId: 'listTaggedProducts',
    method: 'get',
    path: '/product/tags/{tag}',
    audience: 'public',
    summary: 'List the products with a tag; an unknown tag gives an empty list',
    optionalToken: true,
    cacheable: ({ data }) => shownStockOf(data),
    params: z.object({ tag: tagSchema }),
    query: z.extend(pagingSchema(shopPageSize), { sortBy: sortSchema }),
    answer: productPageSchema,
    handle: async (shop, { params, query, ...visitor }) => {
      const page = await shop.catalog.withTag(shop.db, params.tag, query, query.sortBy)
      return pageOnWire(page, await savedBy(shop, visitor))
    },
  }),
  endpoint({
    operationId: 'getProduct',
    method: 'get',
    path: '/product/{slug}',
    audience: 'public',
    summary: 'Get a product with its reviews and up to four related products',
    optionalToken: true,
    errors: ['notFound'],
    cacheable: ({ relatedProducts, ...product }) => shownStockOf([product, ...relatedProducts], product.attributes),
    params: z.object({ slug: slugSchema }),
    answer: productDetailSchema,
    handle: async (shop, { params, ...visitor }) =>
      productOnWire(await shop.catalog.product(shop.db, params.slug), await savedBy(shop, visitor)),
  }),
] as const
