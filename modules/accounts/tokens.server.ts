import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { hashSecret, newSecret } from '#shared/secrets.ts'
import { insertToken, type Purpose } from './repo.server.ts'

const seconds = { 'confirm-email': 24 * 3600, 'reset-password': 3600, 'sign-in': 60 } satisfies Record<Purpose, number>

export const signInSeconds = seconds['sign-in']

/** A secret for one purpose; only its hash stays here. */
export async function issueToken(tx: Db, userId: string, purpose: Purpose): Promise<string> {
  const token = newSecret()
  await insertToken(tx, { userId, purpose, tokenHash: hashSecret(token), seconds: seconds[purpose] })
  return token
}

export function deadLink(): ShopError {
  const description = 'This link is no longer valid. Please ask for a new one.'
  return new ShopError('invalid', description, { details: [{ code: 'InvalidToken', field: 'token', description }] })
}
