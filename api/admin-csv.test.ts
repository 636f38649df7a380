import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { csvLine } from '#shared/csv.ts'
import { as, type Person, person } from '#tests/support/people.ts'
import { product, stock } from '#tests/support/shelf.ts'
import { databaseKind, type Json, openTestShop, type TestShop } from '#tests/support/shop.ts'
import { csvAs } from '#tests/support/uploads.ts'

let shop: TestShop
let maya: Person
beforeAll(async () => {
  shop = await openTestShop()
  await stock(shop)
  await stock(shop, [
    product({ name: '=HYPERLINK("http://evil.example")', slug: 'formula', description: '@SUM(1,2)\n"quoted"' }),
  ])
  maya = await person(shop, 'Maya Owner', { role: 'Admin' })
})
afterAll(() => shop.close())

const exported = async () => (await shop.fetch('/api/admin/products/export', as(maya))).text()
const send = async (file: string | Uint8Array<ArrayBuffer>, { dryRun = false } = {}) =>
  (await shop.json(`/api/admin/products/import?dryRun=${dryRun}`, csvAs(maya, file))).body as Json

/** Everything that an import could touch. */
const everything = () =>
  readRows<Json>(
    shop.db,
    sql`select p.slug, p.name, p.price_npr, p.price_usd, p.stock, p.tags, p.sizes, p.version, p.archived_at is null as onsale,
          (select json_agg(json_build_array(a.id, a.value, a.stock) order by a.position) from product_attributes a
           where a.product_id = p.id) as choices from products p order by p.slug`,
  )

test('an export is a file, with formulas made harmless', async () => {
  const response = await shop.fetch('/api/admin/products/export', as(maya))
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="alpine-products.csv"')
  const text = await response.text()
  expect(text.split('\r\n')[0]).toMatch(/^slug,name,description,category,price_npr,price_usd,stock,/)
  expect(text).toContain(`formula,"'=HYPERLINK(""http://evil.example"")","'@SUM(1,2)`)
  expect(text).toMatch(/ruby-halo-ring,.*,size:Small=2\|size:Medium=0,/)
})

test('what was exported comes back and changes nothing, whatever the editor took', async () => {
  const [row] = await readRows<Json>(shop.db, sql`select id from products where slug = 'formula'`)
  const path = `/api/admin/products/${row?.id}`
  const { body: record } = await shop.json(path, as(maya))
  const change = {
    name: "'=1+1",
    tags: ['Gift|Box', 'back\\slash', '|'],
    attributes: [{ kind: 'size', attributeValue: 'S|M', productQuantity: 2 }],
  }
  expect((await shop.json(path, as(maya, 'PUT', { ...record, ...change }))).status).toBe(200)
  const before = await everything()
  const report = await send(await exported())
  expect(report).toEqual({
    lines: 10,
    added: 0,
    changed: 0,
    same: 10,
    stockChanged: 0,
    wrong: 0,
    problems: [],
    applied: true,
  })
  expect(await everything()).toEqual(before)
})

