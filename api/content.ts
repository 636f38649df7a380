import type { ShownStock } from '#modules/catalog/cache-validator.server.ts'
import * as contract from '#modules/content/contract.ts'
import { findBlog, listBlogs, listTestimonials } from '#modules/content/service.server.ts'
import { blogOnWire, blogPageOnWire, testimonialsOnWire } from '#modules/content/wire.server.ts'
import { implement } from './endpoint.ts'

const noStock: ShownStock = { products: new Map(), variants: new Map() }

export const contentEndpoints = implement(contract, {
  listBlogs: {
    cacheable: () => noStock,
    handle: async ({ db }, { query }) => blogPageOnWire(await listBlogs(db, query)),
  },
  getBlog: {
    cacheable: () => noStock,
    handle: async ({ db }, { params }) => blogOnWire(await findBlog(db, params.slug)),
  },
  listTestimonials: {
    cacheable: () => noStock,
    handle: async ({ db }) => testimonialsOnWire(await listTestimonials(db)),
  },
})
