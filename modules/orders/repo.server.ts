import { type SQL, sql } from 'drizzle-orm'
import { addressJson } from '#modules/addresses/fragments.server.ts'
import { sellCartCtes } from '#modules/cart/fragments.server.ts'
import { type MovementValues, movementValuesOf, soldItemsJson } from '#modules/catalog/fragments.server.ts'
import type { SoldItem, StockChange } from '#modules/catalog/stock-item.ts'
import { certificatesJson, insertCertificates } from '#modules/certificates/fragments.server.ts'
import { type NewEmail, queueEmailCtes } from '#modules/email/fragments.server.ts'
import { type Db, statement } from '#platform/db.server.ts'
import type { Order, OrderAddress, OrderTransition } from './contract.ts'
import { codeOf, statusOf, type TransitionedBy } from './statuses.ts'

export type StoredKey = { orderId: string; requestHash: string }

const keyLifetime = sql`interval '48 hours'`

const findKeyStatement = statement<{ userId: string; key: string }, StoredKey>(
  'order_find_key',
  ({ userId, key }) => sql`
    select order_id as "orderId", request_hash as "requestHash" from order_keys
    where user_id = ${userId} and key = ${key} and made_at > now() - ${keyLifetime}`,
)

export async function findKey(db: Db, userId: string, key: string): Promise<StoredKey | undefined> {
  const [found] = await findKeyStatement(db, { userId, key })
  return found
}

type KeyOrNumber = { number: string | null; orderId: string | null; requestHash: string | null }

/** CTEs that find the key and delete the expired ones of this user. */
const keyCtes = ({ userId, key }: { userId: unknown; key: unknown }) => sql`
  expired as (delete from order_keys where user_id = ${userId}::uuid and made_at < now() - ${keyLifetime}),
  known as materialized (
    select order_id, request_hash from order_keys
    where user_id = ${userId}::uuid and key = ${key}::text and made_at > now() - ${keyLifetime}
  )`

const keyOrNumberStatement = statement<{ userId: string; key: string }, KeyOrNumber>(
  'order_key_or_number',
  (values) => sql`
    with ${keyCtes(values)}
    select known.order_id as "orderId", known.request_hash as "requestHash",
      case when known.order_id is null then nextval('order_numbers') end::text as number
    from (select) request left join known on true`,
)

/** Returns the order of the key, or a new order number. The email needs the number before the order is inserted. */
export async function findKeyOrNumber(
  db: Db,
  userId: string,
  key: string,
): Promise<{ stored: StoredKey } | { number: number }> {
  const [row] = await keyOrNumberStatement(db, { userId, key })
  if (!row) throw new Error('No order number was returned')
  const { number, orderId, requestHash } = row
  return orderId && requestHash ? { stored: { orderId, requestHash } } : { number: Number(number) }
}

type TakenCart = {
  number: number
  note: string
  discountCode: string | null
  lines: SoldItem[]
  /** Null if the user has no such address. */
  address: OrderAddress | null
}
type Taking = { userId: string; cartId: string; addressId: string; key: string | null }
type StoredTakenCart = KeyOrNumber & {
  [Name in keyof Omit<TakenCart, 'number'>]: TakenCart[Name] | null
}

const takeCartStatement = statement<Taking & MovementValues, StoredTakenCart>(
  'order_take_cart',
  (values) => sql`
    with ${keyCtes(values)}, ${sellCartCtes(values, sql`not exists (select from known)`)}
    select known.order_id as "orderId", known.request_hash as "requestHash",
      case when c.id is not null then nextval('order_numbers') end::text as number,
      c.note, c.discount_code as "discountCode", case when c.id is not null then ${soldItemsJson} end as lines,
      ${addressJson(values)} as address
    from (select) request left join known on true left join c on true`,
)

/**
 * Returns the order of the key. If there is none, it empties the cart, deducts the stock, and returns what an order needs;
 * or undefined if the user has no such cart. The email needs the order number before the order is inserted.
 */
