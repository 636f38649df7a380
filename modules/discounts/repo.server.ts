import { eq, sql } from 'drizzle-orm'
import { type Db, readRows, statement } from '#platform/db.server.ts'
import { escapeLike } from '#shared/lists.ts'
import type { DiscountRecord } from './admin-contract.ts'
import { discountJson } from './fragments.server.ts'
import type { Discount } from './rules.ts'
import { discounts } from './tables.server.ts'

const findStatement = statement<{ code: string; userId: string }, { discount: Discount | null }>(
  'discount_find',
  ({ code, userId }) => sql`select ${discountJson(sql`${code}`, sql`${userId}::uuid`)} as discount`,
)

export async function findDiscount(db: Db, code: string, userId: string): Promise<Discount | null> {
  const [row] = await findStatement(db, { code, userId })
  return row?.discount ?? null
}

/** Locks the discount until the transaction ends, so uses of one code never overlap. */
export async function raiseUses(tx: Db, code: string): Promise<void> {
  await tx.execute(sql`update discounts set uses = uses + 1 where code = ${code}`)
}

/** Returns false if all uses are taken. */
export async function takeUseAgain(tx: Db, id: number): Promise<boolean> {
  const taken = await readRows(
    tx,
    sql`update discounts set uses = uses + 1 where id = ${id} and (max_uses is null or uses < max_uses) returning id`,
  )
  return taken.length > 0
}

export async function returnUse(tx: Db, id: number): Promise<void> {
  await tx.execute(sql`update discounts set uses = uses - 1 where id = ${id}`)
}

type StoredRecord = Omit<DiscountRecord, 'amount' | 'amountInUSD' | 'minimum' | 'minimumInUSD'> & {
  amountNpr: number | null
  amountUsd: number | null
  minimumNpr: number
  minimumUsd: number
}

const recordJson = sql`json_build_object(
  'discountId', d.id, 'version', d.version, 'code', d.code,
  'state', case when not d.is_active then 'off' when d.ends_at <= now() then 'ended' when d.uses >= d.max_uses then 'used up'
    when d.starts_at > now() then 'scheduled' else 'active' end,
  'percent', d.percent, 'amountNpr', d.amount_npr, 'amountUsd', d.amount_usd,
  'minimumNpr', d.minimum_npr, 'minimumUsd', d.minimum_usd,
  'products', (select json_agg(json_build_object('productId', p.id, 'name', p.name) order by chosen.place)
    from unnest(d.product_ids) with ordinality as chosen (id, place) join products p on p.id = chosen.id),
  'categoryIds', d.category_ids, 'startsAt', d.starts_at, 'endsAt', d.ends_at, 'maxUses', d.max_uses,
  'maxUsesPerCustomer', d.max_uses_per_customer, 'firstOrderOnly', d.first_order_only, 'isActive', d.is_active,
  'uses', d.uses)`

export async function readRecords(
  db: Db,
  { q, offset, limit }: { q: string | undefined; offset: number; limit: number },
): Promise<StoredRecord[]> {
  const matches = q ? sql`d.code like ${`%${escapeLike(q.toUpperCase())}%`}` : sql`true`
  const rows = await readRows<{ record: StoredRecord }>(
    db,
    sql`select ${recordJson} as record from discounts d where ${matches} order by d.id desc limit ${limit} offset ${offset}`,
  )
  return rows.map(({ record }) => record)
}

/** `lock` locks the row until the transaction ends. */
export async function findRecord(db: Db, id: number, { lock = false } = {}): Promise<StoredRecord | undefined> {
  if (lock) await db.select({ id: discounts.id }).from(discounts).where(eq(discounts.id, id)).for('update')
  const [row] = await readRows<{ record: StoredRecord }>(
    db,
    sql`select ${recordJson} as record from discounts d where d.id = ${id}`,
  )
  return row?.record
}

type Columns = Omit<typeof discounts.$inferInsert, 'id' | 'uses' | 'version'>

/** Returns undefined if the code exists. */
export async function insertDiscount(tx: Db, columns: Columns): Promise<number | undefined> {
  const [row] = await tx
    .insert(discounts)
    .values(columns)
    .onConflictDoNothing({ target: discounts.code })
    .returning({ id: discounts.id })
  return row?.id
}

export async function findIdByCode(tx: Db, code: string): Promise<number | undefined> {
  const [row] = await tx.select({ id: discounts.id }).from(discounts).where(eq(discounts.code, code))
  return row?.id
}

export async function updateDiscount(tx: Db, id: number, columns: Columns): Promise<void> {
  await tx
    .update(discounts)
    .set({ ...columns, version: sql`${discounts.version} + 1` })
    .where(eq(discounts.id, id))
}

export async function countProducts(tx: Db, ids: number[]): Promise<number> {
  const [row] = await readRows<{ count: number }>(
    tx,
    sql`select count(*)::int as count from products where id = any(${`{${ids.join(',')}}`}::int[])`,
  )
  return row?.count ?? 0
}
