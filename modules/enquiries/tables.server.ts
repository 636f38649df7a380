import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const enquiries = pgTable('enquiries', {
  id: uuid().primaryKey(),
  kind: text({ enum: ['contact', 'bulk'] }).notNull(),
  name: text().notNull(),
  email: text(),
  phoneNumber: text('phone_number'),
  userId: uuid('user_id'),
  message: text().notNull(),
  status: text('status', { enum: ['new', 'answered', 'closed'] })
    .notNull()
    .default('new'),
  version: integer().notNull().default(1),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

export const enquiryAnswers = pgTable('enquiry_answers', {
  id: uuid().primaryKey(),
  enquiryId: uuid('enquiry_id').notNull(),
  toAddress: text('to_address').notNull(),
  message: text().notNull(),
  userId: uuid('user_id'),
  byName: text('by_name').notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
})
