import { hash } from '@node-rs/argon2'
import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { newId } from '#shared/ids.ts'
import { insertUser, type Role } from './repo.server.ts'

/** OWASP's second recommendation for Argon2id, which is this library's default: 19 MiB, two passes, one lane. */
const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), argon2id)
}

export type NewAccount = {
  username: string
  email: string
  name: string
  password: string
  role: Role
  confirmedAt?: Date
}

export async function createAccount(tx: Db, { password, confirmedAt, ...account }: NewAccount): Promise<string> {
  const id = newId()
  const passwordHash = await hashPassword(password)
  const created = await insertUser(tx, { ...account, id, passwordHash, emailConfirmedAt: confirmedAt ?? null })
  if (!created) throw new ShopError('conflict', 'There is already an account with this email or username.')
  return id
}
