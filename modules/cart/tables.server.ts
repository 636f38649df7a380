import { bigint, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const carts = pgTable('carts', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  note: text().notNull().default(''),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})

export const cartLines = pgTable('cart_lines', {
  id: uuid().primaryKey(),
  place: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  cartId: uuid('cart_id').notNull(),
  productId: integer('product_id').notNull(),
  attributeId: integer('attribute_id'),
  quantity: integer().notNull(),
  /** What the piece cost when it was put in, or when its quantity was last changed. */
  priceNpr: bigint('price_npr', { mode: 'number' }).notNull(),
  priceUsd: bigint('price_usd', { mode: 'number' }).notNull(),
})
