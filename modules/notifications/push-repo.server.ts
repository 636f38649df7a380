import { eq, sql } from 'drizzle-orm'
import { isLiveSession } from '#modules/accounts/fragments.server.ts'
import { type Db, readRows } from '#platform/db.server.ts'
import type { StaffRole } from '#shared/rights.ts'
import { pushSubscriptions } from './tables.server.ts'

export type Subscription = { id: string; endpoint: string; p256dh: string; auth: string }
type NewSubscription = Subscription & { userId: string; session: string }

const ofSignedInStaff = sql`
  from push_subscriptions p join sessions on sessions.token_hash = p.session join users u on u.id = p.user_id
  where ${isLiveSession} and u.role <> 'Customer' and u.deactivated_at is null`

/** A session has one subscription, and an endpoint belongs to the session that sent it last. */
export async function saveSubscription(db: Db, subscription: NewSubscription): Promise<void> {
  const { id, userId, session, endpoint, p256dh, auth } = subscription
  await db.execute(sql`
    with earlier as (delete from push_subscriptions where session = ${session} and endpoint <> ${endpoint})
    insert into push_subscriptions (id, user_id, session, endpoint, p256dh, auth)
    values (${id}, ${userId}, ${session}, ${endpoint}, ${p256dh}, ${auth})
    on conflict (endpoint) do update set user_id = excluded.user_id, session = excluded.session,
      p256dh = excluded.p256dh, auth = excluded.auth`)
}

export async function deleteSubscriptionOf(db: Db, session: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.session, session))
}

export async function deleteSubscription(db: Db, id: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id))
}

export async function subscriptionIdOf(db: Db, session: string): Promise<string | undefined> {
  const { id } = pushSubscriptions
  const [row] = await db.select({ id }).from(pushSubscriptions).where(eq(pushSubscriptions.session, session))
  return row?.id
}

export async function listSubscriptionIds(tx: Db, roles: readonly StaffRole[]): Promise<string[]> {
  const isAllowed = sql`u.role in (${sql.join(
    roles.map((role) => sql`${role}`),
    sql`, `,
  )})`
  const rows = await readRows<{ id: string }>(tx, sql`select p.id ${ofSignedInStaff} and ${isAllowed}`)
  return rows.map(({ id }) => id)
}

/** Undefined if the device was signed out or its user is no longer a staff member. */
export async function findSubscription(db: Db, id: string): Promise<Subscription | undefined> {
  const [subscription] = await readRows<Subscription>(
    db,
    sql`select p.id, p.endpoint, p.p256dh, p.auth ${ofSignedInStaff} and p.id = ${id}`,
  )
  return subscription
}
