import { sql } from 'drizzle-orm'
import { addToCart, readCart } from '#modules/cart/service.server.ts'
import type { OrderRequest } from '#modules/orders/contract.ts'
import { listOrders, placeOrder } from '#modules/orders/service.server.ts'
import { type Db, readRows } from '#platform/db.server.ts'
import { defaultDelivery } from '#shared/delivery.ts'
import { defaultShipping } from '#shared/shipping.ts'
import { person } from './accounts.ts'
import { addProducts, product } from './products.ts'
import { openTestShop, type TestShop } from './shop.ts'
import { addAddress, findProductIds } from './shopper.ts'

/** A shop with Amber, which has a picture, and Beryl, which has none; 500 of each in stock. */
export async function shopWithTwoProducts(): Promise<TestShop> {
  const shop = await openTestShop()
  await addProducts(shop, [product({ name: 'Amber', stock: 500 }), product({ name: 'Beryl', stock: 500 })])
  await shop.db.execute(sql`
    with picture as (insert into pictures (hash, width, height, color, widths)
      values ('abc', 800, 1000, '#884422', '{400,800}') returning id)
    insert into product_images (product_id, position, picture_id, alt)
    select products.id, 0, picture.id, 'Amber' from picture, products where slug = 'amber'`)
  return shop
}

/** A buyer who calls the order service directly, so a test can pass its own database handle. */
export async function createBuyer(shop: TestShop, name: string) {
  const { userId, email } = await person(shop, name)
  const addressId = await addAddress(shop, userId)
  const shoppingCartId = (await readCart(shop.db, userId)).id
  const ids = await findProductIds(shop)
  const buyer = { userId, email, emailConfirmed: true, name }
  const orderContext = (db: Db = shop.db) => ({
    db,
    jobs: shop.jobs,
    limits: shop.limits,
    shopName: 'Alpine',
    siteUrl: 'https://alpine.test',
    shipping: defaultShipping,
    delivery: defaultDelivery,
    seller: { name: 'Alpine', lines: [], isVatRegistered: false, fiscalYearStart: '07-16' },
    undoSeconds: 0,
  })
  return {
    userId,
    email,
    addressId,
    shoppingCartId,
    buyer,
    orderContext,
    product: ids.product,
    addToCart: (slug = 'amber', quantity = 1) =>
      addToCart(shop.db, userId, { productId: ids.product(slug), variantId: null, quantity }),
    place: (
      request: Partial<OrderRequest> = {},
      { key, db, now }: { key?: string | undefined; db?: Db; now?: Date } = {},
    ) =>
      placeOrder(
        orderContext(db),
        buyer,
        { shoppingCartId, addressId, method: 0, currency: 'USD', ...request },
        key,
        now,
      ),
    orders: () => listOrders(shop.db, userId),
  }
}

export async function stockOf({ db }: TestShop, slug: string): Promise<number> {
  const [row] = await readRows<{ stock: number }>(db, sql`select stock from products where slug = ${slug}`)
  return row?.stock ?? Number.NaN
}
