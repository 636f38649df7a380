import { randomUUID } from 'node:crypto'
import { idPattern } from './id-pattern.ts'

/** UUIDv7: sorts by creation time, so indexes on it grow at their end. */
export function newId(now: number = Date.now()): string {
  const time = now.toString(16).padStart(12, '0')
  // The variant and the random part are those of a UUIDv4, which Node makes from a pool of random bytes.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** PostgreSQL fails when a UUID column is compared with anything else. */
export function isId(text: string): boolean {
  return idPattern.test(text)
}
