import type * as z from 'zod/mini'
import type { Db } from '#platform/db.server.ts'
import { offsetAndLimit, toListPage } from '#shared/lists.ts'
import type { AuditPage, auditQuerySchema } from './contract.ts'
import { insertEntry, readNewestEntries, readSubjectsAndActors } from './repo.server.ts'

type Values = Record<string, unknown>

export type Change = {
  /** One or two words, such as `changed price` or `shipped`. */
  action: string
  /** The kind of record, such as `order` or `product`. */
  subject: string
  subjectId: string | number
  before?: Values | null
  after?: Values | null
}

/**
 * Runs in the caller's transaction and stores only the values that differ. The log is never erased, so it must not
 * contain personal data of customers.
 */
export async function recordChange(
  tx: Db,
  actor: { userId: string; name: string },
  { action, subject, subjectId, before = null, after = null }: Change,
): Promise<void> {
  const changedValues = (values: Values | null, other: Values | null) =>
    values && other
      ? Object.fromEntries(Object.entries(values).filter(([key]) => !isSame(values[key], other[key])))
      : values
  await insertEntry(tx, {
    actorId: actor.userId,
    actorName: actor.name,
    action,
    subject,
    subjectId: String(subjectId),
    before: changedValues(before, after),
    after: changedValues(after, before),
  })
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}

export async function readAudit(db: Db, query: z.output<typeof auditQuerySchema>): Promise<AuditPage> {
  const entries = await readNewestEntries(db, {
    subject: query.subject,
    actorId: query.actor,
    ...offsetAndLimit(query),
  })
  const rows = entries.map(({ actorId: _, at, ...entry }) => ({ ...entry, at: at.toISOString() }))
  return { ...toListPage(rows, query), ...(await readSubjectsAndActors(db)) }
}
