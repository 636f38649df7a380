import { appendFile, cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProduct, setPrices } from '#modules/catalog/service.server.ts'
import { queueEmail } from '#modules/email/service.server.ts'
import { enquiryEmail } from '#modules/notifications/email-templates.tsx'
import { type Database, readRows } from '#platform/db.server.ts'
import { pgliteExtensions, wrapPglite } from '#platform/db-pglite.server.ts'
import { openPostgres } from '#platform/db-postgres.server.ts'
import { openFiles } from '#platform/files.server.ts'
import { createLog } from '#platform/log.server.ts'
import { as } from '#tests/support/accounts.ts'
import { fillCompleteShop } from '#tests/support/complete-shop.ts'
import { isFull } from '#tests/support/full-run.ts'
import { findViolations, type Snapshot, takeSnapshot } from '#tests/support/invariants.ts'
import { addPicture, addProducts, product, sampleProducts } from '#tests/support/products.ts'
import {
  databaseKind,
  emptyDatabase,
  freshDatabase,
  freshPostgresUrl,
  openTestShop,
  type TestShop,
} from '#tests/support/shop.ts'
import { findProductIds, queryRunner, type Shopper, shopper } from '#tests/support/shopper.ts'
import { restoreBackup } from './restore.ts'
import { parentsFirst } from './tables.ts'
import { takeBackup } from './take.ts'

const log = createLog({ logLevel: 'silent' })
const specialCharacters = 'Tab\tbackslash \\ newline\nquote " null \\N é 水晶 💎'

let folder: string
let saved: string
let shop: TestShop
let asha: Shopper
let before: Snapshot
let shopData: Awaited<ReturnType<typeof fillCompleteShop>>

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'alpine-backup-'))
  saved = path.join(folder, 'saved')
  shop = await openTestShop()
  shopData = await fillCompleteShop(shop)
  const pictureId = await addPicture(shop)
  await shop.db.transaction((tx) =>
    createProduct(
      tx,
      product({ name: 'Odd One', description: specialCharacters, images: [{ pictureId, alt: specialCharacters }] }),
    ),
  )
  // Megabytes in one table, so COPY sends many chunks.
  await shop.db.execute(sql`
    insert into emails (id, to_address, subject, html, text, status)
    select md5(n::text)::uuid, 'asha@people.example', 'Long ' || n, long.text, long.text, 'sent'
    from generate_series(1, 200) n, lateral (select string_agg(md5((n * 1000 + m)::text), ' ') as text
                                             from generate_series(1, 400) m) as long`)
  before = await takeSnapshot(queryRunner(shop))
  const ids = await findProductIds(shop)
  asha = await shopper(shop, 'Asha Gurung')
  for (const slug of ['clear-quartz-point', 'smoky-quartz-cluster']) {
    await asha.add({ productId: ids.product(slug), quantity: 2 })
    expect((await asha.order({ key: slug })).status).toBe(201)
  }
  await asha.add({ productId: ids.product('singing-bowl'), quantity: 1 })
  // No worker runs, so this email is still queued when the backup is taken.
  await shop.jobs.stop()
  await shop.db.transaction((tx) =>
    queueEmail(tx, shop, { purpose: 'console', to: 'pemba@people.example' }, enquiryEmail, queuedEmail),
  )
  await takeBackup(shop, saved)
}, 120_000)
afterAll(async () => {
  await shop?.close()
  await rm(folder, { recursive: true, force: true })
})

const queuedEmail = { shopName: 'ALPINE', title: 'Still to be sent', from: [], message: 'Hello' }

const longEmails = ({ db }: Pick<Database, 'db'>) =>
  readRows(
    db,
    sql`select count(*)::int, md5(string_agg(md5(html), '' order by id)) from emails where subject like 'Long %'`,
  )

async function emptyFiles() {
  return openFiles({ dataDir: await mkdtemp(path.join(folder, 'files-')), s3: undefined })
}

async function damagedCopy(damage: (copy: string) => Promise<unknown>): Promise<string> {
  const copy = await mkdtemp(path.join(folder, 'copy-'))
  await cp(saved, copy, { recursive: true })
  await damage(copy)
  return copy
}

