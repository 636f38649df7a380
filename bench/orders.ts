import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { consultOracle, openLedger } from '#tests/support/invariants.ts'
import { type Buyer, fillWithBuyers, pieces } from './buyers.ts'
import { type CallCost, type Costly, callCost, costOf, measureCost, rateOf } from './cost.ts'
import { pgbench } from './pgbench.ts'
import { type Row, round, spreadOf, thousands } from './report.ts'
import type { ShopProcess } from './shop-process.ts'
import type { Figure, Stage } from './stage.ts'

const connections = 50
const pool = '10'
const leastOrders = 300
const leastAdds = 1000
const leastShare = 1 / 3
const forSingleCalls = 3

/** The writes of an order as one transaction, its reads left out. */
const orderScript = `
select "userId" as uid, "cartId" as cid, "addressId" as aid from buyers where n = (select nextval('turns')) \\gset
select md5(random()::text || :n)::uuid as oid, md5(random()::text)::uuid as mid \\gset
begin;
delete from cart_lines where cart_id = :cid;
select from addresses where id = :aid and user_id = :uid;
update products set stock = stock - 1 where id in (:p1, :p2, :p3);
insert into orders (id, user_id, currency, shipping_npr, shipping_usd, total_npr, total_usd, address, placed_at)
  values (:oid, :uid, 'USD', 10000, 4000, 500000, 8000, '{"country":"Nepal"}', now());
insert into order_lines (order_id, position, product_id, product_name, slug, category_id, unit_npr, unit_usd, quantity)
  select :oid, row_number() over (), id, name, slug, category_id, price_npr, price_usd, 1
  from products where id in (:p1, :p2, :p3);
insert into order_moves (order_id, to_status, moved_by, user_id, moved_at) values (:oid, 0, 'customer', :uid, now());
insert into order_keys (user_id, key, request_hash, order_id, made_at) values (:uid, :oid, :oid, :oid, now());
insert into mails (id, to_address, subject, html, text)
  values (:mid, 'a@b.example', 'Your order', repeat('words ', 600), repeat('words ', 80));
insert into jobs.job (name, data) values ('mail', '{"mailId":"x"}');
commit;
`

const randomPieces = `
\\set n random(1, 1000000000)
\\set p1 random(1, ${pieces / 3})
\\set p2 random(${pieces / 3 + 1}, ${(2 * pieces) / 3})
\\set p3 random(${(2 * pieces) / 3 + 1}, ${pieces})
`

const addScript = `
select "cartId" as cid from buyers where n = (select nextval('turns')) \\gset
select md5(random()::text || :n)::uuid as lid \\gset
begin;
update carts set updated_at = now() where id = :cid;
insert into cart_lines (id, cart_id, product_id, quantity, price_npr, price_usd) values (:lid, :cid, :p1, 1, 1, 1)
  on conflict (cart_id, product_id, attribute_id) do update set quantity = cart_lines.quantity + 1;
commit;
`

