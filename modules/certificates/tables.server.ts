import { integer, json, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { ProductFacts } from '#modules/catalog/facts.ts'
import { certificateStates } from './states.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true }).notNull()

export const certificates = pgTable('certificates', {
  code: text().primaryKey(),
  orderId: uuid('order_id').notNull(),
  position: smallint().notNull(),
  unit: integer().notNull(),
  state: text({ enum: certificateStates }).notNull(),
  stateSince: moment('state_since'),
  soldAt: moment('sold_at'),
  productName: text('product_name').notNull(),
  variantValue: text('variant_value'),
  measure: text(),
  imageUrl: text('image_url'),
  /** Without the facts that are not known. */
  facts: json().$type<Partial<ProductFacts>>().notNull(),
})
