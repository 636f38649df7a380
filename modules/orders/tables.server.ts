import { bigint, boolean, json, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { OrderAddress } from './contract.ts'

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
  isGift: boolean('is_gift').notNull().default(false),
  placedAt: timestamp('placed_at', { withTimezone: true }).notNull(),
  courier: text(),
  trackingNumber: text('tracking_number'),
  deliveredAt: timestamp('delivered_at', { withTimezone: true }),
  cashReceivedAt: timestamp('cash_received_at', { withTimezone: true }),
})

export const orderNotes = pgTable('order_notes', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: uuid('order_id').notNull(),
  at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  authorId: uuid('author_id'),
  authorName: text('author_name').notNull(),
  kind: text({ enum: ['note', 'no-answer'] }).notNull(),
  text: text('text').notNull(),
})

export const orderTransitions = pgTable('order_transitions', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: uuid('order_id').notNull(),
  fromStatus: smallint('from_status'),
  toStatus: smallint('to_status').notNull(),
  changedBy: text('changed_by', { enum: ['customer', 'shop'] }).notNull(),
  userId: uuid('user_id'),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
})
