import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const emails = pgTable('emails', {
  id: uuid().primaryKey(),
  userId: uuid('user_id'),
  enquiryId: uuid('enquiry_id'),
  confidential: boolean().notNull().default(false),
  unsubscribeUrl: text('unsubscribe_url'),
  toAddress: text('to_address').notNull(),
  subject: text().notNull(),
  html: text().notNull(),
  text: text().notNull(),
  status: text('status', { enum: ['queued', 'stored', 'sent', 'failed'] })
    .notNull()
    .default('queued'),
  attempts: integer().notNull().default(0),
  lastError: text('last_error'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  sentAt: timestamp('sent_at', { withTimezone: true }),
  setAsideAt: timestamp('set_aside_at', { withTimezone: true }),
})
