import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const carts = pgTable('carts', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  note: text().notNull().default(''),
  discountCode: text('discount_code'),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})
