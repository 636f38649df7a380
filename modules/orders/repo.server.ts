import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type Db, statement } from '#platform/db.server.ts'
import type { Order, OrderLine, OrderMove, Shipment } from './schema.ts'
import { codeOf, type Mover, type OrderState, stateOf } from './statuses.ts'
import { orderMoves, orderNotes, orders } from './tables.server.ts'

type Frozen = Omit<Order, 'state' | 'shipment' | 'history'>
export type StoredKey = { orderId: string; requestHash: string }

const keyLives = sql`interval '48 hours'`

const findKeyStatement = statement<{ userId: string; key: string }, StoredKey>(
  'order_find_key',
  ({ userId, key }) => sql`
    select order_id as "orderId", request_hash as "requestHash" from order_keys
    where user_id = ${userId} and key = ${key} and made_at > now() - ${keyLives}`,
)

export async function findKey(db: Db, userId: string, key: string): Promise<StoredKey | undefined> {
  const [found] = await findKeyStatement(db, { userId, key })
  return found
}

const openStatement = statement<{ userId: string; key: string | null }, { number: string | null } & Partial<StoredKey>>(
  'order_open',
  ({ userId, key }) => sql`
    select case when k.key is null then nextval('order_numbers') end::text as number,
      k.order_id as "orderId", k.request_hash as "requestHash"
    from (select ${key}::text as key) asked left join order_keys k
      on k.user_id = ${userId} and k.key = asked.key and k.made_at > now() - ${keyLives}`,
)

/** What is stored under the key, or else the number of a new order: its letter names it before the order is written. */
export async function findKeyOrNumber(
  db: Db,
  userId: string,
  key: string | undefined,
): Promise<{ stored: StoredKey } | { number: number }> {
  const [row] = await openStatement(db, { userId, key: key ?? null })
  if (!row) throw new Error('An order got no number')
  const { number, orderId, requestHash } = row
  return orderId && requestHash ? { stored: { orderId, requestHash } } : { number: Number(number) }
}

const numberStatement = statement<Record<string, never>, { number: string }>(
  'order_number',
  () => sql`select nextval('order_numbers')::text as number`,
)

/** For an order that has no key. */
export async function drawNumber(tx: Db): Promise<number> {
  const [row] = await numberStatement(tx, {})
  return Number(row?.number)
}

type Insertion = {
  number: number
  id: string
  userId: string
  currency: string
  shippingNpr: number
  shippingUsd: number
  totalNpr: number
  totalUsd: number
  address: string
  note: string
  isGift: boolean
  placedAt: string
  lines: string
  key: string | null
  requestHash: string
}

/** The order, its lines, its first move and its key; keys of this person that have run out go at the same time. */
const insertStatement = statement<Insertion, { isKeyed: boolean }>(
  'order_insert',
  (given) => sql`
    with placed as (
      insert into orders (id, number, user_id, currency, shipping_npr, shipping_usd, total_npr, total_usd, address, note,
                          is_gift, placed_at)
      values (${given.id}::uuid, ${given.number}::bigint, ${given.userId}::uuid, ${given.currency},
              ${given.shippingNpr}, ${given.shippingUsd}, ${given.totalNpr}, ${given.totalUsd},
              ${given.address}::json, ${given.note}, ${given.isGift}::boolean, ${given.placedAt}::timestamptz)
    ), lines as (
      insert into order_lines (order_id, position, product_id, attribute_id, product_name, slug, category_id,
                               attribute_value, image_url, unit_npr, unit_usd, quantity, from_stock)
      select ${given.id}::uuid, row_number() over (), "productId", "attributeId", "productName", slug, "categoryId",
             "attributeValue", "imageUrl", "unitNpr", "unitUsd", quantity, coalesce("fromStock", true)
      from json_to_recordset(${given.lines}::json) as line (
        "productId" int, "attributeId" int, "productName" text, slug text, "categoryId" smallint,
        "attributeValue" text, "imageUrl" text, "unitNpr" bigint, "unitUsd" bigint, quantity int,
        "fromStock" boolean)
    ), moved as (
      insert into order_moves (order_id, to_status, moved_by, user_id, moved_at)
      values (${given.id}::uuid, 0, 'customer', ${given.userId}::uuid, ${given.placedAt}::timestamptz)
    ), gone as (
      delete from order_keys where user_id = ${given.userId}::uuid and key is distinct from ${given.key}::text
        and made_at < now() - ${keyLives}
    ), keyed as (
      insert into order_keys as k (user_id, key, request_hash, order_id, made_at)
      select ${given.userId}::uuid, ${given.key}::text, ${given.requestHash}, ${given.id}::uuid, now()
      where ${given.key}::text is not null
      on conflict (user_id, key) do update
        set request_hash = excluded.request_hash, order_id = excluded.order_id, made_at = excluded.made_at
        where k.made_at < now() - ${keyLives}
      returning 1
    )
    select ${given.key}::text is null or exists (select from keyed) as "isKeyed"`,
)

/** False where its key was used meanwhile: then the caller must let its transaction fail. */
export async function insertOrder(
  tx: Db,
  userId: string,
  { address, lines, ...order }: Frozen,
  request: { key: string | undefined; hash: string },
): Promise<boolean> {
  const [row] = await insertStatement(tx, {
    ...order,
    userId,
    address: JSON.stringify(address),
    lines: JSON.stringify(lines),
    key: request.key ?? null,
    requestHash: request.hash,
  })
  return row?.isKeyed === true
}

