import type { z } from 'zod'
import type { Db } from '#platform/db.server.ts'
import { pageOf, windowOf } from '#shared/lists.ts'
import { insertEntry, newestEntries, whatIsInTheLog } from './repo.server.ts'
import type { AuditPage, auditQuerySchema } from './schema.ts'

type Values = Record<string, unknown>

export type Change = {
  /** What was done, in one or two words: `changed price`, `shipped`. */
  action: string
  /** The kind of thing: `order`, `product`. */
  subject: string
  subjectId: string | number
  before?: Values | null
  after?: Values | null
}

/**
 * Notes who changed what, in the caller's transaction: the change and its note stand or fall together. Only what differs
 * is kept. The log is never erased, so nothing goes in that tells of a customer as a person.
 */
export async function recordChange(
  tx: Db,
  actor: { userId: string; name: string },
  { action, subject, subjectId, before = null, after = null }: Change,
): Promise<void> {
  const changed = (own: Values | null, other: Values | null) =>
    own && other ? Object.fromEntries(Object.entries(own).filter(([key]) => !isSame(own[key], other[key]))) : own
  await insertEntry(tx, {
    actorId: actor.userId,
    actorName: actor.name,
    action,
    subject,
    subjectId: String(subjectId),
    before: changed(before, after),
    after: changed(after, before),
  })
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}

export async function readAudit(db: Db, query: z.output<typeof auditQuerySchema>): Promise<AuditPage> {
  const found = await newestEntries(db, { subject: query.subject, actorId: query.actor, ...windowOf(query) })
  const rows = found.map(({ actorId: _, at, ...entry }) => ({ ...entry, at: at.toISOString() }))
  return { ...pageOf(rows, query), ...(await whatIsInTheLog(db)) }
}
