import type { Db } from '#platform/db.server.ts'
import { type Origin, recipientKey } from '#platform/limits.server.ts'
import { ShopError } from '#shared/errors.ts'
import { newId } from '#shared/ids.ts'
import { pathForEmail } from '#shared/return-path.ts'
import type { Role } from '#shared/rights.ts'
import type { AccountContext } from './account-context.server.ts'
import type { Registration } from './contract.ts'
import { sendLink } from './recovery.server.ts'
import { findFreeUsername, insertUser, isEmailTaken } from './repo.server.ts'

export type NewAccount = {
  username: string
  email: string
  name: string
  passwordHash: string | null
  role: Role
  confirmedAt?: Date
}

/** Appends a number if the username is taken. */
export async function createAccount(
  tx: Db,
  { confirmedAt, ...account }: NewAccount,
): Promise<{ id: string; username: string }> {
  const id = newId()
  let username: string | undefined = account.username
  while (username !== undefined) {
    const created = await insertUser(tx, {
      ...account,
      id,
      username,
      emailConfirmedAt: confirmedAt?.toISOString() ?? null,
    })
    if (created) return { id, username }
    if (await isEmailTaken(tx, account.email)) throw duplicateEmail()
    username = await findFreeUsername(tx, account.username)
  }
  throw new ShopError('conflict', 'This username is taken.')
}

function duplicateEmail(): ShopError {
  const description = 'There is already an account with this email.'
  return new ShopError('conflict', description, { details: [{ code: 'DuplicateEmail', field: 'email', description }] })
}

export async function register(
  context: AccountContext,
  { username, email, firstName, lastName, password, returnTo }: Registration,
  origin: Origin,
): Promise<{ username: string }> {
  await context.limits.spendOpen('registration', recipientKey(email), origin)
  const passwordHash = await context.passwords.hash(password)
  const name = [firstName, lastName].filter(Boolean).join(' ') || username
  return context.db.transaction(async (tx) => {
    const account = await createAccount(tx, { username, email, name, passwordHash, role: 'Customer' })
    await sendLink(
      tx,
      context,
      { id: account.id, email },
      {
        token: 'confirm-email',
        emailPurpose: 'registration',
        returnTo: pathForEmail(returnTo),
      },
    )
    return account
  })
}
