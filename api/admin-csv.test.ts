import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { csvLine } from '#shared/csv.ts'
import { first } from '#tests/support/answers.ts'
import { as, type Person, person } from '#tests/support/people.ts'
import { product, stock } from '#tests/support/shelf.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
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
  (await shop.json(`/api/admin/products/import?dryRun=${dryRun}`, csvAs(maya, file))).body

/** Everything that an import could touch. */
const everything = () =>
  readRows<{
    slug: string
    stock: number
    version: number
    choices: [id: number, value: string, stock: number][] | null
  }>(
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
  const [row] = await readRows<{ id: number }>(shop.db, sql`select id from products where slug = 'formula'`)
  const path = `/api/admin/products/${row?.id}` as const
  const { body: record } = await shop.json(path, as(maya))
  const change = {
    name: "'=1+1",
    tags: ['Gift|Box', 'back\\slash', '|'],
    attributes: [{ kind: 'size', attributeValue: 'S|M', measure: '45–60 mm', productQuantity: 2 }],
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

  const version = async () =>
    Number((await readRows<{ version: string }>(shop.db, sql`select version from shop_version`))[0]?.version)

  test('adds, changes, keeps the ids of choices and leaves alone what it does not name', async () => {
    const announced = await version()
    const before = new Map((await everything()).map((row) => [row.slug, row]))
    expect(await send(file)).toMatchObject({ added: 1, changed: 1, applied: true })
    const after = new Map((await everything()).map((row) => [row.slug, row]))
    const [old, ring] = [before.get('ruby-halo-ring'), after.get('ruby-halo-ring')]
    expect(ring).toMatchObject({ stock: 6, tags: ['ring'], version: Number(old?.version) + 1 })
    expect(ring?.choices).toEqual([
      [first(old?.choices ?? [])[0], 'Small', 5],
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
    const log = await readRows<{ after: object }>(
      shop.db,
      sql`select after from audit_log where action = 'imported' order by id desc limit 1`,
    )
    expect(log[0]?.after).toEqual({ added: 1, changed: 1 })
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
    expect(report.problems.map(({ line, column }) => [line, column])).toEqual([
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
    expect(`${report.problems[0]?.message} ${report.problems[0]?.column}`).toContain(words)
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
