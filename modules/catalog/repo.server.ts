import { eq, type Name, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { type Db, readRows, statement } from '#platform/db.server.ts'
import type { Card, Product, ProductFacts, SortOrder, SummaryCard } from './schema.ts'
import { relatedLimit } from './schema.ts'
import { productAttributes, productImages, products, reviews } from './tables.server.ts'

/** Which products a list holds, and in which order. */
export type ListQuestion = {
  categoryIds?: number[]
  tagKey?: string
  color?: string
  size?: string
  text?: string
  sort?: SortOrder
}

const shownReviews = 50
/** Of whole tags, descriptions, facts and names. */
const rankWeights = '{0.6, 0.05, 0.2, 1}'

/** So many ids of a list are read at once: a thousand pages of twelve, and no more of a million products. */
export const stretchLength = 12_000

type AskedStretch = { question: ListQuestion; start: number; knownVersion: string }
/** `near`: what a search that found nothing may have meant. */
type ReadStretch = { total: number; ids: number[]; near?: string[] | null }
type StretchesRow = { version: string } & Record<string, unknown>
type AskStretches = (db: Db, values: Record<string, unknown>) => Promise<StretchesRow[]>

/** One for each combination of filters and orders that was ever asked for. */
const stretchStatements = new Map<string, AskStretches>()

/** Stretches of lists; one is left out where the shop still has the version that the caller knows. */
export async function readStretches(
  db: Db,
  asked: AskedStretch[],
): Promise<{ version: string; lists: (ReadStretch | null)[] }> {
  const shape = asked.map(({ question }) => shapeOf(question)).join('-')
  const ask = stretchStatements.get(shape) ?? writeStretchStatement(shape, asked)
  stretchStatements.set(shape, ask)
  const [row] = await ask(db, Object.assign({}, ...asked.map(valuesOf)))
  if (!row) throw new Error('The row of shop_version is missing')
  return { version: row.version, lists: asked.map((_, index) => row[`list${index}`] as ReadStretch | null) }
}

/** A letter for each part of the question: two questions of one shape differ in their values alone. */
function shapeOf(question: ListQuestion): string {
  const { categoryIds, tagKey, color, size, text, sort } = question
  const parts = { [isOneCategory(question) ? 'o' : 'k']: categoryIds, t: tagKey, c: color, s: size, w: text }
  const filters = Object.entries(parts).map(([letter, part]) => (part === undefined ? '' : letter))
  return `${filters.join('')}${sort ?? ''}`
}

function valuesOf({ question, ...known }: AskedStretch, index: number): Record<string, unknown> {
  const { categoryIds, sort: _, ...texts } = question
  const values = { ...texts, ...known, categoryIds: categoryIds && arrayText(categoryIds) }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name + index, value]))
}

function writeStretchStatement(shape: string, asked: AskedStretch[]): AskStretches {
  return statement<Record<string, unknown>, StretchesRow>(`catalog_stretches_${shape}`, (given) => {
    const withs: SQL[] = []
    const columns = asked.map(({ question }, index) => {
      const value: GivenValue = (name) => sql`${given[name + index]}`
      const { source, order, named } = foundBy(question, sql.identifier(`found${index}`), value)
      if (named) withs.push(named)
      const near =
        question.text === undefined
          ? sql``
          : sql`, 'near', case when not exists (select from ${source}) then nearest_names(${value('text')}) end`
      return sql`case when version::text <> ${value('knownVersion')} then json_build_object(
        'total', (select count(*) from ${source}),
        'ids', array(select id from ${source} order by ${order}
          limit ${sql.raw(String(stretchLength))} offset ${value('start')}::bigint)${near})
        end as ${sql.identifier(`list${index}`)}`
    })
    const beginning = withs.length > 0 ? sql`with ${sql.join(withs, sql`, `)}` : sql``
    return sql`${beginning} select version::text as version, ${sql.join(columns, sql`, `)} from shop_version`
  })
}

const isOneCategory = ({ categoryIds }: ListQuestion) => categoryIds?.length === 1

type GivenValue = (name: keyof ListQuestion | 'start' | 'knownVersion') => SQL

