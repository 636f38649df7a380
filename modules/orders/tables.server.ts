import { bigint, json, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
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

export const orderMoves = pgTable('order_moves', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: uuid('order_id').notNull(),
  fromStatus: smallint('from_status'),
  toStatus: smallint('to_status').notNull(),
  movedBy: text('moved_by', { enum: ['customer', 'shop'] }).notNull(),
  userId: uuid('user_id'),
  movedAt: timestamp('moved_at', { withTimezone: true }).notNull(),
})