export const orders: Figure = {
  name: 'orders and bags',
  async take(stage) {
    const rounds = stage.quick ? 2 : 7
    const perRound = stage.quick ? 800 : 1500
    const databaseUrl = await stage.database('buying')
    const settings = { DATABASE_URL: databaseUrl, DATA_DIR: await stage.folder(), DATABASE_POOL: pool }
    const shop = await stage.shop(settings)
    const buyers = await fillWithBuyers(databaseUrl, rounds * perRound * 2 + forSingleCalls + 1)
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    stage.onClose(() => client.end())
    const ask = async (text: string) => (await client.query(text)).rows
    const before = await openLedger(ask)
    const rows = [await bagRow(shop, stage, buyers, client)]
    rows.push(await addRow(shop, stage, buyers, { databaseUrl, rounds, perRound }))

    const shopBuyers = buyers.slice(0, rounds * perRound)
    const singles = buyers.slice(-forSingleCalls - 1, -1)
    const cost = await callCost(shop, singles.map(orderRequest))
    const placed: Costly[] = []
    for (let turn = 0; turn < rounds; turn++) {
      const part = shopBuyers.slice(turn * perRound, (turn + 1) * perRound)
      placed.push(await measureCost(stage, shop, { url: shop.url, connections, once: part.map(orderRequest) }))
    }
    const stored = (await ask('select k.key, o.id::text from orders o join order_keys k on k.order_id = o.id')) as {
      key: string
      id: string
    }[]
    const attempts = stored.map(({ key, id }) => ({ key, status: 201, orderId: id }))
    const wrong = await consultOracle(ask, before, attempts)
    if (wrong.length > 0) throw new Error(`The oracle says: ${wrong.slice(0, 5).join('; ')}`)
    const expected = shopBuyers.length + forSingleCalls
    if (stored.length !== expected) throw new Error(`${stored.length} orders instead of ${expected}`)

    await client.query(`select setval('turns', ${shopBuyers.length})`)
    const script = randomPieces + orderScript
    const bare = await bareRounds(rounds, () =>
      pgbench(databaseUrl, settings.DATA_DIR, script, { clients: Number(pool), turns: perRound }),
    )
    rows.push(...rateRows('orders of three lines', { taken: placed, cost, bare, least: leastOrders }))
    await shop.stop()
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
  stage: Stage,
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
  const cost = await callCost(shop, buyers.slice(-forSingleCalls - 1, -1).map(request))
  const added: Costly[] = []
  const spare = buyers.slice(rounds * perRound)
  for (let turn = 0; turn < rounds; turn++) {
    const part = spare.slice(turn * perRound, (turn + 1) * perRound)
    added.push(await measureCost(stage, shop, { url: shop.url, connections, once: part.map(request) }))
  }
  await withClient(databaseUrl, (client) => client.query(`select setval('turns', ${rounds * perRound})`))
  const script = randomPieces + addScript
  const folder = await stage.folder()
  const bare = await bareRounds(rounds, () =>
    pgbench(databaseUrl, folder, script, { clients: Number(pool), turns: perRound }),
  )
  const [row] = rateRows('pieces put into a bag', { taken: added, cost, bare, least: leastAdds })
  if (!row) throw new Error('No rate was taken')
  return row
}

async function bareRounds(rounds: number, take: () => Promise<number | undefined>): Promise<number[]> {
  const rates: number[] = []
  for (let turn = 0; turn < rounds; turn++) {
    const rate = await take()
    if (rate !== undefined) rates.push(rate)
  }
  return rates
}

type Rates = { taken: Costly[]; cost: CallCost; bare: number[]; least: number }

function rateRows(what: string, { taken, cost, bare, least }: Rates): Row[] {
  const rates = taken.map(({ perSecond }) => perSecond)
  const [best, yardstick] = [Math.max(...rates), Math.max(...bare)]
  const share = best / yardstick
  return [
    {
      what: `${what}, ${connections} connections`,
      measured: rateOf(taken),
      cost: costOf(taken, cost),
      yardstick: bare.length > 0 ? `pgbench ${thousands(yardstick)}/s` : 'no pgbench here',
      figure: `${thousands(best)}/s${bare.length > 0 ? `, ${round(share, 2)}×` : ''}`,
      spread: `${spreadOf(rates, 0)} | ${bare.length > 0 ? spreadOf(bare, 0) : '–'}/s`,
      budget: `≥ ${thousands(least)}/s, ≥ ${round(leastShare, 2)}×`,
      ok: best >= least && (bare.length === 0 || share >= leastShare),
      raw: { taken, bare },
    },
  ]
}

const bagLines = 100

async function bagRow(shop: ShopProcess, stage: Stage, buyers: Buyer[], client: pg.Client): Promise<Row> {
  const buyer = buyers.at(-1)
  if (!buyer) throw new Error('There is no buyer')
  await client.query(
    `insert into cart_lines (id, cart_id, product_id, quantity, price_npr, price_usd)
     select md5(id::text)::uuid, $1, id, 1, price_npr, price_usd from products order by id limit ${bagLines}
     on conflict do nothing`,
    [buyer.cartId],
  )
  await client.query(
    `delete from cart_lines where cart_id = $1 and id not in
       (select id from cart_lines where cart_id = $1 order by place desc limit ${bagLines})`,
    [buyer.cartId],
  )
  const path = `/api/ShoppingCart/userId/${buyer.userId}`
  const before = await shop.metric('alpine_sql_statements_total')
  const answer = await fetch(shop.url + path, { headers: bearer(buyer.token) })
  const { cartItems } = (await answer.json()) as { cartItems: unknown[] }
  const statements = (await shop.metric('alpine_sql_statements_total')) - before - 1
  if (cartItems.length !== bagLines) throw new Error(`The bag holds ${cartItems.length} lines`)
  const load = { url: shop.url, paths: [path], headers: bearer(buyer.token), connections: 10, seconds: 2 }
  const measured = await stage.generator.measure(load)
  return {
    what: `bag of ${bagLines} lines`,
    measured: `${thousands(measured.perSecond)}/s, p95 ${round(measured.p95)} ms`,
    yardstick: '',
    figure: `${statements} statements beside the session`,
    spread: '',
    budget: '≤ 2',
    ok: statements <= 2,
    raw: measured,
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
