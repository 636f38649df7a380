import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkInvariant, invariants } from '#modules/invariants.server.ts'
import type { Database } from '#platform/db.server.ts'
import { knownMigrations } from '#platform/migrate.server.ts'
import { emptyDatabase } from '#tests/support/shop.ts'

/** The last migration of a shop whose couriers were typed and whose cash was a date. */
const lastOldVersion = 22

type OldOrder = { status: number; currency?: 'NPR' | 'USD'; courier?: string; delivered?: string; received?: string }

const oldOrders: OldOrder[] = [
  { status: 3, courier: 'Valley Riders', delivered: '2026-03-01T10:00Z', received: '2026-03-02T19:00Z' },
  { status: 3, courier: 'valley riders ', delivered: '2026-03-01T11:00Z', currency: 'USD' },
  { status: 2, courier: ' VALLEY RIDERS' },
  { status: 3, courier: 'Himal Post', delivered: '2026-03-03T10:00Z' },
  { status: 3, delivered: '2026-03-03T10:00Z', received: '2026-03-03T10:00Z' },
  { status: 5, courier: 'Himal Post' },
  { status: 0 },
  { status: 4 },
]
const idOf = (index: number) => `00000000-0000-7000-8000-00000000000${index + 1}`

let database: Database
const rows = async (query: string) =>
  ((await database.db.execute(sql.raw(query))) as unknown as { rows: Record<string, unknown>[] }).rows
const quoted = (text: string | undefined) => (text === undefined ? 'null' : `'${text}'`)

beforeAll(async () => {
  database = await emptyDatabase()
  await database.migrate(knownMigrations().filter(({ version }) => version <= lastOldVersion))
  await rows(`insert into products (slug, name, description, category_id, price_npr, price_usd, stock)
    values ('singing-bowl', 'Singing Bowl', '', 1, 100000, 1000, 5)`)
  for (const [index, { status, currency = 'NPR', courier, delivered, received }] of oldOrders.entries()) {
    const id = idOf(index)
    await rows(`
      insert into orders (id, status, currency, shipping_npr, shipping_usd, total_npr, total_usd, address, placed_at,
        courier, delivered_at, cash_received_at)
      values ('${id}', ${status}, '${currency}', 10000, 4000, 210000, 6000, '{"firstName": "Om"}', '2026-02-28T10:00Z',
        ${quoted(courier)}, ${quoted(delivered)}, ${quoted(received)})`)
    await rows(`
      insert into order_lines (order_id, position, product_id, product_name, slug, category_id, unit_npr, unit_usd, quantity)
      select '${id}', 1, id, name, slug, category_id, 100000, 1000, 2 from products`)
    const steps = { 0: [0], 2: [0, 1, 2], 3: [0, 1, 2, 3], 4: [0, 4], 5: [0, 1, 2, 5] }[status] ?? []
    for (const [place, to] of steps.entries())
      await rows(`
        insert into order_transitions (order_id, from_status, to_status, changed_by, changed_at)
        values ('${id}', ${steps[place - 1] ?? 'null'}, ${to}, 'shop', '2026-03-01T10:00Z')`)
  }
  await database.migrate()
}, 120_000)
afterAll(() => database.close())

describe('the orders of an older shop', () => {
  test('get one courier for all spellings of a name', async () => {
    expect(await rows('select name_key, is_active from couriers order by name_key')).toEqual([
      { name_key: 'himal post', is_active: true },
      { name_key: 'valley riders', is_active: true },
    ])
    const couriers = await rows(
      'select o.id::text, c.name_key from orders o left join couriers c on c.id = o.courier_id order by o.id',
    )
    const valley = 'valley riders'
    expect(couriers.map(({ name_key }) => name_key)).toEqual([
      ...[valley, valley, valley, 'himal post', null],
      ...['himal post', null, null],
    ])
  })

  test('get cash entries of the day of delivery and of the day on which the cash was received', async () => {
    const entries = await rows(`
      select order_id::text as id, kind, day::text, currency, amount::text, courier_id is not null as "byCourier"
      from cash_entries order by order_id, id`)
    const collected = (index: number, day: string, fields: object = {}) => ({
      ...{ id: idOf(index), kind: 'collected', day, currency: 'NPR', amount: '210000', byCourier: true },
      ...fields,
    })
    expect(entries).toEqual([
      collected(0, '2026-03-01'),
      // 19:00 in Greenwich is the next day in Kathmandu.
      collected(0, '2026-03-03', { kind: 'handed over' }),
      collected(1, '2026-03-01', { currency: 'USD', amount: '6000' }),
      collected(3, '2026-03-03'),
      collected(4, '2026-03-03', { byCourier: false }),
    ])
    const amounts = await rows('select paid::int, with_courier::int as "withCourier" from orders order by id')
    expect(amounts.slice(0, 5)).toEqual([
      { paid: 210_000, withCourier: 0 },
      { paid: 6_000, withCourier: 6_000 },
      { paid: 0, withCourier: 0 },
      { paid: 210_000, withCourier: 210_000 },
      { paid: 210_000, withCourier: 0 },
    ])
  })

  test('keep their history as activity, and are erased when they are settled if their account was deleted', async () => {
    const changes = await rows(`
      select before->>'status' as "from", after->>'status' as "to" from order_changes
      where order_id = '${idOf(0)}' order by id`)
    expect(changes).toEqual([
      { from: 'Pending', to: 'Confirmed' },
      { from: 'Confirmed', to: 'Shipped' },
      { from: 'Shipped', to: 'Delivered' },
    ])
    const erased = await rows('select id::text from orders where erase_when_settled order by id')
    expect(erased.map(({ id }) => id)).toEqual([idOf(2), idOf(6)])
  })

  test.each(Object.entries(invariants))('keep the invariant %s', async (_, invariant) => {
    expect(await checkInvariant(rows, invariant)).toEqual([])
  })
})
