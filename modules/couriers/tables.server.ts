import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'

export const couriers = pgTable('couriers', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  /** Generated: two spellings of a name are one courier. */
  nameKey: text('name_key').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  version: integer().notNull().default(1),
})