describe('an import', () => {
  const file = [
    csvLine(['slug', 'name', 'category', 'price_npr', 'price_usd', 'stock', 'tags', 'choices']),
    csvLine(['moon-stone', 'Moon Stone', 'Crystals', '1200.50', '9', '', 'quartz|Featured', '']),
    csvLine([
      'ruby-halo-ring',
      'Ruby Halo Ring',
      'jewellery',
      '164920',
      '1240',
      '',
      'ring',
      'size:Small=5|size:Large=1',
    ]),
  ].join('')

  test('tells in a dry run what it would do, and does nothing', async () => {
    const before = await everything()
    expect(await send(file, { dryRun: true })).toMatchObject({
      lines: 2,
      added: 1,
      changed: 1,
      wrong: 0,
      applied: false,
    })
    expect(await everything()).toEqual(before)
  })

  const version = async () => Number((await readRows<Json>(shop.db, sql`select version from shop_version`))[0]?.version)

  test('adds, changes, keeps the ids of choices and leaves alone what it does not name', async () => {
    const announced = await version()
    const before = new Map((await everything()).map((row) => [row.slug, row]))
    expect(await send(file)).toMatchObject({ added: 1, changed: 1, applied: true })
    const after = new Map((await everything()).map((row) => [row.slug, row]))
    const [old, ring] = [before.get('ruby-halo-ring'), after.get('ruby-halo-ring')]
    expect(ring).toMatchObject({ stock: 6, tags: ['ring'], version: old.version + 1 })
    expect(ring.choices).toEqual([
      [old.choices[0][0], 'Small', 5],
      [expect.any(Number), 'Large', 1],
    ])
    expect(after.get('moon-stone')).toMatchObject({
      price_usd: expect.anything(),
      stock: 0,
      tags: ['quartz', 'Featured'],
    })
    expect((await shop.json('/api/product/moon-stone')).body).toMatchObject({ price: 1200.5, priceInUSD: 9 })
    expect(after.get('singing-bowl')).toEqual(before.get('singing-bowl'))
    expect(await version()).toBe(announced + 1)
    const log = await readRows<Json>(
      shop.db,
      sql`select after from audit_log where action = 'imported' order by id desc limit 1`,
    )
    expect(log[0]?.after).toEqual({ added: 1, changed: 1, same: 0 })
  })

  test('tells which lines change the stock, and changes none where its columns are left out', async () => {
    const shelf = async () => (await everything()).map(({ slug, stock: pieces, choices }) => [slug, pieces, choices])
    const before = await shelf()
    const lines = [
      ['slug', 'price_npr', 'price_usd', 'stock', 'choices'],
      ['singing-bowl', '1', '1', '5', ''],
      ['peak-leather-key-ring', '1', '1', '6', ''],
      ['ruby-halo-ring', '1', '1', '', 'size:Small=4|size:Large=2'],
      ['clear-quartz-point', '1', '1', '', ''],
    ]
    const look = (columns: number) =>
      send(lines.map((cells) => csvLine(cells.slice(0, columns))).join(''), { dryRun: true })
    expect(await look(5)).toMatchObject({ changed: 4, stockChanged: 2 })
    expect(await look(3)).toMatchObject({ changed: 4, stockChanged: 0 })
    await send(lines.map((cells) => csvLine(cells.slice(0, 3))).join(''))
    expect(await shelf()).toEqual(before)
  })

  test('names each bad line, and does nothing at all', async () => {
    const before = await everything()
    const report = await send(
      [
        'slug,name,category,price_npr,price_usd,stock,choices\n',
        'good-stone,Good Stone,crystal,1,1,1,\n',
        'Bad Slug,A,crystal,1,1,1,\n',
        'no-category,A,stones,1,1,1,\n',
        'no-price,A,crystal,"1,000",1,1,\n',
        'good-stone,Again,crystal,1,1,1,\n',
        'no-stock,A,crystal,1,1,-1,\n',
        'no-choice,A,crystal,1,1,1,Small\n',
        'too-much,A,crystal,1,1,1,,,\n',
        ',A,crystal,1,1,1,\n',
      ].join(''),
    )
    expect(report).toMatchObject({ lines: 9, wrong: 8, applied: false })
    expect(report.problems.map(({ line, column }: Json) => [line, column])).toEqual([
      [3, 'slug'],
      [4, 'category'],
      [5, 'price_npr'],
      [6, 'slug'],
      [7, 'stock'],
      [8, 'choices'],
      [9, null],
      [10, 'slug'],
    ])
    expect(await everything()).toEqual(before)
  })

  test.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
    ['another encoding', new Uint8Array([...Buffer.from('slug,name\nx,'), 0xe9]), 'UTF-8'],
    ['an open quotation mark', 'slug,name\n"x,y\n', 'never closed'],
    ['no columns that we know', 'a,b\n1,2\n', 'slug'],
    ['a column twice', 'slug,name,name\n', 'twice'],
    ['nothing', '', 'empty'],
  ])('of %s says so', async (_, sent, words) => {
    const report = await send(sent)
    expect(report).toMatchObject({ wrong: 1, applied: false })
    expect(report.problems[0].message + report.problems[0].column).toContain(words)
  })

  test('undoes all where a late line is bad', async () => {
    const before = await everything()
    const lines = Array.from({ length: 1200 }, (_, index) => `stone-${index},Stone,crystal,1,1,1\n`)
    const report = await send(
      `slug,name,category,price_npr,price_usd,stock\n${lines.join('')}last,Stone,crystal,x,1,1\n`,
    )
    expect(report).toMatchObject({ lines: 1201, wrong: 1, problems: [{ line: 1202 }], applied: false })
    expect(await everything()).toEqual(before)
  })

  test('is for admins, and for files', async () => {
    const tsering = await person(shop, 'Tsering Staff', { role: 'Staff' })
    expect((await shop.fetch('/api/admin/products/import', csvAs(tsering, 'slug'))).status).toBe(403)
    expect((await shop.fetch('/api/admin/products/import', as(maya, 'POST', {}))).status).toBe(415)
  })
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What is garbage already does not count: how much of it lies about is up to the engine. */
function memoryHeld(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test.runIf(databaseKind === 'postgres')('200,000 lines are read with flat memory', { timeout: 180_000 }, async () => {
  async function* lines() {
    yield Buffer.from('slug,name,category,price_npr,price_usd,stock,description\n')
    for (let at = 0; at < 200_000; at += 1000) {
      const part = Array.from(
        { length: 1000 },
        (_, index) => `flood-${at + index},Stone ${at},crystal,1,oops,1,${'x'.repeat(150)}\n`,
      )
      yield Buffer.from(part.join(''))
    }
  }
  const body = Readable.toWeb(Readable.from(lines()))
  const init = { ...csvAs(maya, ''), body, duplex: 'half' } as RequestInit
  const before = memoryHeld()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, memoryHeld())
  }, 500)
  const report = (await shop.json('/api/admin/products/import?dryRun=true', init)).body
  clearInterval(watch)
  expect(report).toMatchObject({ lines: 200_000, wrong: 200_000, applied: false })
  expect(report.problems).toHaveLength(100)
  expect((most - before) / 1024 / 1024).toBeLessThan(40)
})

