import * as z from 'zod/mini'
import type { ShownStock } from '#modules/catalog/cache-validator.server.ts'
import { pagingSchema, slugSchema } from '#modules/catalog/schema.ts'
import { blogPageSchema, blogSchema, blogsPageSize, testimonialsSchema } from '#modules/content/schema.ts'
import { findBlog, listBlogs, listTestimonials } from '#modules/content/service.server.ts'
import { blogOnWire, blogPageOnWire, testimonialsOnWire } from '#modules/content/wire.server.ts'
import { endpoint } from './endpoint.ts'

const noStock: ShownStock = { products: new Map(), variants: new Map() }

export const contentEndpoints = [
  endpoint({
    operationId: 'listBlogs',
    method: 'get',
    path: '/blogs',
    audience: 'public',
    summary: 'List blog posts, newest first',
    cacheable: () => noStock,
    query: pagingSchema(blogsPageSize),
    answer: blogPageSchema,
    handle: async ({ db }, { query }) => blogPageOnWire(await listBlogs(db, query)),
  }),
  endpoint({
    operationId: 'getBlog',
    method: 'get',
    path: '/blogs/{slug}',
    audience: 'public',
    summary: 'Get a blog post',
    errors: ['notFound'],
    cacheable: () => noStock,
    params: z.object({ slug: slugSchema }),
    answer: blogSchema,
    handle: async ({ db }, { params }) => blogOnWire(await findBlog(db, params.slug)),
  }),
  endpoint({
    operationId: 'listTestimonials',
    method: 'get',
    path: '/Testimonials',
    audience: 'public',
    summary: 'List customer testimonials',
    cacheable: () => noStock,
    answer: testimonialsSchema,
    handle: async ({ db }) => testimonialsOnWire(await listTestimonials(db)),
  }),
] as const
