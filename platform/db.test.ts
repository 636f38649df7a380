import { expect, test } from 'vitest'
import { batchedLookup, type Db, isDatabaseUnavailable } from './db.server.ts'

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

test('lookups of the same event loop iteration share one query', async () => {
  const queries: string[][] = []
  const find = batchedLookup(async (_: Db, keys) => {
    queries.push(keys)
    return new Map(keys.filter((key) => key !== 'missing').map((key) => [key, key.toUpperCase()]))
  })
  const [db, otherDb] = [{} as Db, {} as Db]
  const lookups = [find(db, 'a'), find(db, 'b'), find(db, 'a'), find(db, 'missing'), find(otherDb, 'c')]
  expect(await Promise.all(lookups)).toEqual(['A', 'B', 'A', undefined, 'C'])
  expect(await find(db, 'a')).toBe('A')
  expect(queries).toEqual([['a', 'b', 'missing'], ['c'], ['a']])
})

test('a failed query rejects all lookups that share it, but not the next one', async () => {
  let isUnavailable = true
  const find = batchedLookup(async (_: Db, keys) => {
    if (isUnavailable) throw errorWithCode('08006')
    return new Map(keys.map((key) => [key, key]))
  })
  const db = {} as Db
  const settled = await Promise.allSettled([find(db, 'a'), find(db, 'b')])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isUnavailable = false
  expect(await find(db, 'a')).toBe('a')
})
