import { expect, test } from 'vitest'
import { askedTogether, type Db, isDatabaseAway } from './db.server.ts'

const coded = (code: string) => Object.assign(new Error('refused'), { code })

test.each([
  new Error('Connection terminated unexpectedly'),
  new Error('Connection terminated due to connection timeout'),
  new Error('timeout exceeded when trying to connect'),
  new Error('timeout expired'),
  new Error('Client has encountered a connection error and is not queryable'),
  new Error('Failed query: select 1', { cause: new Error('Connection terminated') }),
  new AggregateError([coded('ECONNREFUSED')]),
  ...['ECONNRESET', '08006', '57P01', '57014', '53300', '25P03', '40P01'].map(coded),
])('«not now»: %s', (error) => {
  expect(isDatabaseAway(error)).toBe(true)
})

test.each([new Error('null value in column'), coded('23505'), coded('42601'), 'timeout expired', undefined])(
  '«never»: %s',
  (error) => {
    expect(isDatabaseAway(error)).toBe(false)
  },
)

test('whoever asks in the same turn shares one question, and gets an answer of their own', async () => {
  const questions: string[][] = []
  const find = askedTogether(async (_: Db, keys) => {
    questions.push(keys)
    return new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, key.toUpperCase()]))
  })
  const [here, there] = [{} as Db, {} as Db]
  const together = [find(here, 'a'), find(here, 'b'), find(here, 'a'), find(here, 'nobody'), find(there, 'c')]
  expect(await Promise.all(together)).toEqual(['A', 'B', 'A', undefined, 'C'])
  expect(await find(here, 'a')).toBe('A')
  expect(questions).toEqual([['a', 'b', 'nobody'], ['c'], ['a']])
})

test('a question that fails, fails for all who shared it, and not for the next', async () => {
  let isAway = true
  const find = askedTogether(async (_: Db, keys) => {
    if (isAway) throw coded('08006')
    return new Map(keys.map((key) => [key, key]))
  })
  const db = {} as Db
  const settled = await Promise.allSettled([find(db, 'a'), find(db, 'b')])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect(await find(db, 'a')).toBe('a')
})
