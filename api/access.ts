import { type Actor, findActor } from '#modules/accounts/sessions.server.ts'
import type { Db } from '#platform/db.server.ts'
import type { Audience } from '#shared/endpoint.ts'
import { ShopError } from '#shared/errors.ts'
import { requireRight } from '#shared/rights.ts'

/** Finds the user of the bearer token. An expired token counts as no token. */
export async function actorOf(db: Db, request: Request): Promise<Actor | undefined> {
  const [, token] = /^Bearer ([\w-]{1,200})$/i.exec(request.headers.get('authorization') ?? '') ?? []
  return token ? findActor(db, token) : undefined
}

export async function requireActor(audience: Exclude<Audience, 'public'>, db: Db, request: Request): Promise<Actor> {
  const actor = await actorOf(db, request)
  if (!actor) throw new ShopError('unauthenticated', 'Please sign in first.')
  if (audience !== 'customer') requireRight(actor, audience)
  return actor
}

/** In the path or body of a customer call, these fields must be the caller's own id. */
export const ownIdNames = ['userId', 'id']

export function refuseOtherUsers(audience: Audience, actor: Actor | undefined, fields: Record<string, unknown>): void {
  if (audience !== 'customer') return
  for (const name of ownIdNames) {
    if (fields[name] !== undefined && fields[name] !== actor?.userId) {
      throw new ShopError('forbidden', 'This belongs to another account.')
    }
  }
}
