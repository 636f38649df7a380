import { eq, or, type SQL, sql } from 'drizzle-orm'
import { stockItemJson } from '#modules/catalog/fragments.server.ts'
import type { StockItem } from '#modules/catalog/stock-item.ts'
import { type Db, readRows } from '#platform/db.server.ts'
import type { WaitingItem } from './admin-contract.ts'
import { confirmationDays, maxStockAlerts, stockAlertDays } from './contract.ts'
import { stockAlerts } from './tables.server.ts'

export type AlertKey = { email: string; productId: number; variantId: number | null }

type NewAlert = AlertKey & { id: string; userId: string | null; tokenHash: string | null; isConfirmed: boolean }

/** Serializes the requests of one address, so that they stay below their maximum. */
export async function lockAddress(tx: Db, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('stock alerts ' || lower(${email}), 0))`)
}

/** Returns false if it is confirmed already, or if the address has too many others. */
export async function saveAlert(tx: Db, alert: NewAlert): Promise<boolean> {
  const { id, productId, variantId, userId, email, tokenHash, isConfirmed } = alert
  const rows = await readRows(
    tx,
    sql`insert into stock_alerts as alert (id, product_id, variant_id, user_id, email, token_hash, confirmed_at)
        select ${id}::uuid, p.id, ${variantId}::int, ${userId}::uuid, ${email}::text, ${tokenHash}::text,
          case when ${isConfirmed} then now() end
        from products p
        where p.id = ${productId}
          and (${variantId}::int is null or exists (
            select from product_variants a where a.id = ${variantId}::int and a.product_id = p.id))
          and (select count(*) from stock_alerts other
               where lower(other.email) = lower(${email}) and other.sent_at is null
                 and (other.product_id, coalesce(other.variant_id, 0)) <> (p.id, coalesce(${variantId}::int, 0))
              ) < ${maxStockAlerts}
        on conflict (lower(email), product_id, coalesce(variant_id, 0)) where sent_at is null
        do update set created_at = now(), confirmed_at = excluded.confirmed_at,
          token_hash = coalesce(excluded.token_hash, alert.token_hash),
          user_id = coalesce(alert.user_id, excluded.user_id)
        where alert.confirmed_at is null
        returning id`,
  )
  return rows.length > 0
}

export type StoredAlert = { id: string; email: string; isConfirmed: boolean; isSent: boolean; item: StockItem }

const item = stockItemJson(sql`alert.product_id`, sql`alert.variant_id`)

function readAlerts(db: Db, condition: SQL): Promise<StoredAlert[]> {
  return readRows<StoredAlert>(
    db,
    sql`select alert.id, alert.email, alert.confirmed_at is not null as "isConfirmed",
          alert.sent_at is not null as "isSent", ${item} as item
        from stock_alerts alert where ${condition} order by alert.id`,
  )
}

export type Owner = { userId: string; confirmedEmail: string | undefined }

/** A stranger may have made the account, so without a confirmed email it has only what it asked for itself. */
const ownedBy = ({ userId, confirmedEmail }: Owner) =>
  confirmedEmail
    ? sql`lower(alert.email) = lower(${confirmedEmail})`
    : sql`alert.user_id = ${userId} and alert.confirmed_at is null`

export const openAlertsOf = (db: Db, owner: Owner) => readAlerts(db, sql`${ownedBy(owner)} and alert.sent_at is null`)

export async function openAlertOf(db: Db, { email, productId, variantId }: AlertKey): Promise<StoredAlert | undefined> {
  const [alert] = await readAlerts(
    db,
    sql`lower(alert.email) = lower(${email}) and alert.product_id = ${productId}
        and coalesce(alert.variant_id, 0) = coalesce(${variantId}::int, 0) and alert.sent_at is null`,
  )
  return alert
}

/** A link to an unconfirmed request is valid for some days. */
const isLinkValid = sql`(alert.confirmed_at is not null or alert.created_at > now() - ${confirmationDays} * interval '1 day')`

export async function findByToken(db: Db, tokenHash: string): Promise<StoredAlert | undefined> {
  const [alert] = await readAlerts(db, sql`alert.token_hash = ${tokenHash} and ${isLinkValid}`)
  return alert
}

export const confirmedAlertsOf = (db: Db, email: string) =>
  readAlerts(db, sql`lower(alert.email) = lower(${email}) and alert.confirmed_at is not null and alert.sent_at is null`)

/** Confirming twice is not an error. */
export async function confirmByToken(db: Db, tokenHash: string): Promise<boolean> {
  const rows = await readRows(
    db,
    sql`update stock_alerts alert set confirmed_at = coalesce(alert.confirmed_at, now())
        where alert.token_hash = ${tokenHash} and ${isLinkValid} returning id`,
  )
  return rows.length > 0
}

export async function endAlert(db: Db, owner: Owner, id: string): Promise<void> {
  await db.execute(
    sql`delete from stock_alerts alert where alert.id = ${id} and ${ownedBy(owner)} and alert.sent_at is null`,
  )
}

const addressOfToken = (tokenHash: string) =>
  sql`lower(alert.email) = (select lower(email) from stock_alerts where token_hash = ${tokenHash})`

export async function endByToken(db: Db, tokenHash: string, id?: string): Promise<void> {
  const isMeant = id ? sql`and alert.id = ${id}` : sql``
  await db.execute(
    sql`delete from stock_alerts alert where ${addressOfToken(tokenHash)} and alert.sent_at is null ${isMeant}`,
  )
}

const isWaiting = sql`alert.confirmed_at is not null and alert.sent_at is null`

const isInStock = sql`exists (
  select from products p left join product_variants a on a.id = alert.variant_id
  where p.id = alert.product_id and p.archived_at is null and coalesce(a.stock, p.stock) > 0)`

/** In the order of the requests. */
export async function findDue(db: Db, limit: number): Promise<string[]> {
  const rows = await readRows<{ id: string }>(
    db,
    sql`select alert.id from stock_alerts alert where ${isWaiting} and ${isInStock} order by alert.id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

