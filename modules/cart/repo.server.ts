import { type SQL, sql } from 'drizzle-orm'
import { itemOnSale, stockItemJson } from '#modules/catalog/fragments.server.ts'
import { discountJson } from '#modules/discounts/fragments.server.ts'
import { type Db, readRows, statement } from '#platform/db.server.ts'
import { newId } from '#shared/ids.ts'
import type { CartLineInput, StoredCart, StoredCartWithItems, StoredLine } from './contract.ts'
import { carts } from './tables.server.ts'

const lineJson = sql`json_build_object(
  'id', l.id, 'productId', l.product_id, 'variantId', l.variant_id, 'quantity', l.quantity,
  'priceNpr', l.price_npr, 'priceUsd', l.price_usd)`

const lineWithItemJson = sql`json_build_object(
  'id', l.id, 'productId', l.product_id, 'variantId', l.variant_id, 'quantity', l.quantity,
  'priceNpr', l.price_npr, 'priceUsd', l.price_usd, 'item', ${stockItemJson(sql`l.product_id`, sql`l.variant_id`)})`

const linesOf = (json: SQL, cartId: SQL) => sql`
  coalesce((select json_agg(${json} order by l.place) from cart_lines l where l.cart_id = ${cartId}), '[]')`

const codeColumns = (userId: SQL) => sql`
  c.discount_code as "discountCode", ${discountJson(sql`c.discount_code`, userId)} as discount`

const storedStatement = statement<{ userId: string }, StoredCart>(
  'cart_stored',
  ({ userId }) =>
    sql`select c.id, c.note, ${codeColumns(sql`c.user_id`)}, ${linesOf(lineJson, sql`c.id`)} as lines
        from carts c where c.user_id = ${userId}`,
)

const findStatement = statement<{ userId: string }, StoredCartWithItems>(
  'cart_find',
  ({ userId }) =>
    sql`select c.id, c.note, ${codeColumns(sql`c.user_id`)}, ${linesOf(lineWithItemJson, sql`c.id`)} as lines
        from carts c where c.user_id = ${userId}`,
)

export async function findCart(db: Db, userId: string): Promise<StoredCartWithItems | undefined> {
  const [cart] = await findStatement(db, { userId })
  return cart
}

/** Returns undefined if the user already has a cart. */
export async function insertCart(db: Db, userId: string): Promise<StoredCartWithItems | undefined> {
  const [cart] = await db
    .insert(carts)
    .values({ id: newId(), userId })
    .onConflictDoNothing()
    .returning({ id: carts.id })
  return cart && { id: cart.id, note: '', discountCode: null, discount: null, lines: [] }
}

/** Every change locks the cart row and sets `updated_at`, so orders and changes never interleave. */
const lockedCart = (id: unknown, userId: unknown) => sql`
  insert into carts (id, user_id) values (${id}, ${userId})
  on conflict (user_id) do update set updated_at = now() returning id, note`

type AddLineParameters = CartLineInput & {
  cartId: string
  userId: string
  lineId: string
  maxQuantity: number
  maxLines: number
  retry: boolean
}

type CartAfterAdding = StoredCartWithItems & { isAdded: boolean }

/**
 * If the statement blocked on the cart row, its snapshot is stale. It inserts nothing when `updated_at` changed, unless
 * `retry` is set.
 */
