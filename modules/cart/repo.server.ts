import { type SQL, sql } from 'drizzle-orm'
import { pieceJson, sale, soldJson } from '#modules/catalog/fragments.server.ts'
import type { Piece, SoldPiece } from '#modules/catalog/schema.ts'
import { type Db, readRows, statement } from '#platform/db.server.ts'
import { newId } from '#shared/ids.ts'
import type { FoundCart, LineToPut, StoredCart, StoredLine } from './schema.ts'
import { carts } from './tables.server.ts'

const lineJson = sql`json_build_object(
  'id', l.id, 'productId', l.product_id, 'attributeId', l.attribute_id, 'quantity', l.quantity,
  'priceNpr', l.price_npr, 'priceUsd', l.price_usd)`

const foundLineJson = sql`json_build_object(
  'id', l.id, 'productId', l.product_id, 'attributeId', l.attribute_id, 'quantity', l.quantity,
  'priceNpr', l.price_npr, 'priceUsd', l.price_usd, 'piece', ${pieceJson(sql`l.product_id`, sql`l.attribute_id`)})`

const linesOf = (json: SQL, cartId: SQL) => sql`
  coalesce((select json_agg(${json} order by l.place) from cart_lines l where l.cart_id = ${cartId}), '[]')`

const storedStatement = statement<{ userId: string }, StoredCart>(
  'cart_stored',
  ({ userId }) =>
    sql`select c.id, c.note, ${linesOf(lineJson, sql`c.id`)} as lines from carts c where c.user_id = ${userId}`,
)

const findStatement = statement<{ userId: string }, FoundCart>(
  'cart_find',
  ({ userId }) =>
    sql`select c.id, c.note, ${linesOf(foundLineJson, sql`c.id`)} as lines from carts c where c.user_id = ${userId}`,
)

/** With the pieces of its lines. */
export async function findCart(db: Db, userId: string): Promise<FoundCart | undefined> {
  const [cart] = await findStatement(db, { userId })
  return cart
}

/** Nothing where there is one already. */
export async function insertCart(db: Db, userId: string): Promise<FoundCart | undefined> {
  const [cart] = await db
    .insert(carts)
    .values({ id: newId(), userId })
    .onConflictDoNothing()
    .returning({ id: carts.id })
  return cart && { id: cart.id, note: '', lines: [] }
}

/** Every change of a bag holds its row, so that an order and a change never mix, and marks it with its time. */
const lockedCart = (id: unknown, userId: unknown) => sql`
  insert into carts (id, user_id) values (${id}, ${userId})
  on conflict (user_id) do update set updated_at = now() returning id, note`

type Addition = LineToPut & {
  cartId: string
  userId: string
  lineId: string
  most: number
  mostLines: number
  waited: boolean
}

export type Added = {
  piece: Piece | null
  cart: FoundCart | null
  line: StoredLine | null
}

/**
 * A statement that had to wait for the bag's row still sees the other lines as they were before: so where the mark is
 * not the one it saw, it puts nothing in, unless it is told that it has `waited` already.
 */
const addStatement = statement<Addition, Added>(
  'cart_add',
  (given) => sql`
    with asked as materialized (
      select w.*, ${pieceJson(sql`w.product_id`, sql`w.attribute_id`)} as piece
      from (select ${given.userId}::uuid as user_id, ${given.productId}::int as product_id,
              ${given.attributeId}::int as attribute_id, ${given.quantity}::int as quantity) w
    ), fit as (
      select asked.*, "priceNpr", "priceUsd", least(stock, ${given.most}::int) as most
      from asked, json_to_record(asked.piece) as p
        ("priceNpr" bigint, "priceUsd" bigint, stock int, "isArchived" boolean, "choiceFits" boolean)
      where "choiceFits" and not "isArchived" and stock >= quantity
    ), c as (
      insert into carts (id, user_id) select ${given.cartId}::uuid, user_id from fit
      on conflict (user_id) do update set updated_at = now()
        where ${given.waited}::boolean
          or carts.updated_at = (select seen.updated_at from carts seen where seen.user_id = carts.user_id)
      returning id, note
    ), l as (
      insert into cart_lines as l (id, cart_id, product_id, attribute_id, quantity, price_npr, price_usd)
      select ${given.lineId}::uuid, c.id, product_id, attribute_id, quantity, "priceNpr", "priceUsd" from c, fit
      where (select count(*) from cart_lines other where other.cart_id = c.id
               and (other.product_id, other.attribute_id) is distinct from (fit.product_id, fit.attribute_id))
            < ${given.mostLines}::int
      on conflict (cart_id, product_id, attribute_id) do update
        set quantity = l.quantity + excluded.quantity, price_npr = excluded.price_npr, price_usd = excluded.price_usd
        where l.quantity + excluded.quantity <= (select most from fit)
      returning *
    )
    select piece, (select ${lineJson} from l) as line,
      (select json_build_object('id', c.id, 'note', c.note, 'lines', ${linesOf(foundLineJson, sql`c.id`)}) from c) as cart
    from asked`,
)

/**
 * No cart where the piece cannot be had, or where somebody else has changed the bag meanwhile and this call has not
 * `waited`; no line where the bag would then hold more than `most` of it, or more than `mostLines` different pieces.
 * The lines are those from before.
 */
export async function addToLine(
  db: Db,
  userId: string,
  line: LineToPut,
  how: { most: number; mostLines: number; waited: boolean },
): Promise<Added> {
  const [added] = await addStatement(db, { cartId: newId(), userId, lineId: newId(), ...line, ...how })
  if (!added) throw new Error('A piece was put nowhere')
  return added
}

/** To be followed by `replaceLines` in the same transaction. */
export async function lockCart(tx: Db, userId: string): Promise<StoredCart> {
  const { rows } = (await tx.execute(lockedCart(newId(), userId))) as unknown as { rows: { id: string }[] }
  const cart = rows.length > 0 ? (await storedStatement(tx, { userId }))[0] : undefined
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

type Sold = { note: string; lines: SoldPiece[] }

const sellStatement = statement<{ userId: string; cartId: string }, Sold>(
  'cart_sell',
  ({ userId, cartId }) => sql`
    with c as materialized (
      select id, note from carts where id = ${cartId} and user_id = ${userId} for update
    ), wanted as (
      delete from cart_lines where cart_id = (select id from c) returning product_id, attribute_id, quantity, place
    ), cleared as (
      update carts set note = '', updated_at = now() where id = (select id from c)
    ), ${sale}
    select c.note, ${soldJson} as lines from c`,
)

/** Takes everything out of the bag and from stock; nothing where it is not this person's. */
export async function sellCart(tx: Db, userId: string, cartId: string): Promise<Sold | undefined> {
  const [sold] = await sellStatement(tx, { userId, cartId })
  return sold
}
