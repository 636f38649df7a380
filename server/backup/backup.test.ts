import { appendFile, cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProduct, setPrices } from '#modules/catalog/service.server.ts'
import { queueMail } from '#modules/email/service.server.ts'
import { type Database, readRows } from '#platform/db.server.ts'
import { pgliteExtensions, wrapPglite } from '#platform/db-pglite.server.ts'
import { openPostgres } from '#platform/db-postgres.server.ts'
import { openFiles } from '#platform/files.server.ts'
import { createLog } from '#platform/log.server.ts'
import { asker, idsOf, type Shopper, shopper } from '#tests/support/buying.ts'
import { fillShop } from '#tests/support/filled-shop.ts'
import { isFull } from '#tests/support/full.ts'
import { consultOracle, type Ledger, openLedger } from '#tests/support/invariants.ts'
import { as } from '#tests/support/people.ts'
import { himalayanShelf, product, somePicture, stock } from '#tests/support/shelf.ts'
import {
  databaseKind,
  emptyDatabase,
  freshDatabase,
  freshPostgresUrl,
  openTestShop,
  type TestShop,
} from '#tests/support/shop.ts'
import { restoreBackup } from './restore.ts'
import { parentsFirst } from './tables.ts'
import { takeBackup } from './take.ts'

const log = createLog({ logLevel: 'silent' })
const awkward = 'Tab\tbackslash \\ newline\nquote " null \\N é 水晶 💎'

let folder: string
let saved: string
let shop: TestShop
let asha: Shopper
let before: Ledger
let filled: Awaited<ReturnType<typeof fillShop>>

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'alpine-backup-'))
  saved = path.join(folder, 'saved')
  shop = await openTestShop()
  filled = await fillShop(shop)
  const pictureId = await somePicture(shop)
  await shop.db.transaction((tx) =>
    createProduct(tx, product({ name: 'Odd One', description: awkward, images: [{ pictureId, alt: awkward }] })),
  )
  // Megabytes in one table, so that it comes in many pieces.
  await shop.db.execute(sql`
    insert into mails (id, to_address, subject, html, text, state)
    select md5(n::text)::uuid, 'asha@people.example', 'Long ' || n, long.text, long.text, 'sent'
    from generate_series(1, 200) n, lateral (select string_agg(md5((n * 1000 + m)::text), ' ') as text
                                             from generate_series(1, 400) m) as long`)
  before = await openLedger(asker(shop))
  const ids = await idsOf(shop)
  asha = await shopper(shop, 'Asha Gurung')
  for (const slug of ['clear-quartz-point', 'smoky-quartz-cluster']) {
    await asha.add({ productId: ids.product(slug), quantity: 2 })
    expect((await asha.order({ key: slug })).status).toBe(201)
  }
  await asha.add({ productId: ids.product('singing-bowl'), quantity: 1 })
  // Work for nobody here, so that it still waits when the backup is taken.
  await shop.jobs.stop()
  await shop.db.transaction((tx) => queueMail(tx, shop, { purpose: 'console', to: 'pemba@people.example', ...letter }))
  await takeBackup(shop, saved)
}, 120_000)
afterAll(async () => {
  await shop?.close()
  await rm(folder, { recursive: true, force: true })
})

const letter = { subject: 'Still to be sent', html: '<p>Hello</p>', text: 'Hello' }

const longMails = ({ db }: Pick<Database, 'db'>) =>
  readRows(
    db,
    sql`select count(*)::int, md5(string_agg(md5(html), '' order by id)) from mails where subject like 'Long %'`,
  )

async function emptyFiles() {
  return openFiles({ dataDir: await mkdtemp(path.join(folder, 'files-')), s3: undefined })
}

/** A copy of the backup, with something done to it. */
async function spoiled(spoil: (copy: string) => Promise<unknown>): Promise<string> {
  const copy = await mkdtemp(path.join(folder, 'copy-'))
  await cp(saved, copy, { recursive: true })
  await spoil(copy)
  return copy
}

