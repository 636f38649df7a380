import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#platform/db.server.ts'
import { product } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { announceChange, suppressTriggers } from './csv-repo.server.ts'
import { ListCache } from './list-cache.server.ts'
import { chunkLength, type ListQuery } from './list-repo.server.ts'
import { createProduct, setPrices } from './service.server.ts'

let shop: TestShop
const listCache = new ListCache()

/** More than one chunk; each list below is long enough to be changed instead of read again. */
const count = chunkLength + 1_500

beforeAll(async () => {
  shop = await openTestShop()
  // The search triggers would slow down this insert.
  await shop.db.execute(sql`alter table products disable trigger user`)
  await shop.db.execute(sql`
    with names as materialized (
      select name, setweight(to_search_vector(name), 'A') as vector
      from unnest('{Ruby,Quartz,Clear Quartz Ring}'::text[]) as name)
    insert into products (slug, name, description, category_id, price_npr, price_usd, from_npr, from_usd, stock, tags,
      tag_keys, colors, sizes, search_vector, created_at)
    select 'stone-' || n, name, '', case when n % 20 = 0 then 2 else 3 end, cents, cents, cents, cents, 1, tags, tags,
      case when n % 4 = 0 then '{green}'::text[] else '{}' end, case when n % 5 = 0 then '{small}'::text[] else '{}' end,
      vector, timestamptz '2024-01-01' + n / 3 * interval '1 minute'
    from generate_series(1, ${count}) as n
    join names on name = case when n % 5 = 0 then 'Quartz' when n % 7 = 0 then 'Clear Quartz Ring' else 'Ruby' end
    cross join lateral (
      select (n * 7919) % 5000 as cents, case when n % 3 = 0 then '{gift}'::text[] else '{}' end as tags) as made`)
  await shop.db.execute(sql`alter table products enable trigger user`)
  await shop.db.execute(
    sql`insert into search_words values ('quartz'), ('ruby'), ('clear'), ('ring') on conflict do nothing`,
  )
  await shop.db.execute(sql`analyze products`)
})
afterAll(() => shop.close())

const queries: ListQuery[] = [
  {},
  { categoryIds: [3], sort: 'priceDesc' },
  { categoryIds: [2, 3], color: 'green' },
  { tagKey: 'gift', sort: 'priceAsc' },
  { text: 'quartz' },
  { text: 'quarz', size: 'small' },
]
const startsOf = (query: ListQuery) => (Object.keys(query).length === 0 ? [0, 600, chunkLength - 6] : [0, 600])
const firstPages = queries.map((query) => ({ query, start: 0, end: 24 }))

/** What the cache has after the changes is what the database has. */
async function expectSameLists() {
  for (const query of queries) {
    const newCache = new ListCache()
    for (const start of startsOf(query)) {
      const range = { query, start, end: start + 24 }
      const [[changed], [read]] = [await listCache.read(shop.db, [range]), await newCache.read(shop.db, [range])]
      expect({ ...range, ...changed, stock: undefined }).toEqual({ ...range, ...read, stock: undefined })
    }
  }
}

const run = (change: SQL, db: Db = shop.db) => db.execute(change)

