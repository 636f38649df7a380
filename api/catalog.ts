import { z } from 'zod'
import type { Actor } from '#modules/accounts/sessions.server.ts'
import {
  categoryNameSchema,
  categoryPageSize,
  pagingSchema,
  productDetailSchema,
  productPageSchema,
  searchAnswerSchema,
  searchSchema,
  shopPageSize,
  slugSchema,
  sortSchema,
  tagSchema,
} from '#modules/catalog/schema.ts'
import { pageOnWire, productOnWire, searchOnWire, stockOn } from '#modules/catalog/wire.ts'
import { noteSearch } from '#modules/reports/service.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import { savedIds } from '#modules/wishlist/service.server.ts'
import { endpoint } from './endpoint.ts'

type Visit = { findActor(): Promise<Actor | undefined> }

/** Which of the products somebody has saved: asked only where a token was sent. */
async function savedBy({ db }: Shop, { findActor }: Visit): Promise<ReadonlySet<number> | undefined> {
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
    fromReplica: true,
    kept: ({ data }) => stockOn(data),
    query: pagingSchema(shopPageSize),
    answer: productPageSchema,
    handle: async (shop, { query, ...visit }) =>
      pageOnWire(await shop.catalog.newest(shop.db, query), await savedBy(shop, visit)),
  }),
  endpoint({
    operationId: 'searchProducts',
    method: 'get',
    path: '/product/search',
    audience: 'public',
    summary: 'Search and filter products; forgives a typo in each word and finds synonyms',
    optionalToken: true,
    fromReplica: true,
    // What was looked for in vain is noted each time.
    kept: ({ products, totalRecords }) => (totalRecords > 0 ? stockOn(products) : undefined),
    query: searchSchema,
    repeats: ['CategoryIds'],
    answer: searchAnswerSchema,
    handle: async (shop, { query, ...visit }) => {
      const found = await shop.catalog.search(shop.db, query)
      await noteSearch(shop, { typed: query.Name, found: found.totalItems })
      return searchOnWire(found, await savedBy(shop, visit))
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
    fromReplica: true,
    kept: ({ data }) => stockOn(data),
    params: z.object({ category: categoryNameSchema }),
    query: pagingSchema(categoryPageSize).extend({ sortBy: sortSchema }),
    answer: productPageSchema,
    handle: async (shop, { params, query, ...visit }) => {
      const page = await shop.catalog.inCategory(shop.db, params.category, query, query.sortBy)
      return pageOnWire(page, await savedBy(shop, visit))
    },
  }),
  endpoint({
    operationId: 'listTaggedProducts',
    method: 'get',
    path: '/product/tags/{tag}',
    audience: 'public',
    summary: 'List the products with a tag; an unknown tag gives an empty list',
    optionalToken: true,
    fromReplica: true,
    kept: ({ data }) => stockOn(data),
    params: z.object({ tag: tagSchema }),
    query: pagingSchema(shopPageSize).extend({ sortBy: sortSchema }),
    answer: productPageSchema,
    handle: async (shop, { params, query, ...visit }) => {
      const page = await shop.catalog.withTag(shop.db, params.tag, query, query.sortBy)
      return pageOnWire(page, await savedBy(shop, visit))
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
    fromReplica: true,
    kept: ({ relatedProducts, ...product }) => stockOn([product, ...relatedProducts], product.attributes),
    params: z.object({ slug: slugSchema }),
    answer: productDetailSchema,
    handle: async (shop, { params, ...visit }) =>
      productOnWire(await shop.catalog.product(shop.db, params.slug), await savedBy(shop, visit)),
  }),
] as const
