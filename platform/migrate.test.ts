import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openShop } from '#modules/shop.server.ts'
import { databaseKind, emptyDatabase, freshDatabase, freshPostgresUrl } from '#tests/support/shop.ts'
import type { Database } from './db.server.ts'
import { openPostgres } from './db-postgres.server.ts'
import { readSettings } from './env.server.ts'
import { createLog } from './log.server.ts'
import { knownMigrations, type Migration } from './migrate.server.ts'

const known = knownMigrations()
const log = createLog({ logLevel: 'silent' })

async function closedAfterTest(opening: Promise<Database> | Database): Promise<Database> {
  const database = await opening
  onTestFinished(() => database.close())
  return database
}

async function rows({ db }: Database, query: string): Promise<Record<string, unknown>[]> {
  return ((await db.execute(sql.raw(query))) as unknown as { rows: Record<string, unknown>[] }).rows
}

const applied = (database: Database) =>
  rows(database, 'select version, name, checksum from migrations order by version')

const newMigration = (script: string): Migration => ({
  version: 99,
  name: 'tomorrow',
  sql: script,
  checksum: 'of tomorrow',
})

describe('the migrations', () => {
  test('have ascending numbers and a name each', () => {
    const versions = known.map(({ version }) => version)
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b))
    expect(known.every(({ name }) => /^[a-z0-9_]+$/.test(name))).toBe(true)
  })

  test('apply to an empty database, and not a second time', async () => {
    const database = await closedAfterTest(emptyDatabase())
    expect(await database.migrate()).toBe(known.length)
    expect(await applied(database)).toEqual(known.map(({ version, name, checksum }) => ({ version, name, checksum })))
    expect(await database.migrate()).toBe(0)
    expect(await rows(database, 'select count(*)::int as products from products')).toEqual([{ products: 0 }])
  }, 120_000)

  test('apply a new one after those already applied', async () => {
    const database = await closedAfterTest(freshDatabase())
    const next = newMigration('create table tomorrow (id integer)')
    expect(await database.migrate([...known, next])).toBe(1)
    expect(await rows(database, 'select * from tomorrow')).toEqual([])
    expect(await database.migrate([...known, next])).toBe(0)
  })
})

describe('a database is rejected', () => {
  test('when it was created by a newer version of the shop', async () => {
    const database = await closedAfterTest(freshDatabase())
    await rows(database, "insert into migrations (version, name, checksum) values (99, 'from_tomorrow', 'x')")
    await expect(database.migrate()).rejects.toThrow(
      'The database was created by a newer version of the shop (migration 99 from_tomorrow): update the program',
    )
  })

  test('when a migration was edited after it was applied', async () => {
    const database = await closedAfterTest(freshDatabase())
    await rows(database, "update migrations set checksum = 'another text' where version = 2")
    await expect(database.migrate()).rejects.toThrow(
      'Migration 2 search was changed after it was applied: never edit an applied migration',
    )
  })

  test('without changes to it', async () => {
    const database = await closedAfterTest(freshDatabase())
    await rows(database, "update migrations set checksum = 'another text' where version = 2")
    const before = await applied(database)
    await expect(database.migrate([...known, newMigration('create table tomorrow (id integer)')])).rejects.toThrow()
    expect(await applied(database)).toEqual(before)
    expect(await rows(database, "select to_regclass('tomorrow') as found")).toEqual([{ found: null }])
  })
})

test('a failed migration changes nothing, and is applied after it is fixed', async () => {
  const database = await closedAfterTest(freshDatabase())
  const broken = newMigration('create table tomorrow (id integer);\ninsert into nowhere values (1)')
  await expect(database.migrate([...known, broken])).rejects.toThrow(/^Migration 99 tomorrow failed: .*nowhere/)
  expect(await rows(database, "select to_regclass('tomorrow') as found")).toEqual([{ found: null }])
  expect(await applied(database)).toHaveLength(known.length)
  expect(await database.migrate([...known, newMigration('create table tomorrow (id integer)')])).toBe(1)
})

describe.runIf(databaseKind === 'postgres')('several processes at once', () => {
  const openThrice = (url: string) => Promise.all([1, 2, 3].map(() => closedAfterTest(openPostgres(url, 2, log))))

  test('migrate an empty database: one applies the migrations, the others wait', async () => {
    const databases = await openThrice(await freshPostgresUrl('template0'))
    const counts = await Promise.all(databases.map((database) => database.migrate()))
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, known.length])
  })

  test('open a shop on an empty database together', async () => {
    const url = await freshPostgresUrl('template0')
    const settings = readSettings({ MODE: 'test' })
    const shops = await Promise.all([1, 2, 3].map(() => openShop(settings, log, openPostgres(url, 3, log))))
    onTestFinished(async () => void (await Promise.all(shops.map((shop) => shop.close()))))
    for (const { version } of shops) expect(version.isListening()).toBe(true)
  })
})
