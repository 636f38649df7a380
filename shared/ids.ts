import { randomBytes } from 'node:crypto'
import { idPattern } from './id-pattern.ts'

/** UUIDv7: sorts by creation time, so indexes on it grow at their end. */
export function newId(now: number = Date.now()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** PostgreSQL fails when a UUID column is compared with anything else. */
export function isId(text: string): boolean {
  return idPattern.test(text)
}
