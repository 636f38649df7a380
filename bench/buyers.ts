import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { newId } from '#shared/ids.ts'

export type Buyer = { token: string; userId: string; cartId: string; addressId: string }

export const pieces = 300
const linesInBag = 3

/** People with a session, an address and three pieces in their bag, in a shop with enough of everything. */
export async function fillWithBuyers(databaseUrl: string, count: number): Promise<Buyer[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await addBuyers((script) => client.query(script), count)
  } finally {
    await client.end()
  }
}

/** The same through whatever runs a script of SQL. */
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
    lines: Array.from({ length: linesInBag }, (_, line) => ({
      id: newId(),
      piece: ((n * 7 + line * 101) % pieces) + 1,
    })),
  }))
  await run(
    `insert into products (slug, name, description, category_id, price_npr, price_usd, stock)
     select 'piece-' || n, 'Piece ' || n, 'A piece.', 1, 133000 + n, 1000 + n, 100000000
     from generate_series(1, ${pieces}) as n`,
  )
  await run(
    `create unlogged table buyers as select * from json_to_recordset('${JSON.stringify(rows)}')
       as b (n int, token text, hash text, "userId" uuid, "cartId" uuid, "addressId" uuid, lines json)`,
  )
  // Not what is still empty: a table that was seen empty is read from end to end, however long it has grown since,
  // until it is analysed again. In a real shop nobody analyses an empty table.
  await run(`
    insert into users (id, username, email, role, name, email_confirmed_at)
      select "userId", 'Buyer' || n, 'buyer' || n || '@bench.example', 'Customer', 'Buyer ' || n, now() from buyers;
    insert into sessions (token_hash, user_id) select hash, "userId" from buyers;
    insert into addresses (id, user_id, country, state, city, street_address)
      select "addressId", "userId", 'Nepal', 'Bagmati', 'Lalitpur', 'Mangal Bazaar ' || n from buyers;
    insert into carts (id, user_id) select "cartId", "userId" from buyers;
    insert into cart_lines (id, cart_id, product_id, quantity, price_npr, price_usd)
      select (line->>'id')::uuid, "cartId", p.id, 1, p.price_npr, p.price_usd
      from buyers, json_array_elements(lines) as line join products p on p.slug = 'piece-' || (line->>'piece');
    alter table buyers add primary key (n);
    create sequence turns minvalue 0;
    analyze products, buyers, users, sessions, addresses, carts, cart_lines`)
  return buyers
}