const changeManifest = async (copy: string, change: (text: string) => string) => {
  const file = path.join(copy, 'manifest.json')
  await writeFile(file, change(await readFile(file, 'utf8')))
}

test('a backup restored on a clean machine is the same shop, and the oracle is content', async () => {
  const database = await emptyDatabase()
  const files = await emptyFiles()
  const { wrong, leftOut, manifest } = await restoreBackup({ database, files, log }, saved)
  expect({ wrong, leftOut }).toEqual({ wrong: [], leftOut: [] })
  expect(manifest.files).toHaveLength(4)

  expect(await longMails(database)).toEqual(await longMails(shop.database))

  const reopened = await openTestShop({ database })
  expect(await consultOracle(asker(reopened), before, asha.attempts)).toEqual([])
  const odd = await reopened.catalog.product(reopened.db, 'odd-one')
  expect(odd.description).toBe(awkward)
  const found = await reopened.json('/api/product/search?Name=quartz')
  expect(found.body).toEqual((await shop.json('/api/product/search?Name=quartz')).body)
  expect(found.body.totalRecords).toBeGreaterThan(0)
  const { body } = await reopened.json('/api/product/search?Name=aquamrine')
  expect(body.products.map(({ name }) => name)).toContain('Aquamarine on Feldspar')

  // The back office finds its settings, its log, the quote and the question as they were.
  for (const path of ['settings', 'audit', 'quotes', 'enquiries', 'posts', 'orders', 'customers', 'products']) {
    const asked = [`/api/admin/${path}`, as(filled.owner)] as const
    const [there, here] = [await reopened.json(...asked), await shop.json(...asked)]
    expect(there, path).toEqual(here)
    expect(there.status).toBe(200)
  }
  expect((await reopened.owner.site()).shopName).toBe('Alpine of Patan')
  await expect(reopened.db.execute(sql`delete from audit_log`)).rejects.toThrow()

  // Its triggers, sequences and sessions go on where they were.
  const generation = reopened.version.generation()
  await reopened.db.transaction((tx) => setPrices(tx, 'odd-one', { priceUsd: 250, priceNpr: 333_00 }))
  await expect.poll(() => reopened.version.generation()).toBeGreaterThan(generation)
  await reopened.db.transaction((tx) => createProduct(tx, product({ name: 'Newcomer' })))
  const headers = { Authorization: `Bearer ${asha.token}` }
  const bag = await reopened.json(`/api/ShoppingCart/userId/${asha.userId}`, { headers })
  expect(bag.body.cartItems).toHaveLength(1)
  const order = { shoppingCartId: bag.body.shoppingCartId, addressId: asha.addressId, method: 0 }
  const placed = await reopened.json('/api/order', {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(order),
  })
  expect(placed.status).toBe(201)
  // What waited is sent.
  await expect
    .poll(() => readRows(reopened.db, sql`select state from mails where subject = ${letter.subject}`), {
      timeout: 15_000,
    })
    .toEqual([{ state: 'kept' }])
  await reopened.close()
}, 60_000)

test('an empty shop that was only migrated can be filled', async () => {
  const database = await freshDatabase()
  expect((await restoreBackup({ database, files: await emptyFiles(), log }, saved)).wrong).toEqual([])
  await database.close()
})

test('a shop that holds anything is not overwritten', async () => {
  const filled = await openTestShop()
  await stock(filled, himalayanShelf.slice(0, 1))
  await expect(restoreBackup({ database: filled.database, files: await emptyFiles(), log }, saved)).rejects.toThrow(
    'There is a shop in this database already',
  )
  expect((await filled.json('/api/product')).body.totalItems).toBe(1)
  await filled.close()
})

