import { expect, test } from 'vitest'
import { batched, type Db, isDatabaseUnavailable } from './db.server.ts'

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
