import { books, told } from '#modules/invariants.server.ts'

/** Sends one SQL statement to the database of the shop, by whatever means the caller has. */
export type Ask = (text: string) => Promise<Record<string, unknown>[]>

/** What a client wrote down of one attempt to order; 'lost' where no answer came. */
export type Attempt = { key: string | null; status: number | 'lost'; orderId: string | null }

/** The shop before the test: what was in stock, and which orders there were. A test that restocks notes that here. */
export type Ledger = { products: Map<number, number>; attributes: Map<number, number>; orders: Set<string> }

export async function openLedger(ask: Ask): Promise<Ledger> {
  return {
    products: numbersOf(await ask('select id, stock as count from products')),
    attributes: numbersOf(await ask('select id, stock as count from product_attributes')),
    orders: new Set((await ask('select id::text from orders')).map(({ id }) => String(id))),
  }
}

/** Everything that is wrong; nothing, when the shop has kept its word. */
export async function consultOracle(ask: Ask, before: Ledger, attempts: Attempt[]): Promise<string[]> {
  const stored = await ask('select o.id::text, k.key from orders o left join order_keys k on k.order_id = o.id')
  const placed = stored
    .map(({ id, key }) => ({ id: String(id), key: key === null ? null : String(key) }))
    .filter(({ id }) => !before.orders.has(id))
  return [
    ...acknowledged(placed, attempts),
    ...oncePerKey(placed, attempts),
    ...attempted(placed, attempts),
    ...(await stockIsRight(ask, before)),
    ...(await told(ask, books.sums)),
    ...(await told(ask, wrongShipping)),
    ...(await told(ask, wrongMails)),
    ...(await told(ask, books.history)),
  ].filter((line) => ![...before.orders].some((id) => line.includes(id)))
}

type Placed = { id: string; key: string | null }

const wasPlaced = ({ status, orderId }: Attempt) => status === 201 && orderId !== null

function acknowledged(placed: Placed[], attempts: Attempt[]): string[] {
  const there = new Set(placed.map(({ id }) => id))
  return attempts
    .filter((attempt) => wasPlaced(attempt) && !there.has(attempt.orderId ?? ''))
    .map(({ orderId }) => `order ${orderId} was acknowledged and is not there`)
}

function oncePerKey(placed: Placed[], attempts: Attempt[]): string[] {
  const byKey = new Map<string, Set<string>>()
  const note = (key: string | null, id: string | null) => {
    if (key !== null && id !== null) byKey.set(key, (byKey.get(key) ?? new Set()).add(id))
  }
  for (const { id, key } of placed) note(key, id)
  for (const attempt of attempts) if (wasPlaced(attempt)) note(attempt.key, attempt.orderId)
  return [...byKey].filter(([, ids]) => ids.size > 1).map(([key, ids]) => `key ${key} gave orders ${[...ids].join()}`)
}

/** An order without a key and without an answer must be one of those whose answers were lost. */
function attempted(placed: Placed[], attempts: Attempt[]): string[] {
  const answered = new Set(attempts.map(({ orderId }) => orderId))
  const lostKeys = new Set(attempts.filter(({ status }) => status === 'lost').map(({ key }) => key))
  let lostWithoutKey = attempts.filter(({ status, key }) => status === 'lost' && key === null).length
  return placed
    .filter(({ id, key }) => {
      if (answered.has(id)) return false
      return key === null ? lostWithoutKey-- <= 0 : !lostKeys.has(key)
    })
    .map(({ id }) => `nobody attempted order ${id}`)
}

async function stockIsRight(ask: Ask, before: Ledger): Promise<string[]> {
  const known = [...before.orders].map((id) => `'${id}'`).join()
  const since = known ? `and o.id not in (${known})` : ''
  const sold = (column: string) => `
    select l.${column} as id, sum(l.quantity)::int as count from order_lines l join orders o on o.id = l.order_id
    where o.status <> 4 and l.from_stock and l.${column} is not null ${since}
    group by l.${column}`
  const check = async (what: string, table: string, column: string, initial: Map<number, number>) => {
    const [now, gone] = [
      numbersOf(await ask(`select id, stock as count from ${table}`)),
      numbersOf(await ask(sold(column))),
    ]
    return [...now].flatMap(([id, count]) => {
      const expected = (initial.get(id) ?? 0) - (gone.get(id) ?? 0)
      return count === expected && count >= 0 ? [] : [`${what} ${id} has ${count} in stock instead of ${expected}`]
    })
  }
  return [
    ...(await check('product', 'products', 'product_id', before.products)),
    ...(await check('choice', 'product_attributes', 'attribute_id', before.attributes)),
    ...(await told(ask, books.choices)),
  ]
}

const wrongShipping = {
  sentence: 'order % has another shipping than 100 rupees or 40 dollars',
  query: 'select id::text from orders where shipping_npr <> 10000 or shipping_usd <> 4000',
}

/** Stricter than the books: no account leaves during a test that asks the oracle. */
const wrongMails = {
  sentence: 'order % has not exactly one confirmation',
  query: `
    select o.id::text from orders o left join mails m on m.subject = 'Your order ALP-' || o.number
    group by o.id having count(m.id) <> 1`,
}

function numbersOf(rows: Record<string, unknown>[]): Map<number, number> {
  return new Map(rows.map(({ id, count }) => [Number(id), Number(count)]))
}
