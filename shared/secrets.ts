import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, fit for a header, a cookie or a link. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a secret. It is random itself, so one plain hash is enough. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
