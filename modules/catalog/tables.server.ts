import {
  bigint,
  customType,
  date,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { factColumn, mapFacts, type productFacts } from './facts.ts'
import type { Outline } from './outline.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

const factBuilders = {
  text: (name: string) => text(name),
  number: (name: string) => numeric(name, { mode: 'number' }),
  dimensions: (name: string) => numeric(name, { mode: 'number' }).array(),
  option: (name: string) => text(name).notNull(),
}
type ListedFact = (typeof productFacts)[number]
type FactColumns = { [Listed in ListedFact as Listed['name']]: ReturnType<(typeof factBuilders)[Listed['type']]> }

const factColumns = mapFacts(({ name, type }) => factBuilders[type](factColumn(name))) as FactColumns

export const products = pgTable('products', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  slug: text().notNull(),
  name: text().notNull(),
  description: text().notNull(),
  categoryId: smallint('category_id').notNull(),
  priceNpr: bigint('price_npr', { mode: 'number' }).notNull(),
  priceUsd: bigint('price_usd', { mode: 'number' }).notNull(),
  saleNpr: bigint('sale_npr', { mode: 'number' }),
  saleUsd: bigint('sale_usd', { mode: 'number' }),
  saleFrom: date('sale_from'),
  saleUntil: date('sale_until'),
  stock: integer().notNull(),
  tags: text().array().notNull(),
  tagKeys: text('tag_keys').array().notNull(),
  colors: text().array().notNull(),
  sizes: text().array().notNull(),
  ...factColumns,
  seoTitle: text('seo_title').notNull().default(''),
  seoDescription: text('seo_description').notNull().default(''),
  searchVector: tsvector('search_vector').notNull().default(''),
  version: integer().notNull().default(1),
  archivedAt: moment('archived_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

export const productImages = pgTable(
  'product_images',
  {
    productId: integer('product_id').notNull(),
    position: smallint().notNull(),
    pictureId: integer('picture_id').notNull(),
    alt: text().notNull(),
    outline: jsonb().$type<Outline>(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.position] })],
)

export const turnFrames = pgTable(
  'turn_frames',
  {
    productId: integer('product_id').notNull(),
    position: smallint().notNull(),
    pictureId: integer('picture_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.position] })],
)

export const productVariants = pgTable('product_variants', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  productId: integer('product_id').notNull(),
  kind: text().notNull(),
  value: text().notNull(),
  measure: text().notNull().default(''),
  priceNpr: bigint('price_npr', { mode: 'number' }),
  priceUsd: bigint('price_usd', { mode: 'number' }),
  saleNpr: bigint('sale_npr', { mode: 'number' }),
  saleUsd: bigint('sale_usd', { mode: 'number' }),
  stock: integer().notNull(),
  position: smallint().notNull(),
})

export const reviews = pgTable('reviews', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  productId: integer('product_id').notNull(),
  name: text().notNull(),
  rating: smallint().notNull(),
  description: text().notNull(),
  userId: uuid('user_id'),
  answer: text().notNull().default(''),
  version: integer().notNull().default(1),
  approvedAt: moment('approved_at'),
  refusedAt: moment('refused_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const reviewPictures = pgTable(
  'review_pictures',
  {
    reviewId: integer('review_id').notNull(),
    position: smallint().notNull(),
    pictureId: integer('picture_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.reviewId, table.position] })],
)

/** URLs that a product had before. */
export const oldSlugs = pgTable('old_slugs', {
  slug: text().primaryKey(),
  productId: integer('product_id').notNull(),
})
