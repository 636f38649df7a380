import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const enquiries = pgTable('enquiries', {
  id: uuid().primaryKey(),
  kind: text({ enum: ['contact', 'bulk'] }).notNull(),
  name: text().notNull(),
  email: text(),
  phoneNumber: text('phone_number'),
  message: text().notNull(),
  state: text({ enum: ['new', 'answered', 'closed'] })
    .notNull()
    .default('new'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
