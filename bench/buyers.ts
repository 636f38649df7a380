import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { newId } from '#shared/ids.ts'
import { stockCorrections } from '#tests/support/stock.ts'

export type Buyer = { token: string; userId: string; cartId: string; addressId: string }

export const productCount = 300
const linesPerCart = 3

/** Customers with a session, an address and three cart lines, in a shop with enough stock. */
export async function insertBuyers(databaseUrl: string, count: number): Promise<Buyer[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await addBuyers((script) => client.query(script), count)
  } finally {
    await client.end()
  }
}

/** The same through a function that runs SQL. */
export async function addBuyers(run: (script: string) => Promise<unknown>, count: number): Promise<Buyer[]> {
  const buyers = Array.from({ length: count }, () => ({
    token: randomBytes(32).toString('base64url'),
    userId: newId(),
    cartId: newId(),
    addressId: newId(),
  }))
  const rows = buyers.map((buyer, n) => ({
    ...buyer,
    n,
    hash: createHash('sha256').update(buyer.token).digest('hex'),
    lines: Array.from({ length: linesPerCart }, (_, line) => ({
      id: newId(),
      product: ((n * 7 + line * 101) % productCount) + 1,
    })),
  }))
  await run(
    `insert into products (slug, name, description, category_id, price_npr, price_usd, stock)
     select 'sample-' || n, 'Sample ' || n, 'A sample.', 1, 133000 + n, 1000 + n, 100000000
     from generate_series(1, ${productCount}) as n`,
  )
  await run(stockCorrections)
  await run(
    `create unlogged table buyers as select * from json_to_recordset('${JSON.stringify(rows)}')
       as b (n int, token text, hash text, "userId" uuid, "cartId" uuid, "addressId" uuid, lines json)`,
  )
  // Empty tables are not analyzed: PostgreSQL would scan a table known as empty sequentially until the next analyze.
  await run(`
    insert into users (id, username, email, role, name, email_confirmed_at)
      select "userId", 'Buyer' || n, 'buyer' || n || '@bench.example', 'Customer', 'Buyer ' || n, now() from buyers;
    insert into sessions (token_hash, user_id) select hash, "userId" from buyers;
    insert into addresses (id, user_id, country, state, city, street_address)
      select "addressId", "userId", 'Nepal', 'Bagmati', 'Lalitpur', 'Mangal Bazaar ' || n from buyers;
    insert into carts (id, user_id) select "cartId", "userId" from buyers;
    insert into cart_lines (id, cart_id, product_id, quantity, price_npr, price_usd)
      select (line->>'id')::uuid, "cartId", p.id, 1, p.price_npr, p.price_usd
      from buyers, json_array_elements(lines) as line join products p on p.slug = 'sample-' || (line->>'product');
    alter table buyers add primary key (n);
    create sequence buyer_numbers minvalue 0;
    analyze products, buyers, users, sessions, addresses, carts, cart_lines`)
  return buyers
}