/** An index counts and sorts whole categories; whatever else is looked for is found once, then counted and sorted. */
function foundBy(question: ListQuestion, name: Name, value: GivenValue): { source: SQL; order: SQL; named?: SQL } {
  const { categoryIds, tagKey, color, size, text, sort } = question
  const conditions = [sql`archived_at is null`]
  // One category alone is already in its order in the index; PostgreSQL does not see that in a list of one.
  if (isOneCategory(question)) conditions.push(sql`category_id = (${value('categoryIds')}::int[])[1]`)
  else if (categoryIds) conditions.push(sql`category_id = any(${value('categoryIds')}::int[])`)
  const order = listOrder(sort, text !== undefined)
  const whole = conditions.length
  if (tagKey !== undefined) conditions.push(sql`tag_keys @> array[${value('tagKey')}::text]`)
  if (color !== undefined) conditions.push(sql`colors @> array[${value('color')}::text]`)
  if (size !== undefined) conditions.push(sql`sizes @> array[${value('size')}::text]`)
  if (text !== undefined) conditions.push(sql`words @@ reading.query`)
  const where = sql.join(conditions, sql` and `)
  if (conditions.length === whole) return { source: sql`products where ${where}`, order }
  const rank = text === undefined ? sql`` : sql`, ${rankOf(value('text'))} as rank`
  const from = text === undefined ? sql`products` : sql`products, read_search(${value('text')}) as reading`
  return {
    source: sql`${name}`,
    order,
    named: sql`${name} as materialized (select id, created_at, price_usd${rank} from ${from} where ${where})`,
  }
}

/** Named in so many words, then by a synonym, then in part; among these the very name, then what weighs most: see 0071. */
const rankOf = (text: SQL) => sql`
  10 * ((words @@ reading.literal)::int + (words @@ reading.meant)::int) + 5 * (lower(name) = ${text})::int
    + ts_rank(${sql.raw(`'${rankWeights}'`)}::real[], words, reading.ranked)`

function listOrder(sort: SortOrder | undefined, searching: boolean): SQL {
  if (sort === 'priceAsc') return sql`price_usd, id`
  if (sort === 'priceDesc') return sql`price_usd desc, id desc`
  if (searching) return sql`rank desc, created_at desc, id desc`
  return sql`created_at desc, id desc`
}

function arrayText(numbers: number[]): string {
  return `{${numbers.join(',')}}`
}

const picturesOf = sql`
  (select coalesce(json_agg(json_build_object('hash', m.hash, 'width', m.width, 'height', m.height, 'color', m.color,
                                              'widths', m.widths, 'alt', i.alt) order by i.position), '[]')
   from product_images i join pictures m on m.id = i.picture_id where i.product_id = p.id)`

const variantColumns = sql`'id', a.id, 'kind', a.kind, 'value', a.value, 'measure', a.measure`

const variantsInStock = sql`
  (select coalesce(json_agg(json_build_object(${variantColumns}) order by a.position), '[]')
   from product_attributes a where a.product_id = p.id and a.stock > 0)`

const cardJson = sql`json_build_object(
  'id', p.id, 'slug', p.slug, 'name', p.name, 'categoryId', p.category_id, 'priceNpr', p.price_npr,
  'priceUsd', p.price_usd, 'stock', p.stock, 'variants', ${variantsInStock}, 'tags', p.tags, 'pictures', ${picturesOf})`

const inOrder = (json: SQL) => (given: { ids: Placeholder<'ids'> }) =>
  sql`
  select ${json} as card
  from unnest(${given.ids}::int[]) with ordinality as wanted (id, place)
  join products p on p.id = wanted.id and p.archived_at is null
  order by wanted.place`

const cardsStatement = statement<{ ids: string }, { card: Card }>('catalog_cards', inOrder(cardJson))

export async function readCards(db: Db, ids: number[]): Promise<Card[]> {
  return (await cardsStatement(db, { ids: arrayText(ids) })).map(({ card }) => card)
}

const firstSentence = sql`coalesce(substring(p.description from '^.+?[.!?](?=\\s|$)'), p.description)`

const summariesStatement = statement<{ ids: string }, { card: SummaryCard }>(
  'catalog_summaries',
  inOrder(sql`${cardJson}::jsonb || jsonb_build_object('summary', ${firstSentence})`),
)

export async function readCardsWithSummary(db: Db, ids: number[]): Promise<SummaryCard[]> {
  return (await summariesStatement(db, { ids: arrayText(ids) })).map(({ card }) => card)
}

export type ProductAddress = { slug: string; categoryId: number }

/** Where products live, in the order in which they came, and how many there are in all. */
export async function readProductAddresses(
  db: Db,
  limit: number,
  offset: number,
): Promise<{ total: number; addresses: ProductAddress[] }> {
  const [row] = await readRows<{ total: number; addresses: ProductAddress[] }>(
    db,
    sql`select (select count(*)::int from products where archived_at is null) as total,
          (select coalesce(json_agg(address), '[]') from (
             select json_build_object('slug', slug, 'categoryId', category_id) as address from products
             where archived_at is null order by id limit ${limit} offset ${offset}) as part) as addresses`,
  )
  return row ?? { total: 0, addresses: [] }
}