describe('a long import', () => {
  const heading = ['slug', 'name', 'category', 'price_npr', 'price_usd', 'stock', 'tags']
  const longFile = (count: number, price = '9') =>
    [
      csvLine(heading),
      ...Array.from({ length: count }, (_, n) =>
        csvLine([`long-${n}`, `Long ${n} Agate`, 'Crystals', '100', price, '5', 'quartz']),
      ),
    ].join('')

  /** Runs `before` ahead of the next transaction, and counts the statements in it. */
  function watchTransaction(before = async () => {}): { statements: () => number } {
    const transaction = shop.db.transaction.bind(shop.db)
    let counted = 0
    const watched: typeof transaction = async (work, options) => {
      shop.db.transaction = transaction
      await before()
      const from = shop.database.statements()
      const result = await transaction(work, options)
      counted = shop.database.statements() - from
      return result
    }
    shop.db.transaction = watched
    return { statements: () => counted }
  }

  test('writes 1,500 new lines with at most eight statements for each 500, and leaves no staged line', async () => {
    const { statements } = watchTransaction()
    expect(await send(longFile(1500))).toMatchObject({ added: 1500, applied: true })
    expect(statements()).toBeLessThanOrEqual(3 * 8 + 5)
    expect(await readRows(shop.db, sql`select from imports.product_rows`)).toEqual([])
  })

  test('holds no transaction for lines that change nothing', async () => {
    const { statements } = watchTransaction()
    expect(await send(longFile(1500))).toMatchObject({ same: 1500, applied: true })
    expect(statements()).toBeLessThanOrEqual(5)
  })

  test('lets visitors in between its batches', async () => {
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

  test('gives search the words that a product saved by hand has', async () => {
    await send(longFile(600, '8').replace('Long 3 Agate', 'Long 3 Larimar'))
    const odd = await readRows<Json>(
      shop.db,
      sql`select slug from products where words is distinct from product_vector(name, description, tags, category_id,
            mineral, trade_name, origin_place, origin_district, colors)`,
    )
    expect(odd).toEqual([])
    expect(JSON.stringify((await shop.json('/api/product/search?Name=larimar')).body)).toContain('Long 3 Larimar')
    expect(await readRows(shop.db, sql`select word from search_words where word = 'larimar'`)).toHaveLength(1)
  })

  test('keeps a sale that happens between reading and writing', async () => {
    const sell = async () => void (await shop.db.execute(sql`update products set stock = 4 where slug = 'long-7'`))
    watchTransaction(sell)
    const file = [csvLine(['slug', 'price_usd']), csvLine(['long-7', '77']), csvLine(['long-8', '78'])].join('')
    expect(await send(file)).toMatchObject({ changed: 2, stockChanged: 0, applied: true })
    const rows = await readRows<Json>(
      shop.db,
      sql`select stock, price_usd::int as price from products where slug in ('long-7', 'long-8') order by slug`,
    )
    expect(rows).toEqual([
      { stock: 4, price: 7700 },
      { stock: 5, price: 7800 },
    ])
  })

  test('changes a product that was made between reading and writing, and counts it as changed', async () => {
    watchTransaction(() => stock(shop, [product({ name: 'Sudden', slug: 'sudden-stone', stock: 3 })]).then(() => {}))
    const file = [csvLine(heading), csvLine(['sudden-stone', 'Sudden', 'Crystals', '100', '9', '5', ''])].join('')
    expect(await send(file)).toMatchObject({ added: 0, changed: 1, stockChanged: 1, applied: true })
    const log = await readRows<Json>(
      shop.db,
      sql`select after from audit_log where action = 'imported' order by id desc limit 1`,
    )
    expect(log[0]?.after).toEqual({ added: 0, changed: 1, same: 0 })
  })
})
