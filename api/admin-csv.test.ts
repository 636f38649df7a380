import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { csvLine } from '#shared/csv.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { first } from '#tests/support/response-types.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { csvAs } from '#tests/support/uploads.ts'

let shop: TestShop
let maya: Person
beforeAll(async () => {
  shop = await openTestShop({ environment: { PAGE_CACHE_MB: '0' } })
  await addProducts(shop)
  await addProducts(shop, [
    product({ name: '=HYPERLINK("http://evil.example")', slug: 'formula', description: '@SUM(1,2)\n"quoted"' }),
  ])
  maya = await person(shop, 'Maya Owner', { role: 'Owner' })
})
afterAll(() => shop.close())

const exported = async () => (await shop.fetch('/api/admin/products/export', as(maya))).text()
const send = async (file: string | Uint8Array<ArrayBuffer>, { dryRun = false } = {}) =>
  (await shop.json(`/api/admin/products/import?dryRun=${dryRun}`, csvAs(maya, file))).body

/** Everything that an import could change. */
const catalogState = () =>
  readRows<{
    slug: string
    stock: number
    version: number
    variants: [id: number, value: string, stock: number][] | null
  }>(
    shop.db,
    sql`select p.slug, p.name, p.price_npr, p.price_usd, p.stock, p.tags, p.sizes, p.version, p.archived_at is null as onsale,
          (select json_agg(json_build_array(a.id, a.value, a.stock) order by a.position) from product_variants a
           where a.product_id = p.id) as variants from products p order by p.slug`,
  )

test('an export is a CSV file with escaped formulas', async () => {
  const response = await shop.fetch('/api/admin/products/export', as(maya))
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="alpine-products.csv"')
  const text = await response.text()
  expect(text.split('\r\n')[0]).toMatch(/^slug,name,description,category,price_npr,price_usd,sale_price_npr,/)
  expect(text).toContain(`formula,"'=HYPERLINK(""http://evil.example"")","'@SUM(1,2)`)
  expect(text).toMatch(/ruby-halo-ring,.*,size:Small=2\|size:Medium=0,/)
})

test('importing an export changes nothing', async () => {
  const [row] = await readRows<{ id: number }>(shop.db, sql`select id from products where slug = 'formula'`)
  const path = `/api/admin/products/${row?.id}` as const
  const { body: record } = await shop.json(path, as(maya))
  const change = {
    name: "'=1+1",
    tags: ['Gift|Box', 'back\\slash', '|'],
    attributes: [{ kind: 'size', attributeValue: 'S|M', measure: '45–60 mm', productQuantity: 2 }],
  }
  expect((await shop.json(path, as(maya, 'PUT', { ...record, ...change }))).status).toBe(200)
  const before = await catalogState()
  const report = await send(await exported())
  expect(report).toEqual({
    lines: 10,
    added: 0,
    changed: 0,
    same: 10,
    stockChanged: 0,
    wrong: 0,
    preview: [],
    problems: [],
    applied: true,
  })
  expect(await catalogState()).toEqual(before)
})

