import { sql } from 'drizzle-orm'
import { type Db, readRows } from '#platform/db.server.ts'
import { attributesJson, factsJson, ownColumns, type StoredProduct } from './admin-repo.server.ts'
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

/** Changes with every edit and every sale. */
const fingerprint = sql`concat_ws(' ', p.version, p.stock, (
  select string_agg(a.id || '=' || a.stock, ',' order by a.id) from product_attributes a where a.product_id = p.id))`

export type CsvSeen = { product: CsvStored; seen: string }

export async function readBySlugs(db: Db, slugs: string[]): Promise<Map<string, CsvSeen>> {
  const rows = await readRows<CsvSeen>(
    db,
    sql`select ${recordJson} as product, ${fingerprint} as seen from products p where ${inSlugs(slugs)}`,
  )
  return new Map(rows.map((row) => [row.product.slug, row]))
}

export type StagedRow = {
  line: number
  slug: string
  cells: string[]
  seen: string | null
  outcome: 'added' | 'changed' | 'same' | 'wrong'
  stockChanged: boolean
  batch: number | null
  columns: CsvColumns | null
  textChanged: boolean
}

/** Stores the checked lines with their search words; returns the numbers of lines whose slug is new in this file. */
export async function stageRows(db: Db, importId: string, rows: StagedRow[]): Promise<Set<number>> {
  const staged = await readRows<{ line: number }>(
    db,
    sql`insert into imports.product_rows (import_id, line, slug, cells, seen, outcome, stock_changed, batch, name,
          description, category_id, price_npr, price_usd, stock, tags, tag_keys, colors, sizes, mineral, trade_name,
          origin_district, origin_place, altitude_m, weight_g, size_mm, treatment, is_archived, choices, words,
          vocabulary)
        select ${importId}, r.line, r.slug, r.cells, r.seen, r.outcome, r."stockChanged", r.batch, c.name,
          c.description, c."categoryId", c."priceNpr", c."priceUsd", c.stock, c.tags, c."tagKeys", c.colors, c.sizes,
          c.mineral, c."tradeName", c."originDistrict", c."originPlace", c."altitudeM", c."weightG", c."sizeMm",
          c.treatment, c."isArchived", case when json_array_length(c.attributes) > 0 then c.attributes end,
          case when r."textChanged" then product_vector(c.name, c.description, c.tags, c."categoryId", c.mineral,
            c."tradeName", c."originPlace", c."originDistrict", c.colors) end,
          case when r."textChanged" then array(select words_of(product_text(c.name, c.description, c.tags,
            c."categoryId", c.mineral, c."tradeName", c."originPlace", c."originDistrict", c.colors))) end
        from json_to_recordset(${JSON.stringify(rows)}::json) as r (line int, slug text, cells json, seen text,
          outcome text, "stockChanged" boolean, batch int, "textChanged" boolean, columns json)
        left join lateral json_to_record(r.columns) as c (name text, description text, "categoryId" smallint,
          "priceNpr" bigint, "priceUsd" bigint, stock int, tags text[], "tagKeys" text[], colors text[], sizes text[],
          mineral text, "tradeName" text, "originDistrict" text, "originPlace" text, "altitudeM" int,
          "weightG" numeric, "sizeMm" numeric[], treatment text, "isArchived" boolean, attributes json)
          on r.batch is not null
        on conflict do nothing returning line`,
  )
  return new Set(staged.map(({ line }) => line))
}

/** Replaces what was kept for these lines. */
export async function restageRows(tx: Db, importId: string, rows: StagedRow[]): Promise<void> {
  const slugs = JSON.stringify(rows.map(({ slug }) => slug))
  await tx.execute(sql`delete from imports.product_rows
    where import_id = ${importId} and slug in (select json_array_elements_text(${slugs}::json))`)
  await stageRows(tx, importId, rows)
}

/** Those of this import, and those that a process left when it ended in the middle of one. */
export async function dropStagedRows(db: Db, importId: string): Promise<void> {
  await db.execute(sql`delete from imports.product_rows
    where import_id = ${importId} or read_at < now() - interval '1 day'`)
  // PGlite has no autovacuum.
  await db.execute(sql`vacuum imports.product_rows`)
}

export type Batch = { importId: string; batch: number }

const inBatch = ({ importId, batch }: Batch) => sql`s.import_id = ${importId} and s.batch = ${batch}`

export async function lockStockOf(tx: Db, batch: Batch): Promise<void> {
  const rows = await readRows<{ id: number }>(
    tx,
    sql`select p.id from imports.product_rows s join products p on p.slug = s.slug where ${inBatch(batch)}`,
  )
  await lockStock(
    tx,
    rows.map(({ id }) => id),
  )
}

export type StagedLine = Pick<StagedRow, 'line' | 'slug' | 'cells' | 'outcome' | 'stockChanged' | 'batch'>

