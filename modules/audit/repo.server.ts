import { and, desc, eq, getTableColumns, notInArray, type SQL, sql } from 'drizzle-orm'
import { type Db, readRows } from '#platform/db.server.ts'
import { auditLog } from './tables.server.ts'

export type Entry = typeof auditLog.$inferSelect & { subjectName: string | null }

/** As one parameter: an import writes hundreds of entries at once. */
export async function insertEntries(tx: Db, entries: (typeof auditLog.$inferInsert)[]): Promise<void> {
  await tx.execute(sql`insert into audit_log (actor_id, actor_name, action, subject, subject_id, before, after)
    select e."actorId", e."actorName", e.action, e.subject, e."subjectId", e.before, e.after
    from json_to_recordset(${JSON.stringify(entries)}::json) as e ("actorId" uuid, "actorName" text, action text,
      subject text, "subjectId" text, before jsonb, after jsonb)`)
}

export type EntryQuery = {
  subject: string | undefined
  subjectId: string | undefined
  actorId: string | undefined
  hiddenSubjects: string[]
  offset: number
  limit: number
}

/** Read from the live tables, because the log is never erased and must not hold the names of customers. */
const subjectName = sql<string | null>`case
  when subject = 'product' and subject_id ~ '^[0-9]+$'
    then (select p.name from products p where p.id = audit_log.subject_id::int)
  when subject = 'review' then (select p.name from reviews r join products p on p.id = r.product_id
                                where r.id = audit_log.subject_id::int)
  when subject = 'post' then (select b.title from blogs b where b.id = audit_log.subject_id::int)
  when subject = 'quote' then (select 'Q-' || q.number from quotes q where q.id = audit_log.subject_id::uuid)
  when subject = 'enquiry' then (select e.name from enquiries e where e.id = audit_log.subject_id::uuid)
  when subject in ('customer', 'staff') then (select u.name from users u where u.id = audit_log.subject_id::uuid)
  when subject in ('email', 'mail') then (select m.subject from emails m where m.id = audit_log.subject_id::uuid)
end`

export async function readNewestEntries(db: Db, query: EntryQuery): Promise<Entry[]> {
  const { subject, subjectId, actorId, hiddenSubjects, offset, limit } = query
  const conditions: SQL[] = []
  if (subject) conditions.push(eq(auditLog.subject, subject))
  if (subjectId) conditions.push(eq(auditLog.subjectId, subjectId))
  if (hiddenSubjects.length > 0) conditions.push(notInArray(auditLog.subject, hiddenSubjects))
  if (actorId) conditions.push(eq(auditLog.actorId, actorId))
  return db
    .select({ ...getTableColumns(auditLog), subjectName })
    .from(auditLog)
    .where(and(...conditions))
    .orderBy(desc(auditLog.id))
    .limit(limit)
    .offset(offset)
}

/** The distinct subjects and actors in the log. The recursive queries read one index entry per value, not every row. */
export async function readSubjectsAndActors(
  db: Db,
): Promise<{ subjects: string[]; actors: { id: string; name: string }[] }> {
  const [row] = await readRows<{ subjects: string[]; actors: { id: string; name: string }[] }>(
    db,
    sql`
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
       from actors where actor_id is not null) as actors`,
  )
  return row ?? { subjects: [], actors: [] }
}
