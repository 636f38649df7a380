import { eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { type Db, readRows } from '#platform/db.server.ts'
import { productFields, type StoredProduct } from './admin-repo.server.ts'
import { readStocks } from './movements-repo.server.ts'
import type { SaleDays } from './sales.server.ts'
import type { columnsOf } from './service.server.ts'
import { lockStock } from './stock-repo.server.ts'
import type { StoredPrices } from './stored-prices.ts'
import { oldSlugs, products } from './tables.server.ts'

export type StoredCsvProduct = Omit<StoredProduct, 'images' | 'turn' | 'related'>

const recordJson = sql`json_build_object(${productFields})`

/** In the order of their ids. */
export async function readProductsAfter(db: Db, id: number, limit: number): Promise<StoredCsvProduct[]> {
  const rows = await readRows<{ record: StoredCsvProduct }>(
    db,
    sql`select ${recordJson} as record from products p where p.id > ${id} order by p.id limit ${limit}`,
  )
  return rows.map(({ record }) => record)
}

const inSlugs = (slugs: string[]) => sql`p.slug in (select json_array_elements_text(${JSON.stringify(slugs)}::json))`

/** Changes with every edit and every sale. */
const fingerprintSql = sql`concat_ws(' ', p.version, p.stock, (
  select string_agg(a.id || '=' || a.stock, ',' order by a.id) from product_variants a where a.product_id = p.id))`

export type FingerprintedProduct = { product: StoredCsvProduct; fingerprint: string }

export async function readBySlugs(db: Db, slugs: string[]): Promise<Map<string, FingerprintedProduct>> {
  const rows = await readRows<FingerprintedProduct>(
    db,
    sql`select ${recordJson} as product, ${fingerprintSql} as fingerprint from products p where ${inSlugs(slugs)}`,
  )
  return new Map(rows.map((row) => [row.product.slug, row]))
}

/** The current slugs of the products that had these slugs. */
export async function readSlugsByFormer(db: Db, former: string[]): Promise<Map<string, string>> {
  if (former.length === 0) return new Map()
  const rows = await db
    .select({ former: oldSlugs.slug, current: products.slug })
    .from(oldSlugs)
    .innerJoin(products, eq(products.id, oldSlugs.productId))
    .where(inArray(oldSlugs.slug, former))
  return new Map(rows.map(({ former: slug, current }) => [slug, current]))
}

const notCopied = new Set(['id', 'slug', 'searchVector', 'version', 'archivedAt', 'createdAt', 'updatedAt'])
const copiedColumns = Object.entries(getTableColumns(products)).flatMap(([key, column]) =>
  notCopied.has(key)
    ? []
    : [{ key: sql.identifier(key), name: sql.identifier(column.name), type: sql.raw(column.getSQLType()) }],
)

const eachColumn = (toSql: (column: (typeof copiedColumns)[number]) => SQL) =>
  sql.join(copiedColumns.map(toSql), sql`, `)
const columnNames = eachColumn(({ name }) => sql`${name}`)

export type StagedRow = {
  line: number
  slug: string
  cells: string[]
  fingerprint: string | null
  outcome: 'added' | 'changed' | 'same' | 'wrong'
  stockChanged: boolean
  batch: number | null
  columns: CsvColumns | null
  textChanged: boolean
  /** For the audit log. */
  changes: ImportedChanges | null
}

export type ImportedChanges = { before: Record<string, unknown> | null; after: Record<string, unknown> | null }

/** Stores checked lines with their search vectors. Returns the lines whose slug occurs for the first time in the file. */
export async function stageRows(db: Db, importId: string, rows: StagedRow[]): Promise<Set<number>> {
  const staged = await readRows<{ line: number }>(
    db,
    sql`insert into imports.product_rows (import_id, line, slug, cells, fingerprint, outcome, stock_changed, batch, changes,
          ${columnNames}, is_archived, variants, search_vector, search_words)
        select ${importId}, r.line, r.slug, r.cells, r.fingerprint, r.outcome, r."stockChanged", r.batch, r.changes,
          ${eachColumn(({ key }) => sql`c.${key}`)}, c."isArchived", case when json_array_length(c.variants) > 0 then c.variants end,
          case when r."textChanged" then product_vector(c.name, c.description, c.tags, c."categoryId", c.mineral,
            c."tradeName", c."originPlace", c."originDistrict", c.colors) end,
          case when r."textChanged" then array(select split_words(product_text(c.name, c.description, c.tags,
            c."categoryId", c.mineral, c."tradeName", c."originPlace", c."originDistrict", c.colors))) end
        from json_to_recordset(${JSON.stringify(rows)}::json) as r (line int, slug text, cells json, fingerprint text,
          outcome text, "stockChanged" boolean, batch int, "textChanged" boolean, columns json, changes json)
        left join lateral json_to_record(r.columns) as c (${eachColumn(({ key, type }) => sql`${key} ${type}`)},
          "isArchived" boolean, variants json) on r.batch is not null
        on conflict do nothing returning line`,
  )
  return new Set(staged.map(({ line }) => line))
}

export async function restageRows(tx: Db, importId: string, rows: StagedRow[]): Promise<void> {
  const slugs = JSON.stringify(rows.map(({ slug }) => slug))
  await tx.execute(sql`delete from imports.product_rows
    where import_id = ${importId} and slug in (select json_array_elements_text(${slugs}::json))`)
  await stageRows(tx, importId, rows)
}

/**
 * Also deletes old rows of imports that were interrupted. Deleting and vacuuming each row would hold up a visitor of
 * PGlite, so the table is emptied unless another import uses it.
 */
export async function dropStagedRows(db: Db, importId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table imports.product_rows in access exclusive mode`)
    const others = await readRows(
      tx,
      sql`select from imports.product_rows
          where import_id <> ${importId} and read_at > now() - interval '1 day' limit 1`,
    )
    await tx.execute(
      others.length === 0
        ? sql`truncate imports.product_rows`
        : sql`delete from imports.product_rows where import_id = ${importId}`,
    )
  })
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

/** Locks the products of the batch and returns the lines whose product changed since the line was read. */
export async function lockBatch(tx: Db, batch: Batch): Promise<StagedLine[]> {
  await tx.execute(sql`select from products p where p.slug in
    (select s.slug from imports.product_rows s where ${inBatch(batch)}) order by p.id for no key update`)
  return readRows<StagedLine>(
    tx,
    sql`select s.line, s.slug, s.cells, s.outcome, s.stock_changed as "stockChanged", s.batch
        from imports.product_rows s left join products p on p.slug = s.slug
        where ${inBatch(batch)} and s.fingerprint is distinct from case when p.id is not null then ${fingerprintSql} end`,
  )
}

/** Until the transaction ends, triggers neither announce changes nor compute search vectors. */
export async function suppressTriggers(tx: Db): Promise<void> {
  await tx.execute(
    sql`select set_config('shop.skip_version', 'on', true), set_config('shop.skip_search_triggers', 'on', true)`,
  )
}

/** Announces all changes of the transaction at once. They are too many to be applied to lists. */
export async function announceChange(tx: Db): Promise<void> {
  await tx.execute(sql`with raised as (
      update shop_version set version = version + 1, changes_since = version + 1 returning version)
    select pg_notify('shop_version', version::text) from raised`)
}

export type CsvColumns = ReturnType<typeof columnsOf> & {
  isArchived: boolean
  variants: (StoredPrices & { kind: string; value: string; measure: string; stock: number })[]
}

/** The stock of the products of a batch that exist. */
export const readBatchStocks = (tx: Db, batch: Batch) =>
  readStocks(tx, sql`p.slug in (select s.slug from imports.product_rows s where ${inBatch(batch)})`)

export type WrittenRow = { productId: number; line: number; isNew: boolean; changes: ImportedChanges }

/** Copies the staged rows of a batch into the catalog, inside the database. */
export async function writeBatch(tx: Db, batch: Batch): Promise<WrittenRow[]> {
  await tx.execute(sql`
    insert into products as p (slug, ${columnNames}, archived_at, search_vector)
    select slug, ${columnNames}, case when is_archived then now() end, coalesce(search_vector, '')
    from imports.product_rows s where ${inBatch(batch)} order by line
    on conflict (slug) do update set ${eachColumn(({ name }) => sql`${name} = excluded.${name}`)},
      archived_at = case when excluded.archived_at is not null then coalesce(p.archived_at, excluded.archived_at) end,
      search_vector = case when excluded.search_vector = '' then p.search_vector else excluded.search_vector end,
      version = p.version + 1, updated_at = now()`)
  await tx.execute(sql`insert into search_words
    select distinct unnest(s.search_words) from imports.product_rows s where ${inBatch(batch)} on conflict do nothing`)
  await replaceVariants(tx, batch)
  return readRows<WrittenRow>(
    tx,
    sql`select p.id as "productId", s.line, s.fingerprint is null as "isNew", s.changes
        from imports.product_rows s join products p on p.slug = s.slug where ${inBatch(batch)} order by s.line`,
  )
}

/** Variants are matched by name, so they keep their ids and carts keep their reference. */
async function replaceVariants(tx: Db, batch: Batch): Promise<void> {
  const staged = sql`
    staged as materialized (
      select p.id as product_id, a->>'kind' as kind, a->>'value' as value, a->>'measure' as measure,
        (a->>'stock')::int as stock, (a->>'priceNpr')::bigint as price_npr, (a->>'priceUsd')::bigint as price_usd,
        (a->>'saleNpr')::bigint as sale_npr, (a->>'saleUsd')::bigint as sale_usd, place
      from imports.product_rows s join products p on p.slug = s.slug
      cross join lateral json_array_elements(s.variants) with ordinality as each (a, place)
      where ${inBatch(batch)} and s.variants is not null)`
  await tx.execute(sql`with ${staged}
    delete from product_variants a
    using imports.product_rows s join products p on p.slug = s.slug
    where ${inBatch(batch)} and s.fingerprint is not null and a.product_id = p.id and not exists (
      select from staged w where w.product_id = a.product_id and w.value = a.value)`)
  await tx.execute(sql`with ${staged}, updated as (
      update product_variants a set kind = w.kind, measure = w.measure, stock = w.stock, position = w.place,
        price_npr = w.price_npr, price_usd = w.price_usd, sale_npr = w.sale_npr, sale_usd = w.sale_usd
      from staged w
      where a.product_id = w.product_id and a.value = w.value returning a.product_id, a.value)
    insert into product_variants (product_id, kind, value, measure, stock, price_npr, price_usd, sale_npr, sale_usd, position)
    select product_id, kind, value, measure, stock, price_npr, price_usd, sale_npr, sale_usd, place from staged w
    where not exists (select from updated k where k.product_id = w.product_id and k.value = w.value)`)
}

/** Each combination of days once. */
export function readSaleDays(tx: Db, batch: Batch): Promise<SaleDays[]> {
  return readRows<SaleDays>(
    tx,
    sql`select distinct s.sale_from::text as "saleFrom", s.sale_until::text as "saleUntil"
        from imports.product_rows s where ${inBatch(batch)} and (s.sale_from is not null or s.sale_until is not null)`,
  )
}
