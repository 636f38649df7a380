import { sql } from 'drizzle-orm'
import { type Db, statement } from '#platform/db.server.ts'
import type { ShownStock } from './cache-validator.server.ts'
import { choicesWanted, lockedInOrder, pieceJson, sale, soldJson } from './fragments.server.ts'
import type { Piece, PieceAsked, PieceCount, SoldPiece } from './schema.ts'

const piecesStatement = statement<{ products: string; attributes: string }, { piece: Piece | null }>(
  'catalog_pieces',
  ({ products, attributes }) => sql`
    select ${pieceJson(sql`w.product_id`, sql`w.attribute_id`)} as piece
    from unnest(${products}::int[], ${attributes}::int[]) with ordinality as w (product_id, attribute_id, place)
    order by w.place`,
)

/** In the order in which they were asked for; nothing for a product that does not exist. */
export async function readPieces(db: Db, asked: PieceAsked[]): Promise<(Piece | undefined)[]> {
  const rows = await piecesStatement(db, columnsOf(asked))
  return rows.map(({ piece }) => piece ?? undefined)
}

type Shown = { products: string; stocks: string; choices: string; stocksOfChoices: string }

const changesStatement = statement<Shown, { version: string; changed: number[] }>(
  'catalog_changes',
  ({ products, stocks, choices, stocksOfChoices }) => sql`
    select version::text as version, array(
      select w.id from unnest(${products}::int[], ${stocks}::int[]) as w (id, stock)
      join products p on p.id = w.id where p.stock <> w.stock
      union all
      select a.product_id from unnest(${choices}::int[], ${stocksOfChoices}::int[]) as w (id, stock)
      join product_attributes a on a.id = w.id where a.stock <> w.stock) as changed
    from shop_version`,
)

/** The shop's version, and which products have another stock than this, in all or of one of these choices. */
export async function readChanges(
  db: Db,
  { products, choices }: ShownStock,
): Promise<{ version: bigint; changed: ReadonlySet<number> }> {
  const [row] = await changesStatement(db, {
    products: arrayText([...products.keys()]),
    stocks: arrayText([...products.values()]),
    choices: arrayText([...choices.keys()]),
    stocksOfChoices: arrayText([...choices.values()]),
  })
  if (!row) throw new Error('The row of shop_version is missing')
  return { version: BigInt(row.version), changed: new Set(row.changed) }
}

type Counted = { products: string; attributes: string; quantities: string }

const takeStatement = statement<Counted, { sold: SoldPiece[] }>(
  'catalog_take_stock',
  ({ products, attributes, quantities }) => sql`
    with wanted as (
      select * from unnest(${products}::int[], ${attributes}::int[], ${quantities}::int[])
        with ordinality as w (product_id, attribute_id, quantity, place)
    ), ${sale}
    select ${soldJson} as sold`,
)

export async function lowerStock(tx: Db, wanted: PieceCount[]): Promise<SoldPiece[]> {
  const [row] = await takeStatement(tx, countsOf(wanted))
  return row?.sold ?? []
}

const lockStatement = statement<{ products: string }, never>(
  'catalog_lock_stock',
  ({ products }) => sql`
    with wanted as (select unnest(${products}::int[]) as product_id), ${lockedInOrder} select count(*) from locked`,
)

/** As sales lock them, and before any row of them is locked: so nobody waits in a circle with a sale. */
export async function lockStock(tx: Db, productIds: number[]): Promise<void> {
  await lockStatement(tx, { products: arrayText(productIds) })
}

const returnStatement = statement<Counted, never>(
  'catalog_return_stock',
  ({ products, attributes, quantities }) => sql`
    with wanted as (
      select * from unnest(${products}::int[], ${attributes}::int[], ${quantities}::int[])
        as w (product_id, attribute_id, quantity)
    ), ${lockedInOrder}, chosen as (
      update product_attributes a set stock = a.stock + w.quantity from ${choicesWanted} w
      where a.id = w.attribute_id and a.product_id = w.product_id and (select count(*) from locked) > 0
      returning a.id
    )
    update products p set stock = p.stock + w.quantity
    from (select product_id, sum(quantity)::int as quantity from wanted
          where attribute_id is null or attribute_id in (select id from chosen) group by product_id) w
    where p.id = w.product_id`,
)

/** Pieces whose choice has left the catalogue since cannot be sold again, and do not come back. */
export async function raiseStock(tx: Db, given: PieceCount[]): Promise<void> {
  await returnStatement(tx, countsOf(given))
}

function countsOf(counted: PieceCount[]): Counted {
  return { ...columnsOf(counted), quantities: arrayText(counted.map(({ quantity }) => quantity)) }
}

function columnsOf(asked: PieceAsked[]): { products: string; attributes: string } {
  return {
    products: arrayText(asked.map(({ productId }) => productId)),
    attributes: arrayText(asked.map(({ attributeId }) => attributeId)),
  }
}

function arrayText(numbers: (number | null)[]): string {
  return `{${numbers.map((number) => number ?? 'null').join(',')}}`
}