const addStatement = statement<AddLineParameters, CartAfterAdding>('cart_add', (parameters) => {
  const [productId, variantId] = [sql`${parameters.productId}::int`, sql`${parameters.variantId}::int`]
  return sql`
    with item as materialized (${itemOnSale(productId, variantId, sql`${parameters.quantity}::int`)}),
    c as (
      insert into carts (id, user_id) select ${parameters.cartId}::uuid, ${parameters.userId}::uuid from item
      on conflict (user_id) do update set updated_at = now()
        where ${parameters.retry}::boolean
          or carts.updated_at = (select own.updated_at from carts own where own.user_id = carts.user_id)
      returning id, note, discount_code, user_id
    ), put as (
      insert into cart_lines as l (id, cart_id, product_id, variant_id, quantity, price_npr, price_usd)
      select ${parameters.lineId}::uuid, c.id, ${productId}, ${variantId}, ${parameters.quantity}::int, price_npr, price_usd
      from c, item
      where (select count(*) from cart_lines other where other.cart_id = c.id
               and (other.product_id, other.variant_id) is distinct from (${productId}, ${variantId}))
            < ${parameters.maxLines}::int
      on conflict (cart_id, product_id, variant_id) do update
        set quantity = l.quantity + excluded.quantity, price_npr = excluded.price_npr, price_usd = excluded.price_usd
        where l.quantity + excluded.quantity <= (select least(stock, ${parameters.maxQuantity}::int) from item)
      returning *
    ), lines as (
      select l.* from cart_lines l, c where l.cart_id = c.id and l.id is distinct from (select id from put)
      union all select * from put
    )
    select c.id, c.note, ${codeColumns(sql`c.user_id`)}, exists (select from put) as "isAdded",
      (select json_agg(${lineWithItemJson} order by l.place) from lines l) as lines
    from c`
})

/**
 * Returns undefined if the item cannot be sold in this quantity, or if the cart changed concurrently and `retry` is not
 * set. `isAdded` is false if the cart would exceed one of the limits.
 */
export async function addToLine(
  db: Db,
  userId: string,
  line: CartLineInput,
  options: { maxQuantity: number; maxLines: number; retry: boolean },
): Promise<CartAfterAdding | undefined> {
  const [cart] = await addStatement(db, { cartId: newId(), userId, lineId: newId(), ...line, ...options })
  return cart
}

/** Call `replaceLines` in the same transaction. */
export async function lockCart(tx: Db, userId: string): Promise<StoredCart> {
  const locked = await readRows(tx, lockedCart(newId(), userId))
  const cart = locked.length > 0 ? (await storedStatement(tx, { userId }))[0] : undefined
  if (!cart) throw new Error('The cart could not be locked')
  return cart
}

export async function replaceLines(
  tx: Db,
  cart: { id: string; note: string },
  remainingIds: string[],
  lines: StoredLine[],
): Promise<void> {
  await tx.execute(sql`
    with noted as (update carts set note = ${cart.note} where id = ${cart.id}),
    dropped as (delete from cart_lines where cart_id = ${cart.id} and id <> all(${`{${remainingIds.join(',')}}`}::uuid[]))
    insert into cart_lines as l (id, cart_id, product_id, variant_id, quantity, price_npr, price_usd)
    select id, ${cart.id}, product_id, variant_id, quantity, price_npr, price_usd
    from json_to_recordset(${JSON.stringify(lines.map(columnsOf))}::json)
      as sent (id uuid, product_id int, variant_id int, quantity int, price_npr bigint, price_usd bigint)
    on conflict (cart_id, product_id, variant_id) do update
      set quantity = excluded.quantity, price_npr = excluded.price_npr, price_usd = excluded.price_usd`)
}

function columnsOf({ id, productId, variantId, quantity, priceNpr, priceUsd }: StoredLine): Record<string, unknown> {
  return {
    id,
    product_id: productId,
    variant_id: variantId,
    quantity,
    price_npr: priceNpr,
    price_usd: priceUsd,
  }
}

export async function deleteLine(db: Db, userId: string, lineId: string): Promise<boolean> {
  const deleted = await readRows(
    db,
    sql`with c as (
      update carts set updated_at = now() where user_id = ${userId}
        and exists (select from cart_lines l where l.id = ${lineId} and l.cart_id = carts.id)
      returning id
    )
    delete from cart_lines where id = ${lineId} and cart_id = (select id from c) returning id`,
  )
  return deleted.length > 0
}

/** Null removes the code. */
export async function storeDiscountCode(db: Db, userId: string, discountCode: string | null): Promise<void> {
  await db
    .insert(carts)
    .values({ id: newId(), userId, discountCode })
    .onConflictDoUpdate({ target: carts.userId, set: { discountCode, updatedAt: sql`now()` } })
}
