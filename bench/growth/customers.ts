import type { Loader } from '../copy.ts'

/** All customers have the same creation time, so an id follows from its number. */
const joinedAt = Date.UTC(2024, 0, 1)
const idOf = (kind: number) => `load.id(${joinedAt + kind}, n)`
const user = idOf(0)
const cart = idOf(1)
const wishlist = idOf(2)
const firstProduct = (products: number) => `(hashint4(n) & 2147483647) % ${products}`

export function customer(n: number): { userId: string; token: string } {
  const hex = `${joinedAt.toString(16).padStart(12, '0')}70008000${n.toString(16).padStart(12, '0')}`
  const userId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { userId, token: tokenOf(n) }
}

const tokenOf = (n: number) => `token-of-customer-${n}`
const hashInSql = `encode(sha256(convert_to('${tokenOf(0).slice(0, -1)}' || n, 'UTF8')), 'hex')`

/** Number 1 is the owner, all others are customers; every third has a cart and a wishlist. */
export async function loadCustomers(
  { run, fill }: Loader,
  size: { customers: number; products: number },
): Promise<void> {
  const { customers, products } = size
  const everyone = `generate_series(1, ${customers}) as n`
  const every = (step: number) => `generate_series(1, ${customers}, ${step}) as n`
  const name = `split_part(initcap(maker.word), ' ', 1) || ' ' || stone.word`
  const named = `
    join load.names maker on maker.kind = 'maker' and maker.place = 1 + n % (select count(*) from load.names where kind = 'maker')
    join load.names stone on stone.kind = 'stone' and stone.place = 1 + n % 29`
  await fill(
    'users',
    'id, username, email, role, name, phone_number, email_confirmed_at',
    `select ${user}, 'person' || n, 'person' || n || '@growth.example', case n when 1 then 'Owner' else 'Customer' end,
       ${name}, '98' || lpad(n::text, 8, '0'), now() from ${everyone} ${named}`,
  )
  await fill('sessions', 'token_hash, user_id', `select ${hashInSql}, ${user} from ${everyone}`)
  await fill(
    'addresses',
    'id, user_id, country, state, city, street_address, is_default',
    `select ${idOf(3)}, ${user}, 'Nepal', 'Bagmati', 'Lalitpur', 'Mangal Bazaar ' || n, true from ${everyone}`,
  )
  await fill('carts', 'id, user_id', `select ${cart}, ${user} from ${every(3)}`)
  await fill(
    'cart_lines',
    'id, cart_id, product_id, quantity, price_npr, price_usd',
    `select load.id(${joinedAt} + at, n), ${cart}, 1 + (${firstProduct(products)} + at) % ${products}, 1, 133000, 1000
     from ${every(3)}, generate_series(1, 3) as at`,
  )
  await fill('wishlists', 'id, user_id', `select ${wishlist}, ${user} from ${every(3)}`)
  await fill(
    'wishlist_products',
    'wishlist_id, product_id, saved_at',
    `select ${wishlist}, 1 + (${firstProduct(products)} + at * 7) % ${products}, now() from ${every(3)}, generate_series(1, 5) as at`,
  )
  await fill(
    'emails',
    'id, to_address, subject, html, text, status, user_id',
    `select ${idOf(4)}, 'person' || n || '@growth.example', 'Welcome', '<p>Welcome.</p>', 'Welcome.',
       case when n % 1000 = 0 then 'failed' else 'sent' end, ${user} from ${everyone}`,
  )
  await fill(
    'audit_log',
    'at, actor_id, actor_name, action, subject, subject_id',
    `select now() - n * interval '1 minute', load.id(${joinedAt}, 1), 'Owner', 'edit',
       (array['product', 'order', 'review'])[1 + n % 3], n::text from ${everyone}`,
  )
  await fill(
    'enquiries',
    'id, kind, name, email, message, status, user_id',
    `select ${idOf(5)}, case n % 2 when 0 then 'contact' else 'bulk' end, ${name}, 'person' || n || '@growth.example',
       'Is this product in stock?', case when n % 500 = 1 then 'new' else 'closed' end, ${user} from ${every(2)} ${named}`,
  )
  await fill(
    'stock_alerts',
    'id, product_id, user_id, email, confirmed_at, sent_at',
    `select load.id(${joinedAt} + 6 + at, n), p.id, ${user}, 'person' || n || '@growth.example', now(),
       case when p.stock > 0 then now() end
     from ${every(3)} cross join generate_series(1, 2) as at
     join products p on p.id = 1 + (${firstProduct(products)} + at) % ${products}`,
  )
  await run(`update reviews set approved_at = null where id % 400 = 0`)
}
