import { bigint, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { roles, staffRoles } from '#shared/rights.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const users = pgTable('users', {
  id: uuid().primaryKey(),
  username: text().notNull(),
  email: text().notNull(),
  passwordHash: text('password_hash'),
  passwordSetAt: moment('password_set_at'),
  role: text({ enum: roles }).notNull(),
  /** The role after the person has accepted the invitation. */
  invitedRole: text('invited_role', { enum: staffRoles }),
  name: text().notNull(),
  phoneNumber: text('phone_number'),
  emailConfirmedAt: moment('email_confirmed_at'),
  deactivatedAt: moment('deactivated_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const sessions = pgTable('sessions', {
  tokenHash: text('token_hash').primaryKey(),
  userId: uuid('user_id').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  usedAt: moment('used_at').notNull().defaultNow(),
})

export const accountTokens = pgTable('account_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  userId: uuid('user_id').notNull(),
  purpose: text({ enum: ['confirm-email', 'reset-password', 'sign-in', 'join'] }).notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
})

export const identities = pgTable(
  'identities',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: uuid('user_id').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  ({ issuer, subject }) => [primaryKey({ columns: [issuer, subject] })],
)

export const openidRequests = pgTable('openid_requests', {
  browserHash: text('browser_hash').primaryKey(),
  state: text().notNull(),
  nonce: text().notNull(),
  codeVerifier: text('code_verifier').notNull(),
  returnTo: text('return_to'),
  expiresAt: moment('expires_at').notNull(),
})

export const customerNotes = pgTable('customer_notes', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  userId: uuid('user_id').notNull(),
  at: moment('at').notNull().defaultNow(),
  authorId: uuid('author_id'),
  authorName: text('author_name').notNull(),
  text: text('text').notNull(),
})
