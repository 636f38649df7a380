import { bigint, boolean, integer, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core'

const money = (name: string) => bigint(name, { mode: 'number' })
const moment = (name: string) => timestamp(name, { withTimezone: true })

export const discounts = pgTable('discounts', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  code: text().notNull(),
  percent: smallint(),
  amountNpr: money('amount_npr'),
  amountUsd: money('amount_usd'),
  minimumNpr: money('minimum_npr').notNull().default(0),
  minimumUsd: money('minimum_usd').notNull().default(0),
  productIds: integer('product_ids').array(),
  categoryIds: integer('category_ids').array(),
  startsAt: moment('starts_at'),
  endsAt: moment('ends_at'),
  maxUses: integer('max_uses'),
  maxUsesPerCustomer: integer('max_uses_per_customer'),
  firstOrderOnly: boolean('first_order_only').notNull().default(false),
  isActive: boolean('is_active').notNull().default(true),
  uses: integer().notNull().default(0),
  version: integer().notNull().default(1),
})
