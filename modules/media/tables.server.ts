import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const pictures = pgTable('pictures', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  hash: text().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  color: text().notNull(),
  widths: integer().array().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
