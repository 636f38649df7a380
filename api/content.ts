import { z } from 'zod'
import { pagingSchema, slugSchema } from '#modules/catalog/schema.ts'
import { blogPageSchema, blogSchema, blogsPageSize, testimonialsSchema } from '#modules/content/schema.ts'
import { findBlog, listBlogs, listTestimonials } from '#modules/content/service.server.ts'
import { blogOnWire, blogPageOnWire, testimonialsOnWire } from '#modules/content/wire.server.ts'
import { endpoint } from './endpoint.ts'

export const contentEndpoints = [
  endpoint({
    method: 'get',
    path: '/blogs',
    audience: 'public',
    summary: 'Blog posts, newest first',
    fromReplica: true,
    query: pagingSchema(blogsPageSize),
    answer: blogPageSchema,
    handle: async ({ db }, { query }) => blogPageOnWire(await listBlogs(db, query)),
  }),
  endpoint({
    method: 'get',
    path: '/blogs/{slug}',
    audience: 'public',
    summary: 'One blog post',
    fromReplica: true,
    params: z.object({ slug: slugSchema }),
    answer: blogSchema,
    handle: async ({ db }, { params }) => blogOnWire(await findBlog(db, params.slug)),
  }),
  endpoint({
    method: 'get',
    path: '/Testimonials',
    audience: 'public',
    summary: 'What customers say',
    fromReplica: true,
    answer: testimonialsSchema,
    handle: async ({ db }) => testimonialsOnWire(await listTestimonials(db)),
  }),
]