export type SentAlert = { email: string; userId: string | null; item: StockItem }

/** Returns undefined if another job has sent it, or if it is sold out again. */
export async function markSent(tx: Db, id: string, tokenHash: string): Promise<SentAlert | undefined> {
  const [sent] = await readRows<SentAlert>(
    tx,
    sql`update stock_alerts alert set sent_at = now(), token_hash = ${tokenHash}
        where alert.id = ${id} and ${isWaiting} and ${isInStock}
        returning alert.email, alert.user_id as "userId", ${item} as item`,
  )
  return sent
}

export async function deleteExpired(db: Db): Promise<void> {
  await db.execute(
    sql`delete from stock_alerts where created_at < now() - ${confirmationDays} * interval '1 day'
          and (confirmed_at is null or coalesce(sent_at, created_at) < now() - ${stockAlertDays} * interval '1 day')`,
  )
}

export function readWaiting(
  db: Db,
  { productId, offset, limit }: { productId: number | undefined; offset: number; limit: number },
): Promise<WaitingItem[]> {
  const ofProduct = productId ? sql`and alert.product_id = ${productId}` : sql``
  return readRows<WaitingItem>(
    db,
    sql`select w.product_id as "productId", p.name, w.variant_id as "variantId", a.value as variant,
          coalesce(a.stock, p.stock) as stock, p.archived_at is not null as "isArchived", w.waiting,
          to_char(w.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
        from (select alert.product_id, alert.variant_id, count(*)::int as waiting, min(alert.created_at) as since
              from stock_alerts alert where ${isWaiting} ${ofProduct}
              group by alert.product_id, alert.variant_id
              order by 3 desc, 1, 2 limit ${limit} offset ${offset}) as w
        join products p on p.id = w.product_id left join product_variants a on a.id = w.variant_id
        order by w.waiting desc, w.product_id, w.variant_id`,
  )
}

const belongsTo = ({ userId, confirmedEmail }: Owner) =>
  or(
    eq(stockAlerts.userId, userId),
    confirmedEmail ? sql`lower(${stockAlerts.email}) = lower(${confirmedEmail})` : undefined,
  )

export async function recordsOf(db: Db, owner: Owner) {
  const { productId, variantId, email, createdAt, confirmedAt, sentAt } = stockAlerts
  return db
    .select({ productId, variantId, email, createdAt, confirmedAt, sentAt })
    .from(stockAlerts)
    .where(belongsTo(owner))
    .orderBy(stockAlerts.id)
}

export async function deleteRecordsOf(tx: Db, owner: Owner): Promise<void> {
  await tx.delete(stockAlerts).where(belongsTo(owner))
}
