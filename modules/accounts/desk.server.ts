import type { Db } from '#platform/db.server.ts'
import type { Settings } from '#platform/env.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { Limits } from '#platform/limits.server.ts'
import type { Passwords } from '#platform/passwords.server.ts'
import { hashSecret } from '#shared/secrets.ts'

/** What the work on accounts needs; an open shop holds all of it. */
export type Desk = {
  db: Db
  jobs: Jobs
  limits: Limits
  passwords: Passwords
  settings: Settings
  owner: { shopName(): string }
}

/** Under which a limit counts that is told to the caller: by what was typed, so that it tells nothing of who exists. */
export function typedKey(emailOrUsername: string): string {
  return hashSecret(emailOrUsername.normalize('NFKC').toLowerCase())
}
