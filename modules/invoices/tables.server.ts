import { bigint, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const invoices = pgTable('invoices', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text({ enum: ['invoice', 'credit note'] }).notNull(),
  fiscalYear: text('fiscal_year').notNull(),
  number: integer().notNull(),
  orderId: uuid('order_id').notNull(),
  /** The invoice that this credit note credits. */
  credits: bigint({ mode: 'number' }),
  issuedAt: timestamp('issued_at', { withTimezone: true }).notNull(),
  currency: text({ enum: ['USD', 'NPR'] }).notNull(),
  total: bigint({ mode: 'number' }).notNull(),
  vat: bigint({ mode: 'number' }).notNull(),
  document: text().notNull(),
})
