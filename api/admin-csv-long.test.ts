import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { csvLine } from '#shared/csv.ts'
import { type Person, person } from '#tests/support/accounts.ts'
import { inFull } from '#tests/support/full-run.ts'
import { addProducts, product } from '#tests/support/products.ts'
import type { RequestOf } from '#tests/support/response-types.ts'
import { databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'
import { writeStock } from '#tests/support/stock.ts'
import { csvAs } from '#tests/support/uploads.ts'

let shop: TestShop
let maya: Person
beforeAll(async () => {
  shop = await openTestShop()
  maya = await person(shop, 'Maya Owner', { role: 'Owner' })
})
afterAll(() => shop.close())

const send = async (file: string) =>
  (await shop.json('/api/admin/products/import?dryRun=false', csvAs(maya, file))).body

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const count = inFull(200_000, 20_000)
const maxMegabytes = inFull(20, 8)

/** Collects garbage first, because its amount depends on the engine. */
function measureMemory(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test.runIf(databaseKind === 'postgres')(
  `${count} lines are read with constant memory`,
  { timeout: 180_000 },
  async () => {
    async function* lines() {
      yield Buffer.from('slug,name,category,price_npr,price_usd,stock,description\n')
      for (let offset = 0; offset < count; offset += 1000) {
        const part = Array.from(
          { length: 1000 },
          (_, index) => `flood-${offset + index},Stone ${offset},crystal,1,oops,1,${'x'.repeat(150)}\n`,
        )
        yield Buffer.from(part.join(''))
      }
    }
    const body = Readable.toWeb(Readable.from(lines()))
    const init = { ...csvAs(maya, ''), body, duplex: 'half' } as RequestOf<'POST'>
    const before = measureMemory()
    let peak = before
    let sampling = setTimeout(sample, 200)
    // The pauses are longer than the samples: a busy machine would otherwise do nothing but collect garbage.
    function sample() {
      const startedAt = performance.now()
      peak = Math.max(peak, measureMemory())
      sampling = setTimeout(sample, Math.max(200, 4 * (performance.now() - startedAt)))
    }
    const { body: report } = await shop
      .json('/api/admin/products/import?dryRun=true', init)
      .finally(() => clearTimeout(sampling))
    expect(report).toMatchObject({ lines: count, wrong: count, applied: false })
    expect(report.problems).toHaveLength(100)
    expect((peak - before) / 1024 / 1024).toBeLessThan(maxMegabytes)
  },
)

const header = ['slug', 'name', 'category', 'price_npr', 'price_usd', 'stock', 'tags']
const longFile = (count: number, price = '9') =>
  [
    csvLine(header),
    ...Array.from({ length: count }, (_, n) =>
      csvLine([`long-${n}`, `Long ${n} Agate`, 'Crystals', '100', price, '5', 'quartz']),
    ),
  ].join('')

/** Runs `before` ahead of the next transaction and counts the statements of each transaction. */
function watchTransactions(before = async () => {}) {
  const transaction = shop.db.transaction.bind(shop.db)
  const statements: number[] = []
  let isFirst = true
  const watched: typeof transaction = async (work, options) => {
    if (isFirst) {
      isFirst = false
      await before()
    }
    const from = shop.database.statementCount()
    const result = await transaction(work, options)
    statements.push(shop.database.statementCount() - from)
    return result
  }
  shop.db.transaction = watched
  return {
    statements,
    [Symbol.dispose]: () => {
      shop.db.transaction = transaction
    },
  }
}

test('a long import writes 500 lines per transaction, with at most 18 statements, and leaves no staged lines', async () => {
  using transactions = watchTransactions()
  expect(await send(longFile(2500))).toMatchObject({ added: 2500, applied: true })
  // The last one empties the staging table.
  expect(transactions.statements).toHaveLength(6)
  expect(Math.max(...transactions.statements)).toBeLessThanOrEqual(18)
  expect(await readRows(shop.db, sql`select from imports.product_rows`)).toEqual([])
  const log = await readRows<{ after: { added: number } }>(
    shop.db,
    sql`select after from audit_log where action = 'imported'`,
  )
  expect(log.map(({ after }) => after)).toEqual([{ added: 2500, changed: 0 }])
})

test('a long import opens one transaction, which empties the staging table, for lines that change nothing', async () => {
  using transactions = watchTransactions()
  expect(await send(longFile(2500))).toMatchObject({ same: 2500, applied: true })
  expect(transactions.statements).toHaveLength(1)
})

test('an interrupted long import is completed by sending the file again', async () => {
  const transaction = shop.db.transaction.bind(shop.db)
  let calls = 0
  shop.db.transaction = (work, options) =>
    ++calls === 2 ? Promise.reject(new Error('interrupted')) : transaction(work, options)
  const failed = await shop.fetch('/api/admin/products/import?dryRun=false', csvAs(maya, longFile(2500, '7')))
  shop.db.transaction = transaction
  expect(failed.status).toBe(500)
  expect(await send(longFile(2500, '7'))).toMatchObject({ same: 500, changed: 2000, applied: true })
})

test('a long import serves other requests between its batches', async () => {
  let isImporting = true
  const importing = send(longFile(1500)).finally(() => {
    isImporting = false
  })
  let visits = 0
  for (; isImporting; visits++) {
    await setImmediate()
    await readRows(shop.db, sql`select version from shop_version`)
  }
  await importing
  expect(visits).toBeGreaterThanOrEqual(4)
})

test('a long import creates the same search vectors as the admin form', async () => {
  await send(longFile(600, '8').replace('Long 3 Agate', 'Long 3 Larimar'))
  const differing = await readRows<object>(
    shop.db,
    sql`select slug from products where search_vector is distinct from product_vector(name, description, tags, category_id,
          mineral, trade_name, origin_place, origin_district, colors)`,
  )
  expect(differing).toEqual([])
  expect(JSON.stringify((await shop.json('/api/product/search?Name=larimar')).body)).toContain('Long 3 Larimar')
  expect(await readRows(shop.db, sql`select word from search_words where word = 'larimar'`)).toHaveLength(1)
})

test('a long import keeps a sale that happens between reading and writing', async () => {
  const sell = async () => void (await writeStock(shop.db, sql`update products set stock = 4 where slug = 'long-7'`))
  using _ = watchTransactions(sell)
  const file = [csvLine(['slug', 'price_usd']), csvLine(['long-7', '77']), csvLine(['long-8', '78'])].join('')
  expect(await send(file)).toMatchObject({ changed: 2, stockChanged: 0, applied: true })
  const rows = await readRows<object>(
    shop.db,
    sql`select stock, price_usd::int as price from products where slug in ('long-7', 'long-8') order by slug`,
  )
  expect(rows).toEqual([
    { stock: 4, price: 7700 },
    { stock: 5, price: 7800 },
  ])
})

test('a long import counts a product created between reading and writing as changed', async () => {
  using _ = watchTransactions(() =>
    addProducts(shop, [product({ name: 'Sudden', slug: 'sudden-stone', stock: 3 })]).then(() => {}),
  )
  const file = [csvLine(header), csvLine(['sudden-stone', 'Sudden', 'Crystals', '100', '9', '5', ''])].join('')
  expect(await send(file)).toMatchObject({ added: 0, changed: 1, stockChanged: 1, applied: true })
  const log = await readRows<object>(
    shop.db,
    sql`select after from audit_log where action = 'imported' order by id desc limit 1`,
  )
  expect(log[0]).toEqual({ after: { added: 0, changed: 1 } })
})

test('a long import skips and reports a line whose product got another URL between reading and writing', async () => {
  using _ = watchTransactions(
    async () => void (await shop.db.execute(sql`update products set slug = 'other-9' where slug = 'long-9'`)),
  )
  const file = [csvLine(['slug', 'price_usd']), csvLine(['long-9', '55']), csvLine(['long-10', '56'])].join('')
  const report = await send(file)
  expect(report).toMatchObject({ lines: 2, changed: 1, wrong: 1, applied: true, problems: [{ line: 2 }] })
  const price = await readRows<object>(shop.db, sql`select price_usd::int as usd from products where slug = 'long-10'`)
  expect(price).toEqual([{ usd: 5600 }])
})
