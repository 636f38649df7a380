import type { Db } from '#platform/db.server.ts'
import { isConfirmedEmail as readConfirmed } from './repo.server.ts'

/** Whether the owner of this address has confirmed an account with it: only then strangers' words are mailed there. */
export function isConfirmedEmail(db: Db, email: string): Promise<boolean> {
  return readConfirmed(db, email)
}
