import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const line = (name: string) => text(name).notNull().default('')

export const addresses = pgTable('addresses', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  country: text().notNull(),
  state: text().notNull(),
  city: text().notNull(),
  streetAddress: text('street_address').notNull(),
  zipCode: line('zip_code'),
  firstName: line('first_name'),
  lastName: line('last_name'),
  company: line('company'),
  phone: line('phone'),
  email: line('email'),
  isDefault: boolean('is_default').notNull().default(false),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