export const utc = (moment: SQL) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const orderJson = sql`json_build_object(
  'id', o.id, 'number', o.number, 'status', o.status, 'currency', o.currency, 'shippingNpr', o.shipping_npr,
  'shippingUsd', o.shipping_usd, 'totalNpr', o.total_npr, 'totalUsd', o.total_usd, 'address', o.address,
  'note', o.note, 'isGift', o.is_gift, 'placedAt', ${utc(sql`o.placed_at`)},
  'shipment', case when o.courier is not null
    then json_build_object('courier', o.courier, 'trackingNumber', coalesce(o.tracking_number, '')) end,
  'lines', (select json_agg(json_build_object('productId', l.product_id, 'attributeId', l.attribute_id,
      'productName', l.product_name, 'slug', l.slug, 'categoryId', l.category_id, 'attributeValue', l.attribute_value,
      'imageUrl', l.image_url, 'unitNpr', l.unit_npr, 'unitUsd', l.unit_usd, 'quantity', l.quantity)
    order by l.position) from order_lines l where l.order_id = o.id),
  'moves', (select json_agg(json_build_object('from', m.from_status, 'to', m.to_status, 'by', m.moved_by,
      'at', ${utc(sql`m.moved_at`)}) order by m.id) from order_moves m where m.order_id = o.id))`

type StoredMove = { from: number | null; to: number; by: Mover; at: string }
export type Stored = Omit<Order, 'state' | 'history'> & { status: number; moves: StoredMove[] }

export function asOrder({ status, moves, ...order }: Stored): Order {
  return { ...order, state: stateOf(status), history: moves.map(asMove) }
}

function asMove({ from, to, by, at }: StoredMove): OrderMove {
  return { from: from === null ? null : stateOf(from), to: stateOf(to), by, at }
}

const newestStatement = statement<{ userId: string; before: string | null; limit: number }, { order: Stored }>(
  'order_newest',
  ({ userId, before, limit }) => sql`
    select ${orderJson} as "order" from orders o
    where o.user_id = ${userId} and (${before}::uuid is null or o.id < ${before}::uuid)
    order by o.id desc limit ${limit}::int`,
)

export async function newestOrders(
  db: Db,
  userId: string,
  before: string | undefined,
  limit: number,
): Promise<Order[]> {
  const rows = await newestStatement(db, { userId, before: before ?? null, limit })
  return rows.map(({ order }) => asOrder(order))
}

const findStatement = statement<{ userId: string; orderId: string }, { order: Stored }>(
  'order_find',
  ({ userId, orderId }) => sql`
    select ${orderJson} as "order" from orders o where o.id = ${orderId} and o.user_id = ${userId}`,
)

export async function findOrder(db: Db, userId: string, orderId: string): Promise<Order | undefined> {
  const [row] = await findStatement(db, { userId, orderId })
  return row && asOrder(row.order)
}

type LockedOrder = { userId: string | null; status: number; lines: OrderLine[] }

/** For the shop any order, for a customer only an own one. The row stays locked until the transaction ends. */
export async function lockOrder(
  tx: Db,
  orderId: string,
  ownedBy: string | undefined,
): Promise<LockedOrder | undefined> {
  const own = ownedBy === undefined ? sql`` : sql` and o.user_id = ${ownedBy}`
  const { rows } = (await tx.execute(sql`
    select o.user_id as "userId", o.status, (
      select coalesce(json_agg(json_build_object('productId', l.product_id, 'attributeId', l.attribute_id,
        'quantity', l.quantity)), '[]')
      from order_lines l where l.order_id = o.id and l.from_stock) as lines
    from orders o where o.id = ${orderId}${own} for update of o`)) as unknown as { rows: LockedOrder[] }
  return rows[0]
}

export async function recordMove(
  tx: Db,
  orderId: string,
  move: { from: OrderState; to: OrderState; by: Mover; userId: string; at: Date; shipment?: Shipment | undefined },
): Promise<void> {
  const [fromStatus, toStatus] = [codeOf(move.from), codeOf(move.to)]
  const changed = await tx
    .update(orders)
    .set({ status: toStatus, ...move.shipment, ...(move.to === 'Delivered' ? { deliveredAt: move.at } : {}) })
    .where(and(eq(orders.id, orderId), eq(orders.status, fromStatus)))
    .returning({ id: orders.id })
  if (changed.length !== 1) throw new Error('An order changed its state under its own lock')
  await tx
    .insert(orderMoves)
    .values({ orderId, fromStatus, toStatus, movedBy: move.by, userId: move.userId, movedAt: move.at })
}

const impersonal = sql`
  json_build_object('firstName', '', 'lastName', '', 'company', '', 'phone', '', 'email', '',
    'country', address->'country', 'state', address->'state', 'city', address->'city',
    'streetAddress', '', 'zipCode', '')`

/** Whose order it was is forgotten, and what was noted of their calls; where it went, roughly, and what it held stay. */
export async function forgetPerson(tx: Db, which: { orderId: string } | { userId: string; states: OrderState[] }) {
  const chosen =
    'orderId' in which
      ? eq(orders.id, which.orderId)
      : sql`${orders.userId} = ${which.userId} and ${orders.status} = any(${`{${which.states.map(codeOf).join(',')}}`}::int[])`
  const forgotten = await tx
    .update(orders)
    .set({ address: impersonal, note: '' })
    .where(chosen)
    .returning({ id: orders.id })
  if (forgotten.length > 0)
    await tx.delete(orderNotes).where(
      inArray(
        orderNotes.orderId,
        forgotten.map(({ id }) => id),
      ),
    )
}
