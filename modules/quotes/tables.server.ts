import { sql } from 'drizzle-orm'
import { bigint, date, integer, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { StoredLine } from './contract.ts'

export const quotes = pgTable('quotes', {
  id: uuid().primaryKey(),
  number: bigint({ mode: 'number' }).notNull().default(sql`nextval('quote_numbers')`),
  token: text().notNull(),
  enquiryId: uuid('enquiry_id'),
  name: text().notNull(),
  email: text().notNull(),
  status: text({ enum: ['draft', 'sent', 'accepted', 'withdrawn'] })
    .notNull()
    .default('draft'),
  validUntil: date('valid_until').notNull(),
  note: text().notNull().default(''),
  shippingNpr: bigint('shipping_npr', { mode: 'number' }).notNull(),
  shippingUsd: bigint('shipping_usd', { mode: 'number' }).notNull(),
  depositNpr: bigint('deposit_npr', { mode: 'number' }).notNull().default(0),
  depositUsd: bigint('deposit_usd', { mode: 'number' }).notNull().default(0),
  lines: json().$type<StoredLine[]>().notNull(),
  version: integer().notNull().default(1),
  orderId: uuid('order_id'),
  acceptedBy: uuid('accepted_by'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
