import { sql } from 'drizzle-orm'
import { type Db, statement } from '#platform/db.server.ts'

/** Jobs are repeated for days at most. */
const retention = sql`interval '60 days'`

const expired = sql`expired as (delete from notifications where created_at < now() - ${retention})`

const recordOrderStatement = statement<{ id: string }, { userId: string | null }>(
  'notification_order',
  ({ id }) => sql`
    with ${expired}, recorded as (
      insert into notifications (event, subject_id) values ('order.placed', ${id}::uuid)
      on conflict do nothing returning subject_id)
    select o.user_id as "userId" from orders o join recorded on recorded.subject_id = o.id`,
)

const recordEnquiryStatement = statement<{ id: string }, { userId: string | null }>(
  'notification_enquiry',
  ({ id }) => sql`
    with ${expired}, recorded as (
      insert into notifications (event, subject_id) values ('enquiry.received', ${id}::uuid)
      on conflict do nothing returning subject_id)
    select e.user_id as "userId" from enquiries e join recorded on recorded.subject_id = e.id`,
)

/** Undefined if the event was recorded before, or the order was deleted. */
export async function recordOrder(tx: Db, id: string): Promise<{ userId: string | null } | undefined> {
  const [recorded] = await recordOrderStatement(tx, { id })
  return recorded
}

/** Undefined if the event was recorded before, or the enquiry was deleted. */
export async function recordEnquiry(tx: Db, id: string): Promise<{ userId: string | null } | undefined> {
  const [recorded] = await recordEnquiryStatement(tx, { id })
  return recorded
}
