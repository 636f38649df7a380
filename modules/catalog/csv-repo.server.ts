import { sql } from 'drizzle-orm'
import { type Db, readRows } from '#platform/db.server.ts'
import { attributesJson, factsJson, ownColumns, type StoredProduct } from './editor-repo.server.ts'
import { lockStock } from './stock-repo.server.ts'

export type CsvStored = Omit<StoredProduct, 'images' | 'related'>

const recordJson = sql`json_build_object(${ownColumns}, 'facts', ${factsJson}, 'attributes', ${attributesJson})`

/** The products after this one, in the order in which they came. */
export async function readAfter(db: Db, id: number, limit: number): Promise<CsvStored[]> {
  const rows = await readRows<{ record: CsvStored }>(
    db,
    sql`select ${recordJson} as record from products p where p.id > ${id} order by p.id limit ${limit}`,
  )
  return rows.map(({ record }) => record)
}

const inSlugs = (slugs: string[]) => sql`p.slug in (select json_array_elements_text(${JSON.stringify(slugs)}::json))`

export async function lockStockOf(tx: Db, slugs: string[]): Promise<void> {
  const rows = await readRows<{ id: number }>(tx, sql`select p.id from products p where ${inSlugs(slugs)}`)
  await lockStock(
    tx,
    rows.map(({ id }) => id),
  )
}

/** Their rows locked, unless they are only looked at. */
export async function readBySlugs(tx: Db, slugs: string[], { lock }: { lock: boolean }): Promise<CsvStored[]> {
  const which = inSlugs(slugs)
  if (lock) await tx.execute(sql`select from products p where ${which} order by p.id for no key update`)
  const rows = await readRows<{ record: CsvStored }>(
    tx,
    sql`select ${recordJson} as record from products p where ${which}`,
  )
  return rows.map(({ record }) => record)
}

/** For the rest of the transaction no row announces itself. */
export async function keepQuiet(tx: Db): Promise<void> {
  await tx.execute(sql`select set_config('shop.quiet', 'on', true)`)
}

/** What was changed quietly is announced, once. */
export async function announce(tx: Db): Promise<void> {
  await tx.execute(sql`with raised as (update shop_version set version = version + 1 returning version)
    select pg_notify('shop_version', version::text) from raised`)
}

export async function openSlugs(tx: Db): Promise<void> {
  await tx.execute(sql`create temp table import_slugs (slug text primary key, line integer not null) on commit drop`)
}

/** Of these slugs, those that stand in the file for the first time. */
export async function noteSlugs(tx: Db, rows: { slug: string; line: number }[]): Promise<Set<string>> {
  const noted = await readRows<{ slug: string; line: number }>(
    tx,
    sql`insert into import_slugs select slug, line from json_to_recordset(${JSON.stringify(rows)}::json)
          as r (slug text, line int) on conflict do nothing returning slug, line`,
  )
  return new Set(noted.map(({ slug, line }) => `${line} ${slug}`))
}

export type CsvColumns = {
  slug: string
  name: string
  description: string
  categoryId: number
  priceNpr: number
  priceUsd: number
  stock: number
  tags: string[]
  tagKeys: string[]
  colors: string[]
  sizes: string[]
  mineral: string | null
  tradeName: string | null
  originDistrict: string | null
  originPlace: string | null
  altitudeM: number | null
  weightG: number | null
  sizeMm: number[] | null
  treatment: string
  isArchived: boolean
  attributes: { kind: string; value: string; stock: number }[]
}

/** json_to_recordset reads arrays too, so a whole batch is one statement. */
export async function upsertProducts(tx: Db, rows: CsvColumns[]): Promise<void> {
  const json = JSON.stringify(rows)
  await tx.execute(sql`
    insert into products as p (slug, name, description, category_id, price_npr, price_usd, stock, tags, tag_keys, colors,
      sizes, mineral, trade_name, origin_district, origin_place, altitude_m, weight_g, size_mm, treatment, archived_at)
    select slug, name, description, "categoryId", "priceNpr", "priceUsd", stock, tags, "tagKeys", colors, sizes, mineral,
      "tradeName", "originDistrict", "originPlace", "altitudeM", "weightG", "sizeMm", treatment,
      case when "isArchived" then now() end
    from json_to_recordset(${json}::json) as r (slug text, name text, description text, "categoryId" smallint,
      "priceNpr" bigint, "priceUsd" bigint, stock int, tags text[], "tagKeys" text[], colors text[], sizes text[],
      mineral text, "tradeName" text, "originDistrict" text, "originPlace" text, "altitudeM" int, "weightG" numeric,
      "sizeMm" numeric[], treatment text, "isArchived" boolean)
    on conflict (slug) do update set name = excluded.name, description = excluded.description,
      category_id = excluded.category_id, price_npr = excluded.price_npr, price_usd = excluded.price_usd,
      stock = excluded.stock, tags = excluded.tags, tag_keys = excluded.tag_keys, colors = excluded.colors,
      sizes = excluded.sizes, mineral = excluded.mineral, trade_name = excluded.trade_name,
      origin_district = excluded.origin_district, origin_place = excluded.origin_place,
      altitude_m = excluded.altitude_m, weight_g = excluded.weight_g, size_mm = excluded.size_mm,
      treatment = excluded.treatment,
      archived_at = case when excluded.archived_at is not null then coalesce(p.archived_at, excluded.archived_at) end,
      version = p.version + 1, updated_at = now()`)
  await replaceChoices(tx, json)
}

/** A choice is known by its name, so it keeps its id and its place in bags. */
async function replaceChoices(tx: Db, json: string): Promise<void> {
  const wanted = sql`
    wanted as materialized (
      select p.id as product_id, c.kind, c.value, c.stock, c.place
      from json_to_recordset(${json}::json) as r (slug text, attributes json) join products p on p.slug = r.slug
      cross join lateral (
        select a->>'kind' as kind, a->>'value' as value, (a->>'stock')::int as stock, place
        from json_array_elements(r.attributes) with ordinality as each (a, place)) c)`
  await tx.execute(sql`with ${wanted}
    delete from product_attributes a
    using json_to_recordset(${json}::json) as r (slug text) join products p on p.slug = r.slug
    where a.product_id = p.id and not exists (
      select from wanted w where w.product_id = a.product_id and w.value = a.value)`)
  await tx.execute(sql`with ${wanted}, known as (
      update product_attributes a set kind = w.kind, stock = w.stock, position = w.place from wanted w
      where a.product_id = w.product_id and a.value = w.value returning a.product_id, a.value)
    insert into product_attributes (product_id, kind, value, stock, position)
    select product_id, kind, value, stock, place from wanted w
    where not exists (select from known k where k.product_id = w.product_id and k.value = w.value)`)
}