describe('a backup that is empty, cut or changed is refused before anything is touched', () => {
  const tables = (copy: string) => path.join(copy, 'tables')
  let database: Database
  beforeAll(async () => {
    database = await emptyDatabase()
  })
  afterAll(() => database.close())

  test.each<[string, RegExp, (copy: string) => Promise<unknown>]>([
    ['without its manifest', /no whole backup/, (copy) => rm(path.join(copy, 'manifest.json'))],
    ['with half a manifest', /no whole backup/, (copy) => changeManifest(copy, (text) => text.slice(0, 900))],
    ['with an empty manifest', /no whole backup/, (copy) => truncate(path.join(copy, 'manifest.json'))],
    [
      'of an empty shop',
      /empty shop/,
      (copy) => changeManifest(copy, (text) => text.replace(/"rows": \d+/g, '"rows": 0')),
    ],
    ['with a cut table', /table orders/, (copy) => truncate(path.join(tables(copy), 'orders.copy.gz'), 60)],
    ['with an empty table', /table orders/, (copy) => truncate(path.join(tables(copy), 'orders.copy.gz'))],
    ['with a longer table', /table users/, (copy) => appendFile(path.join(tables(copy), 'users.copy.gz'), 'more')],
    ['without a table', /table products/, (copy) => rm(path.join(tables(copy), 'products.copy.gz'))],
    [
      'with a cut picture',
      /file media/,
      async (copy) => {
        const media = path.join(copy, 'files', 'media')
        await truncate(path.join(media, (await readdir(media))[0] ?? ''), 10)
      },
    ],
    [
      'of an unknown migration',
      /does not know migration/,
      (copy) => changeManifest(copy, (text) => text.replace(/"checksum": "../, '"checksum": "zz')),
    ],
  ])('%s', async (_, complaint, spoil) => {
    const attempt = restoreBackup({ database, files: await emptyFiles(), log }, await spoiled(spoil))
    await expect(attempt).rejects.toThrow(complaint)
    const [row] = await readRows(database.db, sql`select to_regclass('products') is null as untouched`)
    expect(row).toEqual({ untouched: true })
  })
})

test('no backup is made of an empty shop, nor of one whose pictures are lost', async () => {
  const empty = await openTestShop()
  const target = path.join(folder, 'never')
  await expect(takeBackup(empty, target)).rejects.toThrow('There is nothing in this shop yet')
  const id = await somePicture(empty)
  await stock(empty, [product({ name: 'Pictured', images: [{ pictureId: id, alt: 'A picture' }] })])
  const [picture] = await readRows<{ hash: string }>(empty.db, sql`select hash from pictures where id = ${id}`)
  await empty.files.delete(`media/${picture?.hash}-400.webp`)
  await expect(takeBackup(empty, target)).rejects.toThrow('files of pictures are missing')
  expect((await readdir(folder)).filter((name) => name.startsWith('never'))).toEqual([])
  await empty.close()
})

test('tables come after those they refer to, and a circle is told', () => {
  const tables = ['a', 'b', 'c'].map((name) => ({ name, columns: [] }))
  const references = [
    { child: 'a', parent: 'b' },
    { child: 'b', parent: 'c' },
  ]
  expect(parentsFirst(tables, references).map(({ name }) => name)).toEqual(['c', 'b', 'a'])
  expect(() => parentsFirst(tables, [...references, { child: 'c', parent: 'a' }])).toThrow('circle')
})

describe.runIf(isFull && databaseKind === 'postgres')('between the two databases', () => {
  test('a shop moves from PGlite to PostgreSQL and back', async () => {
    const pglite = wrapPglite(await PGlite.create({ extensions: pgliteExtensions }))
    await restoreBackup({ database: pglite, files: undefined, log }, saved)
    const second = path.join(folder, 'second')
    await takeBackup({ database: pglite, files: shop.files }, second)
    await pglite.close()
    const postgres = openPostgres(await freshPostgresUrl('template0'), 2, log)
    expect((await restoreBackup({ database: postgres, files: undefined, log }, second)).wrong).toEqual([])
    expect(await consultOracle(asker(postgres), before, asha.attempts)).toEqual([])
    expect(await longMails(postgres)).toEqual(await longMails(shop.database))
    const odd = sql`select description from products where slug = 'odd-one'`
    expect(await readRows(postgres.db, odd)).toEqual([{ description: awkward }])
    await postgres.close()
  }, 180_000)
})
