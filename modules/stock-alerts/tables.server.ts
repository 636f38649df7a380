import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const stockAlerts = pgTable('stock_alerts', {
  id: uuid().primaryKey(),
  productId: integer('product_id').notNull(),
  variantId: integer('variant_id'),
  userId: uuid('user_id'),
  email: text().notNull(),
  tokenHash: text('token_hash'),
  confirmedAt: moment('confirmed_at'),
  sentAt: moment('sent_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
})
