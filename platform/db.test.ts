import { expect, test } from 'vitest'
import { isDatabaseAway } from './db.server.ts'

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
