import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Db, statement } from '#platform/db.server.ts'
import { newId } from '#shared/ids.ts'
import type { LineToPut, StoredCart, StoredLine } from './schema.ts'
import { cartLines, carts } from './tables.server.ts'

const lineJson = sql`json_build_object(
  'id', l.id, 'productId', l.product_id, 'attributeId', l.attribute_id, 'quantity', l.quantity,
  'priceNpr', l.price_npr, 'priceUsd', l.price_usd)`

const linesOf = sql`
  coalesce((select json_agg(${lineJson} order by l.place) from cart_lines l where l.cart_id = c.id), '[]')`

const findStatement = statement<{ userId: string }, StoredCart>(
  'cart_find',
  ({ userId }) => sql`select c.id, c.note, ${linesOf} as lines from carts c where c.user_id = ${userId}`,
)

export async function findCart(db: Db, userId: string): Promise<StoredCart | undefined> {
  const [cart] = await findStatement(db, { userId })
  return cart
}

/** Nothing where there is one already. */
export async function insertCart(db: Db, userId: string): Promise<StoredCart | undefined> {
  const [cart] = await db
    .insert(carts)
    .values({ id: newId(), userId })
    .onConflictDoNothing()
    .returning({ id: carts.id })
  return cart && { id: cart.id, note: '', lines: [] }
}

/** Every change of a bag holds its row, so that an order and a change never mix. */
const lockedCart = (id: unknown, userId: unknown) => sql`
  insert into carts (id, user_id) values (${id}, ${userId})
  on conflict (user_id) do update set updated_at = now() returning id, note`

type Addition = {
  cartId: string
  userId: string
  lineId: string
  productId: number
  attributeId: number | null
  quantity: number
  priceNpr: number
  priceUsd: number
  most: number
  mostLines: number
}

const addStatement = statement<Addition, { quantity: number }>(
  'cart_add',
  (given) => sql`
    with cart as (${lockedCart(given.cartId, given.userId)})
    insert into cart_lines as l (id, cart_id, product_id, attribute_id, quantity, price_npr, price_usd)
    select ${given.lineId}, cart.id, ${given.productId}::int, ${given.attributeId}::int, ${given.quantity}::int,
      ${given.priceNpr}::bigint, ${given.priceUsd}::bigint from cart
    where (select count(*) from cart_lines other where other.cart_id = cart.id
             and (other.product_id, other.attribute_id)
               is distinct from (${given.productId}::int, ${given.attributeId}::int)) < ${given.mostLines}::int
    on conflict (cart_id, product_id, attribute_id) do update
      set quantity = l.quantity + excluded.quantity, price_npr = excluded.price_npr, price_usd = excluded.price_usd
      where l.quantity + excluded.quantity <= ${given.most}::int
    returning l.quantity`,
)

/** False where the bag would then hold more than `most` of it, or more than `mostLines` different pieces. */
export async function addToLine(
  db: Db,
  userId: string,
  line: Omit<StoredLine, 'id'>,
  limits: { most: number; mostLines: number },
): Promise<boolean> {
  const rows = await addStatement(db, { cartId: newId(), userId, lineId: newId(), ...line, ...limits })
  return rows.length > 0
}

/** To be followed by `replaceLines` in the same transaction. */
export async function lockCart(tx: Db, userId: string): Promise<StoredCart> {
  const { rows } = (await tx.execute(lockedCart(newId(), userId))) as unknown as { rows: { id: string }[] }
  const cart = rows.length > 0 ? await findCart(tx, userId) : undefined
  if (!cart) throw new Error('A bag could not be locked')
  return cart
}

export async function replaceLines(
  tx: Db,
  cart: { id: string; note: string },
  keep: string[],
  put: StoredLine[],
): Promise<void> {
  await tx.execute(sql`
    with noted as (update carts set note = ${cart.note} where id = ${cart.id}),
    dropped as (delete from cart_lines where cart_id = ${cart.id} and id <> all(${`{${keep.join(',')}}`}::uuid[]))
    insert into cart_lines as l (id, cart_id, product_id, attribute_id, quantity, price_npr, price_usd)
    select id, ${cart.id}, product_id, attribute_id, quantity, price_npr, price_usd
    from json_to_recordset(${JSON.stringify(put.map(columnsOf))}::json)
      as sent (id uuid, product_id int, attribute_id int, quantity int, price_npr bigint, price_usd bigint)
    on conflict (cart_id, product_id, attribute_id) do update
      set quantity = excluded.quantity, price_npr = excluded.price_npr, price_usd = excluded.price_usd`)
}

function columnsOf({ id, productId, attributeId, quantity, priceNpr, priceUsd }: StoredLine): Record<string, unknown> {
  return {
    id,
    product_id: productId,
    attribute_id: attributeId,
    quantity,
    price_npr: priceNpr,
    price_usd: priceUsd,
  }
}

export async function deleteLine(db: Db, userId: string, lineId: string): Promise<boolean> {
  const own = db.select({ id: carts.id }).from(carts).where(eq(carts.userId, userId))
  const deleted = await db
    .delete(cartLines)
    .where(and(eq(cartLines.id, lineId), inArray(cartLines.cartId, own)))
    .returning({ id: cartLines.id })
  return deleted.length > 0
}

type Taken = { note: string; lines: LineToPut[] }

const emptyStatement = statement<{ userId: string; cartId: string }, Taken>(
  'cart_empty',
  ({ userId, cartId }) => sql`
    with c as materialized (
      select id, note from carts where id = ${cartId} and user_id = ${userId} for update
    ), l as (
      delete from cart_lines where cart_id = (select id from c) returning *
    ), cleared as (
      update carts set note = '' where id = (select id from c) and note <> ''
    )
    select c.note, coalesce((select json_agg(${lineJson} order by l.place) from l), '[]') as lines from c`,
)

/** Takes everything out of the bag; nothing where it is not this person's. */
export async function emptyCart(tx: Db, userId: string, cartId: string): Promise<Taken | undefined> {
  const [taken] = await emptyStatement(tx, { userId, cartId })
  return taken
}