const changeManifest = async (copy: string, change: (text: string) => string) => {
  const file = path.join(copy, 'manifest.json')
  await writeFile(file, change(await readFile(file, 'utf8')))
}

test('restores the same shop on a clean machine, and all invariants hold', async () => {
  const database = await emptyDatabase()
  const files = await emptyFiles()
  const { violations, skippedTables, manifest } = await restoreBackup({ database, files, log }, saved)
  expect({ violations, skippedTables }).toEqual({ violations: [], skippedTables: [] })
  expect(manifest.files).toHaveLength(4)

  expect(await longEmails(database)).toEqual(await longEmails(shop.database))

  const reopened = await openTestShop({ database })
  expect(await findViolations(queryRunner(reopened), before, asha.attempts)).toEqual([])
  const odd = await reopened.catalog.product(reopened.db, 'odd-one')
  expect(odd.description).toBe(specialCharacters)
  const found = await reopened.json('/api/product/search?Name=quartz')
  expect(found.body).toEqual((await shop.json('/api/product/search?Name=quartz')).body)
  expect(found.body.totalRecords).toBeGreaterThan(0)
  const { body } = await reopened.json('/api/product/search?Name=aquamrine')
  expect(body.products.map(({ name }) => name)).toContain('Aquamarine on Feldspar')

  // The admin API returns the same data.
  for (const path of ['settings', 'audit', 'quotes', 'enquiries', 'posts', 'orders', 'customers', 'products']) {
    const request = [`/api/admin/${path}`, as(shopData.owner)] as const
    const [restored, original] = [await reopened.json(...request), await shop.json(...request)]
    expect(restored, path).toEqual(original)
    expect(restored.status).toBe(200)
  }
  expect((await reopened.ownerSettings.site()).shopName).toBe('Alpine of Patan')
  await expect(reopened.db.execute(sql`delete from audit_log`)).rejects.toThrow()

  // Triggers, sequences and sessions still work.
  const generation = reopened.version.generation()
  await reopened.db.transaction((tx) => setPrices(tx, 'odd-one', { priceUsd: 250, priceNpr: 333_00 }))
  await expect.poll(() => reopened.version.generation()).toBeGreaterThan(generation)
  await reopened.db.transaction((tx) => createProduct(tx, product({ name: 'Newcomer' })))
  const headers = { Authorization: `Bearer ${asha.token}` }
  const cart = await reopened.json(`/api/ShoppingCart/userId/${asha.userId}`, { headers })
  expect(cart.body.cartItems).toHaveLength(1)
  const order = { shoppingCartId: cart.body.shoppingCartId, addressId: asha.addressId, method: 0 }
  const placed = await reopened.json('/api/order', {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(order),
  })
  expect(placed.status).toBe(201)
  // The queued email is sent.
  await expect
    .poll(
      () =>
        readRows(
          reopened.db,
          sql`select status, text like '%Hello%' as rendered from emails where subject = ${queuedEmail.title}`,
        ),
      {
        timeout: 15_000,
      },
    )
    .toEqual([{ status: 'stored', rendered: true }])
  await reopened.close()
}, 60_000)

test('restores into a migrated database without data', async () => {
  const database = await freshDatabase()
  expect((await restoreBackup({ database, files: await emptyFiles(), log }, saved)).violations).toEqual([])
  await database.close()
})

test('does not overwrite a shop that has data', async () => {
  const otherShop = await openTestShop()
  await addProducts(otherShop, sampleProducts.slice(0, 1))
  await expect(restoreBackup({ database: otherShop.database, files: await emptyFiles(), log }, saved)).rejects.toThrow(
    'This database already contains a shop',
  )
  expect((await otherShop.json('/api/product')).body.totalItems).toBe(1)
  await otherShop.close()
})

