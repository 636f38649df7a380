import type { Db } from '#platform/db.server.ts'
import { findUserByEmail } from './repo.server.ts'

/** The account whose owner has confirmed this email. Only what that owner typed may be sent there. */
export async function findConfirmedAccount(
  db: Db,
  email: string,
): Promise<{ userId: string; name: string } | undefined> {
  const user = await findUserByEmail(db, email)
  return user?.emailConfirmedAt ? { userId: user.id, name: user.name } : undefined
}
