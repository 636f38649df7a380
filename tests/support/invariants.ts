import { checkInvariant, invariants } from '#modules/invariants.server.ts'
import { codeOf } from '#modules/orders/statuses.ts'
import { defaultShipping, shippingFor } from '#shared/shipping.ts'

/** Runs one SQL statement on the shop's database. */
export type RunQuery = (text: string) => Promise<Record<string, unknown>[]>

/** The result of one attempt to order on the client; `lost` if no response arrived. */
export type Attempt = { key: string | null; status: number | 'lost'; orderId: string | null }

/** Stock and orders before the test. A test that restocks adds the quantity here. */
export type Snapshot = { products: Map<number, number>; variants: Map<number, number>; orders: Set<string> }

export async function takeSnapshot(runQuery: RunQuery): Promise<Snapshot> {
  return {
    products: countsById(await runQuery('select id, stock as count from products')),
    variants: countsById(await runQuery('select id, stock as count from product_variants')),
    orders: new Set((await runQuery('select id::text from orders')).map(({ id }) => String(id))),
  }
}

/** One line for each invariant that does not hold. */
export async function findViolations(runQuery: RunQuery, before: Snapshot, attempts: Attempt[]): Promise<string[]> {
  const stored = await runQuery('select o.id::text, k.key from orders o left join order_keys k on k.order_id = o.id')
  const placed = stored
    .map(({ id, key }) => ({ id: String(id), key: key === null ? null : String(key) }))
    .filter(({ id }) => !before.orders.has(id))
  return [
    ...missingAcknowledgedOrders(placed, attempts),
    ...repeatedKeys(placed, attempts),
    ...unattemptedOrders(placed, attempts),
    ...(await wrongStock(runQuery, before)),
    ...(await findBookViolations(runQuery)),
    ...(await wrongShipping(runQuery)),
    ...(await checkInvariant(runQuery, wrongConfirmations)),
    ...(await checkInvariant(runQuery, missingCertificates)),
  ].filter((line) => ![...before.orders].some((id) => line.includes(id)))
}

const { confirmations: _confirmations, variants: _variants, ...moneyInvariants } = invariants

/** The amounts of orders, cash, invoices and sales. */
export async function findBookViolations(runQuery: RunQuery): Promise<string[]> {
  const lines = []
  for (const invariant of Object.values(moneyInvariants)) lines.push(...(await checkInvariant(runQuery, invariant)))
  return lines
}

type PlacedOrder = { id: string; key: string | null }

const wasPlaced = ({ status, orderId }: Attempt) => status === 201 && orderId !== null

function missingAcknowledgedOrders(placed: PlacedOrder[], attempts: Attempt[]): string[] {
  const existing = new Set(placed.map(({ id }) => id))
  return attempts
    .filter((attempt) => wasPlaced(attempt) && !existing.has(attempt.orderId ?? ''))
    .map(({ orderId }) => `order ${orderId} was acknowledged but does not exist`)
}

function repeatedKeys(placed: PlacedOrder[], attempts: Attempt[]): string[] {
  const byKey = new Map<string, Set<string>>()
  const add = (key: string | null, id: string | null) => {
    if (key !== null && id !== null) byKey.set(key, (byKey.get(key) ?? new Set()).add(id))
  }
  for (const { id, key } of placed) add(key, id)
  for (const attempt of attempts) if (wasPlaced(attempt)) add(attempt.key, attempt.orderId)
  return [...byKey].filter(([, ids]) => ids.size > 1).map(([key, ids]) => `key ${key} gave orders ${[...ids].join()}`)
}

/** An order that is in no response must belong to an attempt whose response was lost. */
function unattemptedOrders(placed: PlacedOrder[], attempts: Attempt[]): string[] {
  const answered = new Set(attempts.map(({ orderId }) => orderId))
  const lostKeys = new Set(attempts.filter(({ status }) => status === 'lost').map(({ key }) => key))
  let lostWithoutKey = attempts.filter(({ status, key }) => status === 'lost' && key === null).length
  return placed
    .filter(({ id, key }) => {
      if (answered.has(id)) return false
      return key === null ? lostWithoutKey-- <= 0 : !lostKeys.has(key)
    })
    .map(({ id }) => `order ${id} belongs to no attempt`)
}

export async function wrongStock(runQuery: RunQuery, before: Snapshot): Promise<string[]> {
  const earlierIds = [...before.orders].map((id) => `'${id}'`).join()
  const since = earlierIds ? `and o.id not in (${earlierIds})` : ''
  const soldQuery = (column: string) => `
    select l.${column} as id, sum(l.quantity - l.restocked)::int as count from order_lines l join orders o on o.id = l.order_id
    where o.status <> ${codeOf('Canceled')} and l.from_stock and l.${column} is not null ${since}
    group by l.${column}`
  const check = async (label: string, table: string, column: string, initial: Map<number, number>) => {
    const [current, sold] = [
      countsById(await runQuery(`select id, stock as count from ${table}`)),
      countsById(await runQuery(soldQuery(column))),
    ]
    return [...current].flatMap(([id, count]) => {
      const expected = (initial.get(id) ?? 0) - (sold.get(id) ?? 0)
      return count === expected && count >= 0 ? [] : [`${label} ${id} has ${count} in stock instead of ${expected}`]
    })
  }
  return [
    ...(await check('product', 'products', 'product_id', before.products)),
    ...(await check('variant', 'product_variants', 'variant_id', before.variants)),
    ...(await checkInvariant(runQuery, invariants.variants)),
  ]
}

async function wrongShipping(runQuery: RunQuery): Promise<string[]> {
  const rows = await runQuery(`select id::text, shipping_npr::float8 as npr, shipping_usd::float8 as usd,
    (total_npr - shipping_npr + discount_npr)::float8 as subtotal_npr,
    (total_usd - shipping_usd + discount_usd)::float8 as subtotal_usd
    from orders where source = 'web'`)
  return rows.flatMap(({ id, npr, usd, subtotal_npr, subtotal_usd }) => {
    const expected = shippingFor({ npr: Number(subtotal_npr), usd: Number(subtotal_usd) }, defaultShipping)
    return expected.npr === npr && expected.usd === usd ? [] : [`the shipping of order ${id} is ${npr} and ${usd}`]
  })
}

/** Stricter than the invariant of the shop: no account is deleted during these tests. */
const wrongConfirmations = {
  message: 'order % does not have exactly one confirmation email',
  query: `
    select o.id::text from orders o left join emails m on m.subject = 'Your order ALP-' || o.number
    group by o.id having count(m.id) <> 1`,
}

/** The invariant of the shop allows orders without certificates, because older orders have none. */
const missingCertificates = {
  message: 'order % has no certificates',
  query: 'select o.id::text from orders o where not exists (select from certificates c where c.order_id = o.id)',
}

function countsById(rows: Record<string, unknown>[]): Map<number, number> {
  return new Map(rows.map(({ id, count }) => [Number(id), Number(count)]))
}
