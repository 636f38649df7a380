import type { Db } from '#platform/db.server.ts'
import type { Settings } from '#platform/env.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { Limits } from '#platform/limits.server.ts'
import type { Passwords } from '#platform/passwords.server.ts'
import { hashSecret } from '#shared/secrets.ts'
import type { Devices } from './devices.server.ts'

/** Dependencies of the account services; `Shop` provides all of them. */
export type AccountContext = {
  db: Db
  devices: Devices
  jobs: Jobs
  limits: Limits
  passwords: Passwords
  settings: Settings
  ownerSettings: { shopName(): string }
}

/** Key of a rate limit, made from the entered text, so a refusal does not reveal which accounts exist. */
export function loginNameKey(emailOrUsername: string): string {
  // PostgreSQL folds İ and ı to i, JavaScript does not: all spellings of a name need the same key.
  const folded = emailOrUsername
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll('\u0307', '')
  return hashSecret(folded)
}
