import { sql } from 'drizzle-orm'
import type { Shop } from '#modules/shop.server.ts'
import { readRows } from '#platform/db.server.ts'
import { newId } from '#shared/ids.ts'
import { as, type Person, person } from './accounts.ts'
import { type Attempt, findViolations, type RunQuery, type Snapshot } from './invariants.ts'
import type { ResponseBodyOf, TestResponse } from './response-types.ts'
import type { TestShop } from './shop.ts'

/** Looks up the ids of products and variants by slug and value. */
export async function findProductIds({ db }: Shop) {
  const rows = await readRows<{ id: number; slug: string; variants: Record<string, number> | null }>(
    db,
    sql`select p.id, p.slug, (select json_object_agg(a.value, a.id) from product_variants a where a.product_id = p.id)
          as variants from products p`,
  )
  const bySlug = new Map(rows.map((row) => [row.slug, row]))
  const product = (slug: string) => {
    const row = bySlug.get(slug)
    if (!row) throw new Error(`There is no product ${slug}`)
    return row
  }
  return {
    product: (slug: string) => product(slug).id,
    variant: (slug: string, value: string) => product(slug).variants?.[value] ?? 0,
  }
}

export async function archiveProduct({ db }: Shop, slug: string): Promise<void> {
  await db.execute(sql`update products set archived_at = now() where slug = ${slug}`)
}

export function queryRunner({ db }: Pick<Shop, 'db'>): RunQuery {
  return (text) => readRows(db, sql.raw(text))
}

type CartItemInput = { productId: number; quantity?: number; selectedAttributeId?: number | null }
type OrderOptions = { key?: string; body?: object }

/** A customer who shops through the API and records each attempt to order. */
export type Shopper = Person & {
  addressId: string
  attempts: Attempt[]
  add(item: CartItemInput): Promise<TestResponse<'POST', '/api/ShoppingCart/CartItem'>>
  cart(): Promise<ResponseBodyOf<'GET', `/api/ShoppingCart/userId/${string}`>>
  /** Sends no Idempotency-Key if `key` is missing. */
  order(options?: OrderOptions): Promise<TestResponse<'POST', '/api/order'>>
}

export async function shopper(shop: TestShop, name: string): Promise<Shopper> {
  const account = await person(shop, name)
  const addressId = await addAddress(shop, account.userId)
  const attempts: Attempt[] = []
  const cart = async () => (await shop.json(`/api/ShoppingCart/userId/${account.userId}`, as(account))).body
  const { shoppingCartId } = await cart()
  return {
    ...account,
    addressId,
    attempts,
    cart,
    add: (item) => shop.json('/api/ShoppingCart/CartItem', as(account, 'POST', { userId: account.userId, ...item })),
    order: async ({ key, body = {} } = {}) => {
      const sent = as(account, 'POST', { shoppingCartId, addressId, method: 0, ...body })
      const headers = { ...sent.headers, ...(key === undefined ? {} : { 'Idempotency-Key': key }) }
      const answer = await shop.json('/api/order', { ...sent, headers })
      attempts.push({
        key: key ?? null,
        status: answer.status,
        orderId: answer.status < 400 ? answer.body.orderId : null,
      })
      return answer
    },
  }
}

export async function addAddress({ db }: Pick<Shop, 'db'>, userId: string): Promise<string> {
  const id = newId()
  await db.execute(
    sql`insert into addresses (id, user_id, country, state, city, street_address, zip_code, first_name, last_name, phone)
        values (${id}, ${userId}, 'Nepal', 'Bagmati', 'Lalitpur', 'Mangal Bazaar 4', '44700', 'Asha', 'Gurung',
                '9800000000')`,
  )
  return id
}

/** The invariants that these shoppers' orders break. */
export async function findOrderViolations(
  shop: Shop,
  before: Snapshot,
  shoppers: Pick<Shopper, 'attempts'>[],
): Promise<string[]> {
  return findViolations(
    queryRunner(shop),
    before,
    shoppers.flatMap(({ attempts }) => attempts),
  )
}
