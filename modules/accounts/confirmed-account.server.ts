import type { Db } from '#platform/db.server.ts'
import { findUserByEmail } from './repo.server.ts'

/** Finds the account that has confirmed this email. Emails may contain only text entered by that account. */
export async function findConfirmedAccount(
  db: Db,
  email: string,
): Promise<{ userId: string; name: string } | undefined> {
  const user = await findUserByEmail(db, email)
  return user?.emailConfirmedAt ? { userId: user.id, name: user.name } : undefined
}
