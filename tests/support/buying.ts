import { sql } from 'drizzle-orm'
import type { Shop } from '#modules/shop.server.ts'
import { readRows } from '#platform/db.server.ts'
import { newId } from '#shared/ids.ts'
import type { Answer, AnswerOf } from './answers.ts'
import { type Ask, type Attempt, consultOracle, type Ledger } from './invariants.ts'
import { as, type Person, person } from './people.ts'
import type { TestShop } from './shop.ts'

/** The ids behind the names that a test speaks of. */
export async function idsOf({ db }: Shop) {
  const rows = await readRows<{ id: number; slug: string; attributes: Record<string, number> | null }>(
    db,
    sql`select p.id, p.slug, (select json_object_agg(a.value, a.id) from product_attributes a where a.product_id = p.id)
          as attributes from products p`,
  )
  const bySlug = new Map(rows.map((row) => [row.slug, row]))
  const product = (slug: string) => {
    const row = bySlug.get(slug)
    if (!row) throw new Error(`There is no product ${slug}`)
    return row
  }
  return {
    product: (slug: string) => product(slug).id,
    attribute: (slug: string, value: string) => product(slug).attributes?.[value] ?? 0,
  }
}

export async function archive({ db }: Shop, slug: string): Promise<void> {
  await db.execute(sql`update products set archived_at = now() where slug = ${slug}`)
}

export function asker({ db }: Pick<Shop, 'db'>): Ask {
  return (text) => readRows(db, sql.raw(text))
}

type Wish = { productId: number; quantity?: number; selectedAttributeId?: number | null }
type OrderSaid = { key?: string; body?: object }

/** Somebody who shops through the front door and writes down each attempt to order. */
export type Shopper = Person & {
  addressId: string
  attempts: Attempt[]
  add(wish: Wish): Promise<Answer<'POST', '/api/ShoppingCart/CartItem'>>
  bag(): Promise<AnswerOf<'GET', `/api/ShoppingCart/userId/${string}`>>
  /** Without `key`, no Idempotency-Key is sent. */
  order(said?: OrderSaid): Promise<Answer<'POST', '/api/order'>>
}

export async function shopper(shop: TestShop, name: string): Promise<Shopper> {
  const who = await person(shop, name)
  const addressId = await giveAddress(shop, who.userId)
  const attempts: Attempt[] = []
  const bag = async () => (await shop.json(`/api/ShoppingCart/userId/${who.userId}`, as(who))).body
  const { shoppingCartId } = await bag()
  return {
    ...who,
    addressId,
    attempts,
    bag,
    add: (wish) => shop.json('/api/ShoppingCart/CartItem', as(who, 'POST', { userId: who.userId, ...wish })),
    order: async ({ key, body = {} } = {}) => {
      const sent = as(who, 'POST', { shoppingCartId, addressId, method: 0, ...body })
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

export async function giveAddress({ db }: Pick<Shop, 'db'>, userId: string): Promise<string> {
  const id = newId()
  await db.execute(
    sql`insert into addresses (id, user_id, country, state, city, street_address, zip_code, first_name, last_name, phone)
        values (${id}, ${userId}, 'Nepal', 'Bagmati', 'Lalitpur', 'Mangal Bazaar 4', '44700', 'Asha', 'Gurung',
                '9800000000')`,
  )
  return id
}

/** The oracle's word on all that these people did. */
export async function wrongs(shop: Shop, before: Ledger, people: Pick<Shopper, 'attempts'>[]): Promise<string[]> {
  return consultOracle(
    asker(shop),
    before,
    people.flatMap(({ attempts }) => attempts),
  )
}
