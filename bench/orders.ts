import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { codeOf } from '#modules/orders/statuses.ts'
import { findViolations, takeSnapshot } from '#tests/support/invariants.ts'
import { type Buyer, insertBuyers, productCount } from './buyers.ts'
import { type CallCost, type CostedResult, callCost, costOf, measureCost, rateOf } from './cost.ts'
import { pgbench } from './pgbench.ts'
import { type Row, round, spreadOf, thousands } from './report.ts'
import type { Benchmark, RunContext } from './run-context.ts'
import type { ShopProcess } from './shop-process.ts'

const connections = 50
const pool = '10'
type Minimum = { perSecond: number; shareOfPgbench: number }
const minOrders: Minimum = { perSecond: 300, shareOfPgbench: 0.6 }
const minAdditions: Minimum = { perSecond: 1000, shareOfPgbench: 0.55 }
const singleCalls = 3
/** The data of the job that sends the email of an order of three lines. */
const jobBytes = 1320

/** The rows that the shop writes for an order, as one transaction, without its reads. */
const orderScript = `
select "userId" as uid, "cartId" as cid, "addressId" as aid from buyers where n = (select nextval('buyer_numbers')) \\gset
select md5(random()::text || :n)::uuid as oid, md5(random()::text)::uuid as mid \\gset
begin;
delete from cart_lines where cart_id = :cid;
update carts set note = '', discount_code = null, updated_at = now() where id = :cid;
select from addresses where id = :aid and user_id = :uid;
update products set stock = stock - 1 where id in (:p1, :p2, :p3);
insert into orders (id, user_id, currency, shipping_npr, shipping_usd, total_npr, total_usd, address, placed_at)
  values (:oid, :uid, 'USD', 10000, 4000, 500000, 8000, '{"firstName":"","lastName":"","company":"","phone":"","email":"",
    "country":"Nepal","state":"Bagmati","city":"Lalitpur","streetAddress":"Mangal Bazaar 1","zipCode":""}', now());
insert into order_lines (order_id, position, product_id, product_name, slug, category_id, unit_npr, unit_usd, quantity)
  select :oid, row_number() over (), id, name, slug, category_id, price_npr, price_usd, 1
  from products where id in (:p1, :p2, :p3);
insert into certificates (code, order_id, position, unit, state_since, sold_at, product_name, facts)
  select concat_ws('-', substr(code, 1, 4), substr(code, 5, 4), substr(code, 9, 4), substr(code, 13, 1)), :oid,
    row_number() over (), 1, now(), now(), name, json_build_object('treatment', treatment)
  from products, upper(md5(random()::text || id)) as code where id in (:p1, :p2, :p3);
insert into stock_movements (at, product_id, quantity, kind, order_id)
  select now(), id, -1, 'order', :oid from products where id in (:p1, :p2, :p3);
insert into order_transitions (order_id, to_status, changed_by, user_id, changed_at) values (:oid, ${codeOf('Pending')}, 'customer', :uid, now());
insert into order_keys (user_id, key, request_hash, order_id, made_at) values (:uid, :oid, :oid, :oid, now());
insert into emails (id, user_id, to_address, subject, html, text)
  values (:mid, :uid, 'a@b.example', 'Your order', '', '');
insert into jobs.job (name, data, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, deletion_seconds)
  values ('email', jsonb_build_object('emailId', cast(:mid as text), 'props', repeat('text. ', ${jobBytes / 6})),
    'standard', 8, 5, true, 900, 3600);
commit;
`

const randomProducts = `
\\set n random(1, 1000000000)
\\set p1 random(1, ${productCount / 3})
\\set p2 random(${productCount / 3 + 1}, ${(2 * productCount) / 3})
\\set p3 random(${(2 * productCount) / 3 + 1}, ${productCount})
`

