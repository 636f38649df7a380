import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#platform/db.server.ts'
import { auditLog } from './tables.server.ts'

export type Entry = typeof auditLog.$inferSelect

export async function insertEntry(tx: Db, entry: typeof auditLog.$inferInsert): Promise<void> {
  await tx.insert(auditLog).values(entry)
}

export type EntryQuestion = { subject: string | undefined; actorId: string | undefined; offset: number; limit: number }

export async function newestEntries(db: Db, { subject, actorId, offset, limit }: EntryQuestion): Promise<Entry[]> {
  const conditions: SQL[] = []
  if (subject) conditions.push(eq(auditLog.subject, subject))
  if (actorId) conditions.push(eq(auditLog.actorId, actorId))
  return db
    .select()
    .from(auditLog)
    .where(and(...conditions))
    .orderBy(desc(auditLog.id))
    .limit(limit)
    .offset(offset)
}

/** Every kind of thing and every person in the log; both lists are short, and each step is one look into an index. */
export async function whatIsInTheLog(db: Db): Promise<{ subjects: string[]; actors: { id: string; name: string }[] }> {
  const { rows } = (await db.execute(sql`
    with recursive subjects as (
      (select subject from audit_log order by subject limit 1)
      union all
      select (select a.subject from audit_log a where a.subject > s.subject order by a.subject limit 1)
      from subjects s where s.subject is not null
    ), actors as (
      (select actor_id from audit_log where actor_id is not null order by actor_id limit 1)
      union all
      select (select a.actor_id from audit_log a where a.actor_id > s.actor_id order by a.actor_id limit 1)
      from actors s where s.actor_id is not null
    )
    select array(select subject from subjects where subject is not null) as subjects,
      (select coalesce(json_agg(json_build_object('id', actor_id, 'name', (
         select actor_name from audit_log a where a.actor_id = actors.actor_id order by id desc limit 1))), '[]')
       from actors where actor_id is not null) as actors`)) as unknown as {
    rows: { subjects: string[]; actors: { id: string; name: string }[] }[]
  }
  return rows[0] ?? { subjects: [], actors: [] }
}
