import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { databaseKind, freshDatabase } from '#tests/support/shop.ts'
import { batched, causesOf, codeOf, type Db, endWith, isDatabaseUnavailable, readRows, statement } from './db.server.ts'

const errorWithCode = (code: string) => Object.assign(new Error('refused'), { code })

test.each([
  new Error('Connection terminated unexpectedly'),
  new Error('Connection terminated due to connection timeout'),
  new Error('timeout exceeded when trying to connect'),
  new Error('timeout expired'),
  new Error('Client has encountered a connection error and is not queryable'),
  new Error('Failed query: select 1', { cause: new Error('Connection terminated') }),
  new AggregateError([errorWithCode('ECONNREFUSED')]),
  ...['ECONNRESET', '08006', '57P01', '57014', '53300', '25P03', '40P01'].map(errorWithCode),
])('is unavailable: %s', (error) => {
  expect(isDatabaseUnavailable(error)).toBe(true)
})

test.each([
  new Error('null value in column'),
  errorWithCode('23505'),
  errorWithCode('42601'),
  'timeout expired',
  undefined,
])('is another error: %s', (error) => {
  expect(isDatabaseUnavailable(error)).toBe(false)
})

test('reads of the same event loop iteration share one query', async () => {
  const queries: string[][] = []
  const read = batched(async (_: Db, keys: string[]) => {
    queries.push(keys)
    return keys.join()
  })
  const [db, otherDb] = [{} as Db, {} as Db]
  const reads = [read(db, ['a']), read(db, ['b', 'c']), read(db, ['a']), read(db, []), read(otherDb, ['d'])]
  expect(await Promise.all(reads)).toEqual(['a,b,c', 'a,b,c', 'a,b,c', 'a,b,c', 'd'])
  expect(await read(db, ['a'])).toBe('a')
  expect(queries).toEqual([['a', 'b', 'c'], ['d'], ['a']])
})

test('a failed query rejects all reads that share it, but not the next one', async () => {
  let isUnavailable = true
  const read = batched(async (_: Db, keys: string[]) => {
    if (isUnavailable) throw errorWithCode('08006')
    return keys.join()
  })
  const db = {} as Db
  const settled = await Promise.allSettled([read(db, ['a']), read(db, ['b'])])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isUnavailable = false
  expect(await read(db, ['a'])).toBe('a')
})

describe('the last statement of a transaction', () => {
  const insert = statement<{ version: number }, never>(
    'test_insert',
    ({ version }) => sql`insert into migrations (version, name, checksum) values (${version}, 'test', '')`,
  )
  const openDatabase = async () => {
    const database = await freshDatabase()
    onTestFinished(() => database.close())
    const inserted = () => readRows(database.db, sql`select version from migrations where name = 'test'`)
    return { ...database, inserted }
  }

  test('is committed with the others', async () => {
    const { db, inserted } = await openDatabase()
    const result = await db.transaction(async (tx) => {
      await insert(tx, { version: 9001 })
      await endWith(tx, insert(tx, { version: 9002 }))
      return 'done'
    })
    expect(result).toBe('done')
    expect(await inserted()).toEqual([{ version: 9001 }, { version: 9002 }])
  })

  test('fails the transaction with its own error', async () => {
    const { db, inserted } = await openDatabase()
    const failing = db.transaction(async (tx) => {
      await insert(tx, { version: 9001 })
      await endWith(tx, insert(tx, { version: 9001 }))
    })
    const error = await failing.catch((reason: unknown) => reason)
    expect(causesOf(error).map(codeOf)).toContain('23505')
    expect(await inserted()).toEqual([])
    await db.transaction((tx) => endWith(tx, insert(tx, { version: 9001 })))
    expect(await inserted()).toHaveLength(1)
  })

  test.runIf(databaseKind === 'postgres')('cannot be followed by another', async () => {
    const { db, inserted } = await openDatabase()
    const ended = await db.transaction(async (tx) => ({ tx }))
    const refused = await insert(ended.tx, { version: 9001 }).catch((error: unknown) => error)
    expect(causesOf(refused).at(-1)?.message).toBe('A statement was sent after the commit of its transaction')
    expect(await inserted()).toEqual([])
  })
})
