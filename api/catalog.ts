import { z } from 'zod'
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
import { pageOnWire, productOnWire, searchOnWire } from '#modules/catalog/wire.ts'
import { endpoint } from './endpoint.ts'

export const catalogEndpoints = [
  endpoint({
    method: 'get',
    path: '/product',
    audience: 'public',
    summary: 'All products, newest first',
    query: pagingSchema(shopPageSize),
    answer: productPageSchema,
    handle: async ({ db, catalog }, { query }) => pageOnWire(await catalog.newest(db, query)),
  }),
  endpoint({
    method: 'get',
    path: '/product/search',
    audience: 'public',
    summary: 'Search and filter products; forgives a typo per word',
    query: searchSchema,
    repeats: ['CategoryIds'],
    answer: searchAnswerSchema,
    handle: async ({ db, catalog }, { query }) => searchOnWire(await catalog.search(db, query)),
  }),
  endpoint({
    method: 'get',
    path: '/product/category/{category}',
    audience: 'public',
    summary: 'The products of a category',
    params: z.object({ category: categoryNameSchema }),
    query: pagingSchema(categoryPageSize).extend({ sortBy: sortSchema }),
    answer: productPageSchema,
    handle: async ({ db, catalog }, { params, query }) =>
      pageOnWire(await catalog.inCategory(db, params.category, query, query.sortBy)),
  }),
  endpoint({
    method: 'get',
    path: '/product/tags/{tag}',
    audience: 'public',
    summary: 'The products with a tag; an unknown tag is an empty list',
    params: z.object({ tag: tagSchema }),
    query: pagingSchema(shopPageSize).extend({ sortBy: sortSchema }),
    answer: productPageSchema,
    handle: async ({ db, catalog }, { params, query }) =>
      pageOnWire(await catalog.withTag(db, params.tag, query, query.sortBy)),
  }),
  endpoint({
    method: 'get',
    path: '/product/{slug}',
    audience: 'public',
    summary: 'One product with its reviews and up to four related ones',
    params: z.object({ slug: slugSchema }),
    answer: productDetailSchema,
    handle: async ({ db, catalog }, { params }) => productOnWire(await catalog.product(db, params.slug)),
  }),
]