describe('refuses a damaged backup before it changes anything', () => {
  const tables = (copy: string) => path.join(copy, 'tables')
  let database: Database
  beforeAll(async () => {
    database = await emptyDatabase()
  })
  afterAll(() => database.close())

  test.each<[string, RegExp, (copy: string) => Promise<unknown>]>([
    ['without its manifest', /not a complete backup/, (copy) => rm(path.join(copy, 'manifest.json'))],
    ['with half a manifest', /not a complete backup/, (copy) => changeManifest(copy, (text) => text.slice(0, 900))],
    ['with an empty manifest', /not a complete backup/, (copy) => truncate(path.join(copy, 'manifest.json'))],
    [
      'of an empty shop',
      /empty shop/,
      (copy) => changeManifest(copy, (text) => text.replace(/"rows": \d+/g, '"rows": 0')),
    ],
    ['with a truncated table', /table orders/, (copy) => truncate(path.join(tables(copy), 'orders.copy.gz'), 60)],
    ['with an empty table', /table orders/, (copy) => truncate(path.join(tables(copy), 'orders.copy.gz'))],
    ['with a longer table', /table users/, (copy) => appendFile(path.join(tables(copy), 'users.copy.gz'), 'more')],
    ['without a table', /table products/, (copy) => rm(path.join(tables(copy), 'products.copy.gz'))],
    [
      'with a truncated picture',
      /file media/,
      async (copy) => {
        const media = path.join(copy, 'files', 'media')
        await truncate(path.join(media, (await readdir(media))[0] ?? ''), 10)
      },
    ],
    [
      'of an unknown migration',
      /does not contain migration/,
      (copy) => changeManifest(copy, (text) => text.replace(/"checksum": "../, '"checksum": "zz')),
    ],
  ])('%s', async (_, message, damage) => {
    const attempt = restoreBackup({ database, files: await emptyFiles(), log }, await damagedCopy(damage))
    await expect(attempt).rejects.toThrow(message)
    const [row] = await readRows(database.db, sql`select to_regclass('products') is null as untouched`)
    expect(row).toEqual({ untouched: true })
  })
})

test('refuses to back up an empty shop or one with missing picture files', async () => {
  const empty = await openTestShop()
  const target = path.join(folder, 'never')
  await expect(takeBackup(empty, target)).rejects.toThrow('The shop is empty')
  const id = await addPicture(empty)
  await addProducts(empty, [product({ name: 'Pictured', images: [{ pictureId: id, alt: 'A picture' }] })])
  const [picture] = await readRows<{ hash: string }>(empty.db, sql`select hash from pictures where id = ${id}`)
  await empty.files.delete(`media/${picture?.hash}-400.webp`)
  await expect(takeBackup(empty, target)).rejects.toThrow('picture files are missing')
  expect((await readdir(folder)).filter((name) => name.startsWith('never'))).toEqual([])
  await empty.close()
})

test('sorts tables after the tables they reference and reports a cycle', () => {
  const tables = ['a', 'b', 'c'].map((name) => ({ name, columns: [] }))
  const references = [
    { child: 'a', parent: 'b' },
    { child: 'b', parent: 'c' },
  ]
  expect(parentsFirst(tables, references).map(({ name }) => name)).toEqual(['c', 'b', 'a'])
  expect(() => parentsFirst(tables, [...references, { child: 'c', parent: 'a' }])).toThrow('cycle')
})

describe.runIf(isFull && databaseKind === 'postgres')('between PGlite and PostgreSQL', () => {
  test('a shop can be moved in both directions', async () => {
    const pglite = wrapPglite(await PGlite.create({ extensions: pgliteExtensions }))
    await restoreBackup({ database: pglite, files: undefined, log }, saved)
    const second = path.join(folder, 'second')
    await takeBackup({ database: pglite, files: shop.files }, second)
    await pglite.close()
    const postgres = openPostgres(await freshPostgresUrl('template0'), 2, log)
    expect((await restoreBackup({ database: postgres, files: undefined, log }, second)).violations).toEqual([])
    expect(await findViolations(queryRunner(postgres), before, asha.attempts)).toEqual([])
    expect(await longEmails(postgres)).toEqual(await longEmails(shop.database))
    const odd = sql`select description from products where slug = 'odd-one'`
    expect(await readRows(postgres.db, odd)).toEqual([{ description: specialCharacters }])
    await postgres.close()
  }, 180_000)
})
