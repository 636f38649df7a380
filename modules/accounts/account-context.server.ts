import type { Db } from '#platform/db.server.ts'
import type { Settings } from '#platform/env.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { Limits } from '#platform/limits.server.ts'
import type { Passwords } from '#platform/passwords.server.ts'
import { hashSecret } from '#shared/secrets.ts'
import type { Devices } from './devices.server.ts'

/** What the work on accounts needs; an open shop holds all of it. */
export type Desk = {
  db: Db
  devices: Devices
  jobs: Jobs
  limits: Limits
  passwords: Passwords
  settings: Settings
  owner: { shopName(): string }
}

/** Key of a limit whose refusal the caller sees. It is made of the typed text, so it does not show which accounts exist. */
export function typedKey(emailOrUsername: string): string {
  // Databases fold İ and ı to i, JavaScript does not: all spellings of one name are one key.
  const folded = emailOrUsername
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll('\u0307', '')
  return hashSecret(folded)
}
