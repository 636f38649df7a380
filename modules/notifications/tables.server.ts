import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const webhookDeliveries = pgTable('webhook_deliveries', {
  id: uuid().primaryKey(),
  event: text({ enum: ['order.placed', 'enquiry.received', 'test'] }).notNull(),
  subject: text(),
  status: text({ enum: ['queued', 'delivered', 'failed'] })
    .notNull()
    .default('queued'),
  attempts: integer().notNull().default(0),
  responseStatus: integer('response_status'),
  error: text(),
  createdAt: moment('created_at').notNull().defaultNow(),
  attemptedAt: moment('attempted_at'),
})

export const pushSubscriptions = pgTable('push_subscriptions', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  session: text().notNull(),
  endpoint: text().notNull(),
  p256dh: text().notNull(),
  auth: text().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})