type ProductRow = Omit<Product, 'related'> & { tagKey: string | null }

const productStatement = statement<{ slug: string }, { card: Card; rest: Omit<ProductRow, keyof Card> }>(
  'catalog_product',
  ({ slug }) => sql`select ${cardJson} as card, json_build_object(
          'description', p.description,
          'tagKey', p.tag_keys[1],
          'facts', json_build_object('mineral', p.mineral, 'tradeName', p.trade_name,
            'originDistrict', p.origin_district, 'originPlace', p.origin_place, 'altitudeM', p.altitude_m,
            'weightG', p.weight_g, 'sizeMm', p.size_mm, 'treatment', p.treatment),
          'allVariants', (select coalesce(json_agg(json_build_object(${variantColumns}, 'stock', a.stock)
                                                   order by a.position), '[]')
                          from product_attributes a where a.product_id = p.id),
          'ratings', (select json_build_object('count', count(*), 'average', avg(v.rating))
                      from reviews v where v.product_id = p.id and v.approved_at is not null),
          'reviews', (select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name,
                              'description', r.description, 'rating', r.rating, 'answer', r.answer,
                              'createdAt', to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
                              'pictures', r.pictures)), '[]')
                      from (select v.*, (
                              select coalesce(json_agg(json_build_object('hash', m.hash, 'width', m.width,
                                'height', m.height, 'color', m.color, 'widths', m.widths,
                                'alt', 'Picture by ' || v.name) order by rp.position), '[]')
                              from review_pictures rp join pictures m on m.id = rp.picture_id
                              where rp.review_id = v.id) as pictures
                            from reviews v where v.product_id = p.id and v.approved_at is not null
                            order by v.created_at desc limit ${sql.raw(String(shownReviews))}) r)
        ) as rest
        from products p where p.slug = ${slug} and p.archived_at is null`,
)

export async function readProduct(db: Db, slug: string): Promise<ProductRow | undefined> {
  const [row] = await productStatement(db, { slug })
  return row && { ...row.card, ...row.rest }
}

type Kin = Pick<ProductRow, 'id' | 'categoryId' | 'priceUsd' | 'tagKey'>

const atMostRelated = sql.raw(String(relatedLimit))

const relatedStatement = statement<Kin, { card: Card }>('catalog_related', ({ id, categoryId, priceUsd, tagKey }) => {
  const near = (rank: number, same: SQL) => sql`
    (select id, ${sql.raw(String(rank))} as rank, price_usd - ${priceUsd}::bigint as distance from products
     where ${same} and archived_at is null and id <> ${id} and price_usd >= ${priceUsd}::bigint
     order by price_usd, id limit ${atMostRelated})
    union all
    (select id, ${sql.raw(String(rank))}, ${priceUsd}::bigint - price_usd from products
     where ${same} and archived_at is null and id <> ${id} and price_usd < ${priceUsd}::bigint
     order by price_usd desc, id desc limit ${atMostRelated})`
  return sql`
    with candidates as (
      (select related_id as id, 0 as rank, position::bigint as distance from product_related where product_id = ${id})
      union all ${near(1, sql`tag_keys[1] = ${tagKey}`)}
      union all ${near(2, sql`category_id = ${categoryId}`)}
    ), chosen as (
      select id, min(rank * 1000000000000 + distance) as place from candidates group by id order by place
      limit ${atMostRelated}
    )
    select ${cardJson} as card from chosen join products p on p.id = chosen.id and p.archived_at is null
    order by chosen.place`
})

/** The owner's own choice first, then what costs about the same: of the same kind, then of the same category. */
export async function readRelated(db: Db, { id, categoryId, priceUsd, tagKey }: Kin): Promise<Card[]> {
  return (await relatedStatement(db, { id, categoryId, priceUsd, tagKey })).map(({ card }) => card)
}

export async function insertProduct(
  db: Db,
  product: Omit<typeof products.$inferInsert, keyof ProductFacts> & ProductFacts,
): Promise<number> {
  const [stored] = await db.insert(products).values(product).returning({ id: products.id })
  if (!stored) throw new Error('A product was not stored')
  return stored.id
}

export async function insertImages(db: Db, rows: (typeof productImages.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(productImages).values(rows)
}

export async function insertAttributes(db: Db, rows: (typeof productAttributes.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(productAttributes).values(rows)
}

export async function insertReviews(db: Db, rows: (typeof reviews.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(reviews).values(rows)
}

export async function updateProduct(
  db: Db,
  slug: string,
  change: Partial<typeof products.$inferInsert>,
): Promise<boolean> {
  const changed = await db.update(products).set(change).where(eq(products.slug, slug)).returning({ id: products.id })
  return changed.length > 0
}