export async function takeCart(
  tx: Db,
  taking: Taking,
  change: StockChange,
): Promise<{ stored: StoredKey } | { cart: TakenCart | undefined }> {
  const [row] = await takeCartStatement(tx, { ...taking, ...movementValuesOf(change) })
  const { orderId, requestHash, number, note, lines, discountCode = null, address = null } = row ?? {}
  if (orderId && requestHash) return { stored: { orderId, requestHash } }
  const cart = lines ? { number: Number(number), note: note ?? '', discountCode, lines, address } : undefined
  return { cart }
}

const numberStatement = statement<Record<string, never>, { number: string }>(
  'order_number',
  () => sql`select nextval('order_numbers')::text as number`,
)

/** For an order without an idempotency key. */
export async function nextOrderNumber(tx: Db): Promise<number> {
  const [row] = await numberStatement(tx, {})
  return Number(row?.number)
}

/** `actorId` is who placed it: the buyer, or a staff member. The idempotency key is theirs. */
type Placement = { userId: string | null; actorId: string; by: TransitionedBy; key: string | null; requestHash: string }

type Insertion = Placement &
  Pick<
    Order,
    | 'id'
    | 'number'
    | 'source'
    | 'currency'
    | 'shippingNpr'
    | 'shippingUsd'
    | 'discountNpr'
    | 'discountUsd'
    | 'discountId'
    | 'discountCode'
    | 'totalNpr'
    | 'totalUsd'
    | 'depositDue'
    | 'note'
    | 'isGift'
    | 'placedAt'
  > & { address: string; lines: string; certificates: string; email: string | null }

export const lineColumns = sql`
  position, "productId", "variantId", "productName", slug, "categoryId", "variantValue", "imageUrl", "unitNpr",
  "unitUsd", quantity, "fromStock"`

export const lineRecords = (json: SQL) => sql`
  json_to_recordset(${json}::json) as line (
    position smallint, "productId" int, "variantId" int, "productName" text, slug text, "categoryId" smallint,
    "variantValue" text, "imageUrl" text, "unitNpr" bigint, "unitUsd" bigint, quantity int, "fromStock" boolean)`

/** Inserts the order, its lines and certificates, its first transition and its key, and queues its email. */
const insertStatement = statement<Insertion, never>(
  'order_insert',
  (order) => sql`
    with placed as (
      insert into orders (id, number, user_id, source, currency, shipping_npr, shipping_usd, discount_npr, discount_usd,
                          discount_id, discount_code, total_npr, total_usd, deposit_due, address, note, is_gift, placed_at)
      values (${order.id}::uuid, ${order.number}::bigint, ${order.userId}::uuid, ${order.source}, ${order.currency},
              ${order.shippingNpr}, ${order.shippingUsd}, ${order.discountNpr}, ${order.discountUsd},
              ${order.discountId}::int, ${order.discountCode}::text,
              ${order.totalNpr}, ${order.totalUsd}, ${order.depositDue}, ${order.address}::json, ${order.note},
              ${order.isGift}::boolean, ${order.placedAt}::timestamptz)
    ), lines as (
      insert into order_lines (order_id, position, product_id, variant_id, product_name, slug, category_id,
                               variant_value, image_url, unit_npr, unit_usd, quantity, from_stock)
      select ${order.id}::uuid, ${lineColumns} from ${lineRecords(sql`${order.lines}`)}
    ), certified as (
      ${insertCertificates({ orderId: order.id, soldAt: order.placedAt, certificates: order.certificates, lines: order.lines })}
    ), transition as (
      insert into order_transitions (order_id, to_status, changed_by, user_id, changed_at)
      values (${order.id}::uuid, ${sql.raw(String(codeOf('Pending')))}, ${order.by}, ${order.actorId}::uuid, ${order.placedAt}::timestamptz)
    ), keyed as (
      insert into order_keys (user_id, key, request_hash, order_id, made_at)
      select ${order.actorId}::uuid, ${order.key}::text, ${order.requestHash}, ${order.id}::uuid, now()
      where ${order.key}::text is not null
    ), ${queueEmailCtes(order.email)}
    select`,
)

