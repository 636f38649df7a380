import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  integer,
  json,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { type OrderAddress, orderSources } from './contract.ts'

const money = (name: string) => bigint(name, { mode: 'number' }).notNull()
const amount = (name: string) => money(name).default(0)

export const orders = pgTable('orders', {
  id: uuid().primaryKey(),
  number: bigint({ mode: 'number' }).notNull(),
  version: integer().notNull().default(1),
  userId: uuid('user_id'),
  status: smallint().notNull(),
  source: text({ enum: orderSources }).notNull().default('web'),
  currency: text({ enum: ['USD', 'NPR'] }).notNull(),
  shippingNpr: money('shipping_npr'),
  shippingUsd: money('shipping_usd'),
  discountNpr: amount('discount_npr'),
  discountUsd: amount('discount_usd'),
  discountId: integer('discount_id'),
  discountCode: text('discount_code'),
  totalNpr: money('total_npr'),
  totalUsd: money('total_usd'),
  depositDue: amount('deposit_due'),
  paid: amount('paid'),
  refunded: amount('refunded'),
  writtenOff: amount('written_off'),
  returnedAmount: amount('returned_amount'),
  withCourier: amount('with_courier'),
  address: json().$type<OrderAddress>().notNull(),
  note: text().notNull().default(''),
  isGift: boolean('is_gift').notNull().default(false),
  placedAt: timestamp('placed_at', { withTimezone: true }).notNull(),
  courierId: integer('courier_id'),
  trackingNumber: text('tracking_number'),
  deliveredAt: timestamp('delivered_at', { withTimezone: true }),
  eraseWhenSettled: boolean('erase_when_settled').notNull().default(false),
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
  isTakenBack: boolean('is_taken_back').notNull().default(false),
})

type ChangedValues = Record<string, unknown>
const noValues = sql`'{}'`

export const orderChanges = pgTable('order_changes', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: uuid('order_id').notNull(),
  kind: text({ enum: ['status', 'edited', 'shipment', 'returned', 'payment', 'corrected', 'certificate'] }).notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
  changedBy: text('changed_by', { enum: ['customer', 'shop'] }).notNull(),
  actorId: uuid('actor_id'),
  actorName: text('actor_name').notNull(),
  reason: text().notNull().default(''),
  before: jsonb().$type<ChangedValues>().notNull().default(noValues),
  after: jsonb().$type<ChangedValues>().notNull().default(noValues),
  corrects: bigint({ mode: 'number' }),
  emailId: uuid('email_id'),
})

export const cashClosings = pgTable('cash_closings', {
  day: date().primaryKey(),
  closedAt: timestamp('closed_at', { withTimezone: true }).notNull().defaultNow(),
  actorId: uuid('actor_id'),
  actorName: text('actor_name').notNull(),
})
