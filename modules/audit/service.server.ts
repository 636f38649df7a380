import type * as z from 'zod/mini'
import type { Db } from '#platform/db.server.ts'
import { offsetAndLimit, toListPage } from '#shared/lists.ts'
import { can, type Role } from '#shared/rights.ts'
import type { AuditPage, auditQuerySchema } from './contract.ts'
import { insertEntries, readNewestEntries, readSubjectsAndActors } from './repo.server.ts'

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

type Actor = { userId: string; name: string }

/**
 * Runs in the caller's transaction and stores only the values that differ. The log is never erased, so it must not
 * contain personal data of customers.
 */
export const recordChange = (tx: Db, actor: Actor, change: Change) => recordChanges(tx, actor, [change])

/** In one statement. */
export async function recordChanges(tx: Db, actor: Actor, changes: Change[]): Promise<void> {
  if (changes.length === 0) return
  await insertEntries(
    tx,
    changes.map(({ action, subject, subjectId, before = null, after = null }) => ({
      actorId: actor.userId,
      actorName: actor.name,
      action,
      subject,
      subjectId: String(subjectId),
      ...differingValues(before, after),
    })),
  )
}

export function differingValues(before: Values | null, after: Values | null) {
  if (!before || !after) return { before, after }
  const differs = ([key]: [string, unknown]) => !isSame(before[key], after[key])
  return {
    before: Object.fromEntries(Object.entries(before).filter(differs)),
    after: Object.fromEntries(Object.entries(after).filter(differs)),
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}

/** What concerns staff and the webhook is for owners. */
const ownersSubjects = ['staff', 'webhook secret']

export async function readAudit(db: Db, role: Role, query: z.output<typeof auditQuerySchema>): Promise<AuditPage> {
  const hiddenSubjects = can(role, 'staffMembers') ? [] : ownersSubjects
  const entries = await readNewestEntries(db, {
    subject: query.subject,
    subjectId: query.subject && query.record,
    actorId: query.actor,
    hiddenSubjects,
    ...offsetAndLimit(query),
  })
  const rows = entries.map(({ actorId: _, at, ...entry }) => ({ ...entry, at: at.toISOString() }))
  const { subjects, actors } = await readSubjectsAndActors(db)
  return {
    ...toListPage(rows, query),
    subjects: subjects.filter((subject) => !hiddenSubjects.includes(subject)),
    actors,
  }
}
