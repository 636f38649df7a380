import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const users = pgTable('users', {
  id: uuid().primaryKey(),
  username: text().notNull(),
  email: text().notNull(),
  passwordHash: text('password_hash'),
  role: text({ enum: ['Customer', 'Staff', 'Admin'] }).notNull(),
  name: text().notNull(),
  phoneNumber: text('phone_number'),
  emailConfirmedAt: timestamp('email_confirmed_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
