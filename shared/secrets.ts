import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, safe in a header, a cookie or a URL. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Only the hash is stored. The secret is random, so a fast hash without salt is enough. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