const addScript = `
select "cartId" as cid from buyers where n = (select nextval('buyer_numbers')) \\gset
select md5(random()::text || :n)::uuid as lid \\gset
begin;
update carts set updated_at = now() where id = :cid;
insert into cart_lines (id, cart_id, product_id, quantity, price_npr, price_usd) values (:lid, :cid, :p1, 1, 1, 1)
  on conflict (cart_id, product_id, variant_id) do update set quantity = cart_lines.quantity + 1;
commit;
`

export const orders: Benchmark = {
  name: 'orders and carts',
  async run(context) {
    const rounds = context.quick ? 2 : 7
    const perRound = context.quick ? 800 : 1500
    const databaseUrl = await context.database('buying')
    const settings = { DATABASE_URL: databaseUrl, DATA_DIR: await context.folder(), DATABASE_POOL: pool }
    const shop = await context.shop(settings)
    const buyers = await insertBuyers(databaseUrl, rounds * perRound * 2 + singleCalls + 1)
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    context.onClose(() => client.end())
    const runQuery = async (text: string) => (await client.query(text)).rows
    const before = await takeSnapshot(runQuery)
    const rows = [await cartRow(shop, context, buyers, client)]
    rows.push(await addRow(shop, context, buyers, { databaseUrl, rounds, perRound }))

    const shopBuyers = buyers.slice(0, rounds * perRound)
    const singles = buyers.slice(-singleCalls - 1, -1)
    const cost = await callCost(shop, singles.map(orderRequest))
    const placed: CostedResult[] = []
    for (let round = 0; round < rounds; round++) {
      const part = shopBuyers.slice(round * perRound, (round + 1) * perRound)
      placed.push(await measureCost(context, shop, { url: shop.url, connections, once: part.map(orderRequest) }))
    }
    const stored = (await runQuery(
      'select k.key, o.id::text from orders o join order_keys k on k.order_id = o.id',
    )) as {
      key: string
      id: string
    }[]
    const attempts = stored.map(({ key, id }) => ({ key, status: 201, orderId: id }))
    const violations = await findViolations(runQuery, before, attempts)
    if (violations.length > 0) throw new Error(`Violated invariants: ${violations.slice(0, 5).join('; ')}`)
    const expected = shopBuyers.length + singleCalls
    if (stored.length !== expected) throw new Error(`${stored.length} orders instead of ${expected}`)

    // Its jobs would run beside pgbench.
    await shop.stop()
    await client.query(`select setval('buyer_numbers', ${shopBuyers.length})`)
    const script = randomProducts + orderScript
    const bare = await bareRounds(rounds, () =>
      pgbench(databaseUrl, settings.DATA_DIR, script, { clients: Number(pool), transactions: perRound }),
    )
    rows.push(...rateRows('orders of three lines', { results: placed, cost, bare, minimum: minOrders }))
    return rows
  },
}

