import { boolean, integer, jsonb, pgTable } from 'drizzle-orm/pg-core'

export const shopSettings = pgTable('shop_settings', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  version: integer().notNull(),
  settings: jsonb('settings').$type<Record<string, unknown>>().notNull(),
})
