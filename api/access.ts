import { type Actor, findActor } from '#modules/accounts/sessions.server.ts'
import type { Db } from '#platform/db.server.ts'
import { ShopError } from '#shared/errors.ts'

/** Who may call a route. Every route declares one, and a test asserts the whole list. */
export type Audience = 'public' | 'customer' | 'staff' | 'admin'

const admitted = {
  customer: ['Customer', 'Staff', 'Admin'],
  staff: ['Staff', 'Admin'],
  admin: ['Admin'],
} as const satisfies Record<Exclude<Audience, 'public'>, readonly Actor['role'][]>

/** Whoever holds the token of this call: one statement, and none without a token. A dead token counts as none. */
export async function actorOf(db: Db, request: Request): Promise<Actor | undefined> {
  const [, token] = /^Bearer ([\w-]{1,200})$/i.exec(request.headers.get('authorization') ?? '') ?? []
  return token ? findActor(db, token) : undefined
}

export async function admit(audience: Exclude<Audience, 'public'>, db: Db, request: Request): Promise<Actor> {
  const actor = await actorOf(db, request)
  if (!actor) throw new ShopError('unauthenticated', 'Please sign in first.')
  const roles: readonly Actor['role'][] = admitted[audience]
  if (!roles.includes(actor.role)) throw new ShopError('forbidden', 'This is not open to your account.')
  return actor
}

/** In a path or a body of a customer's call, these must be the caller's own id. */
export const ownIdNames = ['userId', 'id']

/** A customer speaks for nobody else. */
export function refuseOthers(audience: Audience, actor: Actor | undefined, said: Record<string, unknown>): void {
  if (audience !== 'customer') return
  for (const name of ownIdNames) {
    if (said[name] !== undefined && said[name] !== actor?.userId) {
      throw new ShopError('forbidden', 'This belongs to another account.')
    }
  }
}
