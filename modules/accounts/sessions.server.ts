import { batched, type Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'
import { hashSecret, newSecret } from '#shared/secrets.ts'
import type { AuthResult } from './contract.ts'
import * as repo from './repo.server.ts'
import { insertSession } from './sessions-repo.server.ts'

/** The authenticated caller. `session` identifies the current session. */
export type Actor = repo.Actor

export async function startSession(
  db: Db,
  user: { id: string; email: string; passwordHash?: string },
): Promise<AuthResult> {
  const token = newSecret()
  const { id: userId, passwordHash = null } = user
  const started = await insertSession(db, { userId, tokenHash: hashSecret(token), passwordHash })
  if (!started) throw new ShopError('unauthenticated', 'Login failed')
  return { token, userId, userEmail: user.email }
}

const readByHash = batched(async (db: Db, [tokenHash = '', ...others]: string[]) => {
  const actors = await (others.length === 0
    ? repo.readActor(db, tokenHash)
    : repo.readActors(db, [tokenHash, ...others]))
  const used = actors.filter(({ isUseDue }) => isUseDue).map(({ session }) => session)
  if (used.length > 0) await repo.recordUse(db, used)
  return new Map(actors.map((actor) => [actor.session, actor]))
})

export async function findActor(db: Db, token: string): Promise<Actor | undefined> {
  const hash = hashSecret(token)
  return (await readByHash(db, [hash])).get(hash)
}

export function endSession(db: Db, actor: Actor): Promise<void> {
  return repo.deleteSession(db, actor.session)
}
