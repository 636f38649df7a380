import { bigint, integer, json, pgTable, primaryKey, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { OrderAddress } from './schema.ts'

const money = (name: string) => bigint(name, { mode: 'number' }).notNull()

export const orders = pgTable('orders', {
  id: uuid().primaryKey(),
  number: bigint({ mode: 'number' }).notNull(),
  userId: uuid('user_id'),
  status: smallint().notNull(),
  currency: text({ enum: ['USD', 'NPR'] }).notNull(),
  shippingNpr: money('shipping_npr'),
  shippingUsd: money('shipping_usd'),
  totalNpr: money('total_npr'),
  totalUsd: money('total_usd'),
  address: json().$type<OrderAddress>().notNull(),
  note: text().notNull().default(''),
  placedAt: timestamp('placed_at', { withTimezone: true }).notNull(),
})

export const orderLines = pgTable(
  'order_lines',
  {
    orderId: uuid('order_id').notNull(),
    position: smallint().notNull(),
    productId: integer('product_id').notNull(),
    attributeId: integer('attribute_id'),
    productName: text('product_name').notNull(),
    slug: text().notNull(),
    categoryId: smallint('category_id').notNull(),
    attributeValue: text('attribute_value'),
    imageUrl: text('image_url'),
    unitNpr: money('unit_npr'),
    unitUsd: money('unit_usd'),
    quantity: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.position] })],
)

export const orderMoves = pgTable('order_moves', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: uuid('order_id').notNull(),
  fromStatus: smallint('from_status'),
  toStatus: smallint('to_status').notNull(),
  movedBy: text('moved_by', { enum: ['customer', 'shop'] }).notNull(),
  userId: uuid('user_id'),
  movedAt: timestamp('moved_at', { withTimezone: true }).notNull(),
})
