import type { Db } from '#platform/db.server.ts'
import { users } from './tables.server.ts'

export type Role = (typeof users.$inferInsert)['role']

export async function insertUser(db: Db, user: typeof users.$inferInsert): Promise<boolean> {
  const stored = await db.insert(users).values(user).onConflictDoNothing().returning({ id: users.id })
  return stored.length > 0
}