describe('long lists after a change', () => {
  beforeAll(() => expectSameLists())

  test.each([
    ['a price', sql`update products set price_usd = 1, price_npr = 1 where slug = 'stone-700'`],
    ['prices of many products', sql`update products set price_usd = price_usd + 77 where id % 90 = 1`],
    ['a name', sql`update products set name = 'Quartz Bowl' where slug = 'stone-701'`],
    ['the searched name', sql`update products set name = 'quartz' where slug = 'stone-702'`],
    [
      'a name that no longer matches',
      sql`update products set name = 'Opal' where slug in ('stone-700', 'stone-13000')`,
    ],
    ['tags', sql`update products set tags = '{gift}', tag_keys = '{gift}' where slug in ('stone-1', 'stone-13001')`],
    ['tags taken away', sql`update products set tags = '{}', tag_keys = '{}' where slug in ('stone-3', 'stone-12999')`],
    ['colors', sql`update products set colors = '{green,red}' where slug in ('stone-4', 'stone-5')`],
    ['sizes', sql`update products set sizes = '{}' where slug in ('stone-10', 'stone-13005')`],
    ['a category', sql`update products set category_id = 1 where slug in ('stone-11', 'stone-13006')`],
    ['an archived product', sql`update products set archived_at = now() where slug in ('stone-15', 'stone-13005')`],
    ['a restored product', sql`update products set archived_at = null where slug in ('stone-15', 'stone-13005')`],
    ['a new date', sql`update products set created_at = now() where slug = 'stone-30'`],
    [
      'a variant price',
      sql`insert into product_variants (product_id, kind, value, measure, stock, position, price_npr, price_usd)
      select id, 'size', 'tiny', '', 1, 0, 3, 3 from products where slug = 'stone-40'`,
    ],
    ['a text that no list shows', sql`update products set treatment = 'heated' where slug = 'stone-41'`],
    ['synonyms', sql`insert into search_synonyms (word, key, synonyms) values ('quartz', 'quartz', '{ruby}')`],
    ['a deleted product', sql`delete from products where slug in ('stone-50', 'stone-13050')`],
    ['a list shorter than a chunk', sql`update products set archived_at = now() where id % 20 = 7`],
    ['more changes than are stored', sql`update products set price_usd = price_usd + 3 where id % 8 = 1`],
  ])('%s', async (_, change) => {
    await run(change)
    await expectSameLists()
  })

  test('a new product', async () => {
    await shop.db.transaction(async (tx) => {
      await createProduct(tx, product({ name: 'New Quartz', tags: ['gift'], colors: ['green'], priceUsd: 2 }))
      await createProduct(tx, product({ name: 'Old Quartz', categoryId: 3, createdAt: new Date('2020-01-01') }))
    })
    await expectSameLists()
  })

  test('several changes of one product in one transaction and in several', async () => {
    await shop.db.transaction(async (tx) => {
      await setPrices(tx, 'stone-60', { priceUsd: 1, priceNpr: 1 })
      await run(sql`update products set archived_at = now() where slug = 'stone-60'`, tx)
      await run(sql`update products set archived_at = null, tag_keys = '{gift}' where slug = 'stone-60'`, tx)
    })
    await run(sql`update products set archived_at = now() where slug = 'stone-60'`)
    await run(sql`update products set archived_at = null, price_usd = 9 where slug = 'stone-60'`)
    await expectSameLists()
  })

  test('a change that is rolled back', async () => {
    const rolledBack = shop.db.transaction(async (tx) => {
      await run(sql`update products set archived_at = now() where slug = 'stone-65'`, tx)
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    await run(sql`update products set price_usd = 11 where slug = 'stone-66'`)
    await expectSameLists()
  })

  test('an import, announced at once or later, beside another change', async () => {
    await shop.db.transaction(async (tx) => {
      await suppressTriggers(tx)
      await run(sql`update products set price_usd = 12, tag_keys = '{gift}' where id % 50 = 1`, tx)
      await announceChange(tx)
    })
    await expectSameLists()
    await shop.db.transaction(async (tx) => {
      await suppressTriggers(tx)
      await run(sql`update products set price_usd = 13, tag_keys = '{}' where id % 50 = 2`, tx)
    })
    await run(sql`update products set price_usd = 14 where id % 50 = 3`)
    await listCache.read(shop.db, firstPages)
    await announceChange(shop.db)
    await expectSameLists()
  })

  test('needs one statement and reads none of the other products', async () => {
    await run(sql`update products set price_usd = 15 where slug = 'stone-70'`)
    expect(await shop.countStatements(() => listCache.read(shop.db, firstPages))).toBe(1)
    await run(sql`update products set price_usd = 16 where slug = 'stone-70'`)
    // A product that changes without being recorded would be noticed if the list were read again.
    await run(sql`alter table products disable trigger user`)
    await run(sql`update products set archived_at = now() where slug = 'stone-71'`)
    await run(sql`alter table products enable trigger user`)
    const [all] = await listCache.read(shop.db, [{ query: {}, start: 0, end: 0 }])
    const [read] = await new ListCache().read(shop.db, [{ query: {}, start: 0, end: 0 }])
    expect(all?.total).toBe((read?.total ?? 0) + 1)
  })

  test('stores the last changes only', async () => {
    const { rows } = (await run(sql`select count(*)::int as count from product_changes`)) as unknown as {
      rows: { count: number }[]
    }
    expect(rows[0]?.count).toBeLessThan(1_300)
  })
})