/** Fails if another request has used the key meanwhile. */
export async function insertOrder(tx: Db, order: Order, placement: Placement, email?: NewEmail): Promise<void> {
  await insertStatement(tx, {
    ...order,
    ...placement,
    address: JSON.stringify(order.address),
    lines: JSON.stringify(order.lines),
    certificates: JSON.stringify(order.certificates),
    email: email ? JSON.stringify(email) : null,
  })
}

export const utc = (moment: SQL) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const orderJson = sql`json_build_object(
  'id', o.id, 'number', o.number, 'version', o.version, 'status', o.status, 'source', o.source, 'currency', o.currency,
  'shippingNpr', o.shipping_npr, 'shippingUsd', o.shipping_usd, 'discountNpr', o.discount_npr,
  'discountUsd', o.discount_usd, 'discountId', o.discount_id, 'discountCode', o.discount_code, 'totalNpr', o.total_npr, 'totalUsd', o.total_usd, 'depositDue', o.deposit_due,
  'paid', o.paid, 'refunded', o.refunded, 'writtenOff', o.written_off, 'returnedAmount', o.returned_amount,
  'withCourier', o.with_courier, 'address', o.address, 'note', o.note, 'isGift', o.is_gift,
  'placedAt', ${utc(sql`o.placed_at`)},
  'shipment', case when o.courier_id is not null then json_build_object('courierId', o.courier_id,
    'courier', (select c.name from couriers c where c.id = o.courier_id),
    'trackingNumber', coalesce(o.tracking_number, '')) end,
  'lines', (select json_agg(json_build_object('position', l.position, 'productId', l.product_id,
      'variantId', l.variant_id, 'productName', l.product_name, 'slug', l.slug, 'categoryId', l.category_id,
      'variantValue', l.variant_value, 'imageUrl', l.image_url, 'unitNpr', l.unit_npr, 'unitUsd', l.unit_usd,
      'quantity', l.quantity, 'returned', l.returned, 'restocked', l.restocked, 'fromStock', l.from_stock)
    order by l.position) from order_lines l where l.order_id = o.id),
  'certificates', ${certificatesJson(sql`o.id`)},
  'transitions', (select json_agg(json_build_object('from', m.from_status, 'to', m.to_status, 'by', m.changed_by,
      'at', ${utc(sql`m.changed_at`)}) order by m.id) from order_transitions m
    where m.order_id = o.id and not m.is_taken_back))`

type StoredTransition = { from: number | null; to: number; by: TransitionedBy; at: string }
export type StoredOrder = Omit<Order, 'status' | 'history'> & { status: number; transitions: StoredTransition[] }

export function toOrder({ status, transitions, ...order }: StoredOrder): Order {
  return { ...order, status: statusOf(status), history: transitions.map(toTransition) }
}

function toTransition({ from, to, by, at }: StoredTransition): OrderTransition {
  return { from: from === null ? null : statusOf(from), to: statusOf(to), by, at }
}

const newestStatement = statement<{ userId: string; before: string | null; limit: number }, { order: StoredOrder }>(
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
  return rows.map(({ order }) => toOrder(order))
}

const findStatement = statement<{ userId: string; orderId: string }, { order: StoredOrder }>(
  'order_find',
  ({ userId, orderId }) => sql`
    select ${orderJson} as "order" from orders o where o.id = ${orderId} and o.user_id = ${userId}`,
)

export async function findOrder(db: Db, userId: string, orderId: string): Promise<Order | undefined> {
  const [row] = await findStatement(db, { userId, orderId })
  return row && toOrder(row.order)
}