describe('an import', () => {
  const file = [
    csvLine(['slug', 'name', 'category', 'price_npr', 'price_usd', 'stock', 'tags', 'variants']),
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

  test('reports in a dry run what it would change, and changes nothing', async () => {
    const before = await catalogState()
    expect(await send(file, { dryRun: true })).toMatchObject({
      lines: 2,
      added: 1,
      changed: 1,
      wrong: 0,
      applied: false,
    })
    expect(await catalogState()).toEqual(before)
  })

  test('shows in a dry run each value that it would change, before and after', async () => {
    const long = 'Long. '.repeat(100).trim()
    const { preview } = await send(
      `slug,price_npr,stock,description\nsinging-bowl,4321,7,${long}\nruby-halo-ring,164920,,\n`,
      { dryRun: true },
    )
    const [bowl] = await readRows<{ price: string; stock: string; description: string }>(
      shop.db,
      sql`select (price_npr / 100.0)::numeric(12, 2)::text as price, stock::text, description from products
          where slug = 'singing-bowl'`,
    )
    expect(preview[0]).toEqual({
      line: 2,
      name: 'Singing Bowl',
      isNew: false,
      changes: [
        { column: 'description', before: bowl?.description, after: `${long.slice(0, 300)} …` },
        { column: 'price_npr', before: bowl?.price, after: '4321.00' },
        { column: 'stock', before: bowl?.stock, after: '7' },
      ],
    })
    const added = (await send(file, { dryRun: true })).preview.find(({ isNew }) => isNew)
    expect(added).toMatchObject({ line: 2, name: 'Moon Stone' })
    expect(added?.changes).toContainEqual({ column: 'price_npr', before: '', after: '1200.50' })
  })

  test('shows the first hundred lines that it would change', async () => {
    const lines = Array.from({ length: 130 }, (_, n) => `many-${n},Many ${n},crystal,1,1`).join('\n')
    const many = await send(`slug,name,category,price_npr,price_usd\n${lines}\n`, { dryRun: true })
    expect([many.added, many.preview.length, many.preview[99]?.line]).toEqual([130, 100, 101])
    expect((await send('slug,price_npr\nsinging-bowl,4320\n')).preview).toEqual([])
  })

  const version = async () =>
    Number((await readRows<{ version: string }>(shop.db, sql`select version from shop_version`))[0]?.version)

  test('adds and changes products, keeps the ids of variants and leaves other products unchanged', async () => {
    const announced = await version()
    const before = new Map((await catalogState()).map((row) => [row.slug, row]))
    expect(await send(file)).toMatchObject({ added: 1, changed: 1, applied: true })
    const after = new Map((await catalogState()).map((row) => [row.slug, row]))
    const [old, ring] = [before.get('ruby-halo-ring'), after.get('ruby-halo-ring')]
    expect(ring).toMatchObject({ stock: 6, tags: ['ring'], version: Number(old?.version) + 1 })
    expect(ring?.variants).toEqual([
      [first(old?.variants ?? [])[0], 'Small', 5],
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

  test('writes what changed in each product to the audit log', async () => {
    const [row] = await readRows<{ id: number; price: number }>(
      shop.db,
      sql`select id, price_npr::int / 100 as price from products where slug = 'singing-bowl'`,
    )
    const long = 'Long. '.repeat(100).trim()
    await send(`slug,price_npr,description\nsinging-bowl,4321,${long}\n`)
    const { body } = await shop.json(`/api/admin/audit?subject=product&record=${row?.id}`, as(maya))
    expect(body.rows[0]).toMatchObject({
      action: 'changed by import',
      actorName: 'Maya Owner',
      subjectName: 'Singing Bowl',
      before: { price: row?.price },
      after: { price: 4321, csvLine: 2 },
    })
    expect(Object.keys(body.rows[0]?.before ?? {}).sort()).toEqual(['description', 'price'])
    expect(String(body.rows[0]?.after?.description)).toMatch(/^Long\..{1,300} …$/)
    expect(new Set(body.rows.map(({ subjectId }) => subjectId))).toEqual(new Set([String(row?.id)]))
  })

  test('counts the lines that change the stock, and keeps the stock if its columns are missing', async () => {
    const stockState = async () => (await catalogState()).map(({ slug, stock, variants }) => [slug, stock, variants])
    const before = await stockState()
    const lines = [
      ['slug', 'price_npr', 'price_usd', 'stock', 'variants'],
      ['singing-bowl', '1', '1', '5', ''],
      ['peak-leather-key-ring', '1', '1', '6', ''],
      ['ruby-halo-ring', '1', '1', '', 'size:Small=4|size:Large=2'],
      ['clear-quartz-point', '1', '1', '', ''],
    ]
    const dryRun = (columns: number) =>
      send(lines.map((cells) => csvLine(cells.slice(0, columns))).join(''), { dryRun: true })
    expect(await dryRun(5)).toMatchObject({ changed: 4, stockChanged: 2 })
    expect(await dryRun(3)).toMatchObject({ changed: 4, stockChanged: 0 })
    await send(lines.map((cells) => csvLine(cells.slice(0, 3))).join(''))
    expect(await stockState()).toEqual(before)
  })

  test('reports each invalid line and changes nothing', async () => {
    const before = await catalogState()
    const report = await send(
      [
        'slug,name,category,price_npr,price_usd,stock,variants\n',
        'good-stone,Good Stone,crystal,1,1,1,\n',
        'Bad Slug,A,crystal,1,1,1,\n',
        'no-category,A,stones,1,1,1,\n',
        'no-price,A,crystal,"1,00",1,1,\n',
        'good-stone,Again,crystal,1,1,1,\n',
        'no-stock,A,crystal,1,1,-1,\n',
        'no-variant,A,crystal,1,1,1,Small\n',
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
      [8, 'variants'],
      [9, null],
      [10, 'slug'],
    ])
    expect(await catalogState()).toEqual(before)
  })

  test('does not add a product under its former slug', async () => {
    await addProducts(shop, [product({ name: 'Lapis Cube' })])
    const { body } = await shop.json('/api/admin/products?q=lapis', as(maya))
    const path = `/api/admin/products/${first(body.rows).productId}` as const
    const { body: record } = await shop.json(path, as(maya))
    await shop.json(path, as(maya, 'PUT', { ...record, slug: 'renamed-stone' }))
    const report = await send(`slug,stock\n${record.slug},5\n`)
    expect(report).toMatchObject({ wrong: 1, applied: false })
    expect(report.problems).toEqual([
      {
        line: 2,
        column: 'slug',
        message: 'This slug now leads to “renamed-stone”. Use that slug, or choose another.',
      },
    ])
  })

  test.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
    ['an encoding other than UTF-8', new Uint8Array([...Buffer.from('slug,name\nx,'), 0xe9]), 'UTF-8'],
    ['an open quotation mark', 'slug,name\n"x,y\n', 'never closed'],
    ['unknown columns', 'a,b\n1,2\n', 'slug'],
    ['a duplicate column', 'slug,name,name\n', 'twice'],
    ['an empty file', '', 'empty'],
  ])('reports %s', async (_, sent, expected) => {
    const report = await send(sent)
    expect(report).toMatchObject({ wrong: 1, applied: false })
    expect(`${report.problems[0]?.message} ${report.problems[0]?.column}`).toContain(expected)
  })

  test('changes nothing if a late line is invalid', async () => {
    const before = await catalogState()
    const lines = Array.from({ length: 1200 }, (_, index) => `stone-${index},Stone,crystal,1,1,1\n`)
    const report = await send(
      `slug,name,category,price_npr,price_usd,stock\n${lines.join('')}last,Stone,crystal,x,1,1\n`,
    )
    expect(report).toMatchObject({ lines: 1201, wrong: 1, problems: [{ line: 1202 }], applied: false })
    expect(await catalogState()).toEqual(before)
  })

  test('requires a manager and a CSV file', async () => {
    const tsering = await person(shop, 'Tsering Packs', { role: 'Packer' })
    expect((await shop.fetch('/api/admin/products/import', csvAs(tsering, 'slug'))).status).toBe(403)
    expect((await shop.fetch('/api/admin/products/import', as(maya, 'POST', {}))).status).toBe(415)
  })
})