/** Locks the products of the batch, and gives back the lines whose product is no longer what it was when they were read. */
export async function lockBatch(tx: Db, batch: Batch): Promise<StagedLine[]> {
  await tx.execute(sql`select from products p where p.slug in
    (select s.slug from imports.product_rows s where ${inBatch(batch)}) order by p.id for no key update`)
  return readRows<StagedLine>(
    tx,
    sql`select s.line, s.slug, s.cells, s.outcome, s.stock_changed as "stockChanged", s.batch
        from imports.product_rows s left join products p on p.slug = s.slug
        where ${inBatch(batch)} and s.seen is distinct from case when p.id is not null then ${fingerprint} end`,
  )
}

/** For the rest of the transaction no row announces itself, and each brings the words that search finds it by. */
export async function keepQuiet(tx: Db): Promise<void> {
  await tx.execute(sql`select set_config('shop.quiet', 'on', true), set_config('shop.words', 'given', true)`)
}

/** What was changed quietly is announced, once. */
export async function announce(tx: Db): Promise<void> {
  await tx.execute(sql`with raised as (update shop_version set version = version + 1 returning version)
    select pg_notify('shop_version', version::text) from raised`)
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
  attributes: { kind: string; value: string; measure: string; stock: number }[]
}

/** A whole batch, whose rows never leave the database; tells how many products are new and how many were changed. */
export async function writeBatch(tx: Db, batch: Batch): Promise<{ added: number; changed: number }> {
  await tx.execute(sql`
    insert into products as p (slug, name, description, category_id, price_npr, price_usd, stock, tags, tag_keys, colors,
      sizes, mineral, trade_name, origin_district, origin_place, altitude_m, weight_g, size_mm, treatment, archived_at,
      words)
    select slug, name, description, category_id, price_npr, price_usd, stock, tags, tag_keys, colors, sizes, mineral,
      trade_name, origin_district, origin_place, altitude_m, weight_g, size_mm, treatment,
      case when is_archived then now() end, coalesce(words, '')
    from imports.product_rows s where ${inBatch(batch)} order by line
    on conflict (slug) do update set name = excluded.name, description = excluded.description,
      category_id = excluded.category_id, price_npr = excluded.price_npr, price_usd = excluded.price_usd,
      stock = excluded.stock, tags = excluded.tags, tag_keys = excluded.tag_keys, colors = excluded.colors,
      sizes = excluded.sizes, mineral = excluded.mineral, trade_name = excluded.trade_name,
      origin_district = excluded.origin_district, origin_place = excluded.origin_place,
      altitude_m = excluded.altitude_m, weight_g = excluded.weight_g, size_mm = excluded.size_mm,
      treatment = excluded.treatment,
      archived_at = case when excluded.archived_at is not null then coalesce(p.archived_at, excluded.archived_at) end,
      words = case when excluded.words = '' then p.words else excluded.words end, version = p.version + 1, updated_at = now()`)
  await tx.execute(sql`insert into search_words
    select distinct unnest(s.vocabulary) from imports.product_rows s where ${inBatch(batch)} on conflict do nothing`)
  await replaceChoices(tx, batch)
  const [written] = await readRows<{ added: number; changed: number }>(
    tx,
    sql`select count(*) filter (where s.seen is null)::int as added, count(s.seen)::int as changed
        from imports.product_rows s where ${inBatch(batch)}`,
  )
  return written ?? { added: 0, changed: 0 }
}

/** A choice is known by its name, so it keeps its id and its place in bags. */
async function replaceChoices(tx: Db, batch: Batch): Promise<void> {
  const wanted = sql`
    wanted as materialized (
      select p.id as product_id, a->>'kind' as kind, a->>'value' as value, a->>'measure' as measure,
        (a->>'stock')::int as stock, place
      from imports.product_rows s join products p on p.slug = s.slug
      cross join lateral json_array_elements(s.choices) with ordinality as each (a, place)
      where ${inBatch(batch)} and s.choices is not null)`
  await tx.execute(sql`with ${wanted}
    delete from product_attributes a
    using imports.product_rows s join products p on p.slug = s.slug
    where ${inBatch(batch)} and s.seen is not null and a.product_id = p.id and not exists (
      select from wanted w where w.product_id = a.product_id and w.value = a.value)`)
  await tx.execute(sql`with ${wanted}, known as (
      update product_attributes a set kind = w.kind, measure = w.measure, stock = w.stock, position = w.place
      from wanted w
      where a.product_id = w.product_id and a.value = w.value returning a.product_id, a.value)
    insert into product_attributes (product_id, kind, value, measure, stock, position)
    select product_id, kind, value, measure, stock, place from wanted w
    where not exists (select from known k where k.product_id = w.product_id and k.value = w.value)`)
}
