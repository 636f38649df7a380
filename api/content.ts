import * as contract from '#modules/content/contract.ts'
import { findBlog, listBlogs, listTestimonials } from '#modules/content/service.server.ts'
import { blogOnWire, blogPageOnWire, testimonialsOnWire } from '#modules/content/wire.server.ts'
import { implement } from './endpoint.ts'

export const contentEndpoints = implement(contract, {
  listBlogs: {
    cacheable: true,
    handle: async ({ db }, { query }) => blogPageOnWire(await listBlogs(db, query)),
  },
  getBlog: {
    cacheable: true,
    handle: async (shop, { params }) => blogOnWire(await findBlog(shop, params.slug)),
  },
  listTestimonials: {
    cacheable: true,
    handle: async ({ db }) => testimonialsOnWire(await listTestimonials(db)),
  },
})
