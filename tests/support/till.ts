import { sql } from 'drizzle-orm'
import { addToCart, readCart } from '#modules/cart/service.server.ts'
import type { OrderRequest } from '#modules/orders/schema.ts'
import { listOrders, placeOrder } from '#modules/orders/service.server.ts'
import { type Db, readRows } from '#platform/db.server.ts'
import { usualDelivery } from '#shared/delivery.ts'
import { giveAddress, idsOf } from './buying.ts'
import { person } from './people.ts'
import { product, stock } from './shelf.ts'
import { openTestShop, type TestShop } from './shop.ts'

/** A shop with much Amber, which has a picture, and much Beryl, which has none. */
export async function shopOfTwoStones(): Promise<TestShop> {
  const shop = await openTestShop()
  await stock(shop, [product({ name: 'Amber', stock: 500 }), product({ name: 'Beryl', stock: 500 })])
  await shop.db.execute(sql`
    with picture as (insert into pictures (hash, width, height, color, widths)
      values ('abc', 800, 1000, '#884422', '{400,800}') returning id)
    insert into product_images (product_id, position, picture_id, alt)
    select products.id, 0, picture.id, 'Amber' from picture, products where slug = 'amber'`)
  return shop
}

/** Somebody who buys without the front door: what a test says of the order module is then all that happens. */
export async function atTheTill(shop: TestShop, name: string) {
  const { userId, email } = await person(shop, name)
  const addressId = await giveAddress(shop, userId)
  const shoppingCartId = (await readCart(shop.db, userId)).id
  const ids = await idsOf(shop)
  const buyer = { userId, email, emailConfirmed: true, name }
  const till = (db: Db = shop.db) => ({
    db,
    jobs: shop.jobs,
    limits: shop.limits,
    shopName: 'Alpine',
    siteUrl: 'https://alpine.test',
    shipping: { npr: 100_00, usd: 40_00 },
    delivery: usualDelivery,
  })
  return {
    userId,
    email,
    addressId,
    shoppingCartId,
    buyer,
    till,
    product: ids.product,
    fill: (slug = 'amber', quantity = 1) =>
      addToCart(shop.db, userId, { productId: ids.product(slug), attributeId: null, quantity }),
    place: (
      said: Partial<OrderRequest> = {},
      { key, db, now }: { key?: string | undefined; db?: Db; now?: Date } = {},
    ) => placeOrder(till(db), buyer, { shoppingCartId, addressId, method: 0, currency: 'USD', ...said }, key, now),
    orders: () => listOrders(shop.db, userId),
  }
}

export async function stockOf({ db }: TestShop, slug: string): Promise<number> {
  const [row] = await readRows<{ stock: number }>(db, sql`select stock from products where slug = ${slug}`)
  return row?.stock ?? Number.NaN
}
