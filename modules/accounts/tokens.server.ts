import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { hashSecret, newSecret } from '#shared/secrets.ts'
import { insertToken, type Purpose } from './repo.server.ts'

/** An invited person may read the email days later. */
export const invitationSeconds = 7 * 24 * 3600

const tokenSeconds = {
  'confirm-email': 24 * 3600,
  'reset-password': 3600,
  'sign-in': 60,
  join: invitationSeconds,
} satisfies Record<Purpose, number>

export const signInTokenSeconds = tokenSeconds['sign-in']

/** Returns a secret for one purpose. */
export async function issueToken(tx: Db, userId: string, purpose: Purpose): Promise<string> {
  const token = newSecret()
  await storeToken(tx, token, userId, purpose)
  return token
}

/** Only the hash of the secret is stored. */
export function storeToken(
  tx: Db,
  token: string,
  userId: string,
  purpose: Purpose,
  seconds: number = tokenSeconds[purpose],
): Promise<void> {
  return insertToken(tx, { userId, purpose, tokenHash: hashSecret(token), seconds })
}

export function invalidLinkError(): ShopError {
  const description = 'This link is no longer valid. Please ask for a new one.'
  return new ShopError('invalid', description, { details: [{ code: 'InvalidToken', field: 'token', description }] })
}