function orderRequest({ token, cartId, addressId }: Buyer) {
  return {
    method: 'POST' as const,
    path: '/api/order',
    headers: { ...bearer(token), 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    body: JSON.stringify({ shoppingCartId: cartId, addressId, method: 0 }),
  }
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

async function addRow(
  shop: ShopProcess,
  context: RunContext,
  buyers: Buyer[],
  { databaseUrl, rounds, perRound }: { databaseUrl: string; rounds: number; perRound: number },
): Promise<Row> {
  const { rows: products } = await withClient(databaseUrl, (client) =>
    client.query('select id from products order by id'),
  )
  const request = ({ token }: Buyer, n: number) => ({
    method: 'POST' as const,
    path: '/api/ShoppingCart/CartItem',
    headers: { ...bearer(token), 'Content-Type': 'application/json' },
    body: JSON.stringify({ productId: products[(n * 13) % products.length].id, quantity: 1 }),
  })
  const cost = await callCost(shop, buyers.slice(-singleCalls - 1, -1).map(request))
  const added: CostedResult[] = []
  const otherBuyers = buyers.slice(rounds * perRound)
  for (let round = 0; round < rounds; round++) {
    const part = otherBuyers.slice(round * perRound, (round + 1) * perRound)
    added.push(await measureCost(context, shop, { url: shop.url, connections, once: part.map(request) }))
  }
  await withClient(databaseUrl, (client) => client.query(`select setval('buyer_numbers', ${rounds * perRound})`))
  const script = randomProducts + addScript
  const folder = await context.folder()
  const bare = await bareRounds(rounds, () =>
    pgbench(databaseUrl, folder, script, { clients: Number(pool), transactions: perRound }),
  )
  const [row] = rateRows('additions to a cart', { results: added, cost, bare, minimum: minAdditions })
  if (!row) throw new Error('No rate was measured')
  return row
}

async function bareRounds(rounds: number, measure: () => Promise<number | undefined>): Promise<number[]> {
  const rates: number[] = []
  for (let round = 0; round < rounds; round++) {
    const rate = await measure()
    if (rate !== undefined) rates.push(rate)
  }
  return rates
}

type Rates = { results: CostedResult[]; cost: CallCost; bare: number[]; minimum: Minimum }

function rateRows(label: string, { results, cost, bare, minimum: { perSecond, shareOfPgbench } }: Rates): Row[] {
  const rates = results.map((each) => each.perSecond)
  const [best, baseline] = [Math.max(...rates), Math.max(...bare)]
  const share = best / baseline
  return [
    {
      name: `${label}, ${connections} connections`,
      measured: rateOf(results),
      cost: costOf(results, cost),
      baseline: bare.length > 0 ? `pgbench ${thousands(baseline)}/s` : 'pgbench not installed',
      value: `${thousands(best)}/s${bare.length > 0 ? `, ${round(share, 2)}×` : ''}`,
      spread: `${spreadOf(rates, 0)} | ${bare.length > 0 ? spreadOf(bare, 0) : '–'}/s`,
      budget: `≥ ${thousands(perSecond)}/s, ≥ ${round(shareOfPgbench, 2)}×`,
      ok: best >= perSecond && (bare.length === 0 || share >= shareOfPgbench),
      raw: { results, bare },
    },
  ]
}

const cartLines = 100

async function cartRow(shop: ShopProcess, context: RunContext, buyers: Buyer[], client: pg.Client): Promise<Row> {
  const buyer = buyers.at(-1)
  if (!buyer) throw new Error('There is no buyer')
  await client.query(
    `insert into cart_lines (id, cart_id, product_id, quantity, price_npr, price_usd)
     select md5(id::text)::uuid, $1, id, 1, price_npr, price_usd from products order by id limit ${cartLines}
     on conflict do nothing`,
    [buyer.cartId],
  )
  await client.query(
    `delete from cart_lines where cart_id = $1 and id not in
       (select id from cart_lines where cart_id = $1 order by place desc limit ${cartLines})`,
    [buyer.cartId],
  )
  const path = `/api/ShoppingCart/userId/${buyer.userId}`
  const before = await shop.metric('alpine_sql_statements_total')
  const response = await fetch(shop.url + path, { headers: bearer(buyer.token) })
  const { cartItems } = (await response.json()) as { cartItems: unknown[] }
  const statements = (await shop.metric('alpine_sql_statements_total')) - before - 1
  if (cartItems.length !== cartLines) throw new Error(`The cart has ${cartItems.length} lines`)
  const load = { url: shop.url, paths: [path], headers: bearer(buyer.token), connections: 10, seconds: 2 }
  const result = await context.generator.measure(load)
  return {
    name: `cart of ${cartLines} lines`,
    measured: `${thousands(result.perSecond)}/s, p95 ${round(result.p95)} ms`,
    baseline: '',
    value: `${statements} statements besides the session`,
    spread: '',
    budget: '≤ 2',
    ok: statements <= 2,
    raw: result,
  }
}

async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
