import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { toShopError } from '#platform/failures.server.ts'
import { createLog } from '#platform/log.server.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await shop.db.execute(sql`create table boxes (id int primary key, size int not null check (size > 0), name varchar(5),
    inside int references boxes, held int4range, exclude using gist (held with &&))`)
  await shop.db.execute(sql`insert into boxes (id, size, held) values (1, 1, '[1,5]')`)
  return () => shop.close()
})

async function failureOf(statement: SQL) {
  const lines: string[] = []
  const log = createLog({ logLevel: 'error' }, { write: (line: string) => void lines.push(line) })
  const error = await shop.db.execute(statement).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return { ...toShopError(error, log), message: toShopError(error, log).message, logged: lines.join('') }
}

const invalid: [string, SQL][] = [
  ['22001 a text too long', sql`insert into boxes (id, size, name) values (2, 1, 'too long')`],
  ['22003 a number out of range', sql`select ${2 ** 40}::bigint::int`],
  ['22007 year 0000', sql`select ${'0000-01-01'}::date`],
  ['22012 a division by zero', sql`select 1 / ${0}::int`],
  ['22021 NUL in a text', sql`select ${'a\0b'}::text`],
  ['22P02 a text that is no id', sql`select ${'x'}::uuid`],
  ['22P05 a lone surrogate in JSON', sql`select ${'"\\ud800"'}::jsonb`],
  ['23502 a missing value', sql`insert into boxes (id) values (2)`],
  ['23514 a failed check', sql`insert into boxes (id, size) values (2, 0)`],
]
const conflicts: [string, SQL][] = [
  ['23505 a duplicate', sql`insert into boxes (id, size) values (1, 1)`],
  ['23503 an unknown reference', sql`insert into boxes (id, size, inside) values (2, 1, 77)`],
  ['23P01 an overlap', sql`insert into boxes (id, size, held) values (2, 1, '[2,3]')`],
]

describe('a value that the database rejects', () => {
  test.each(invalid)('%s is invalid', async (_, statement) => {
    expect(await failureOf(statement)).toMatchObject({
      code: 'invalid',
      message: 'A value in this request is not allowed. Please check it and try again.',
    })
  })

  test.each(conflicts)('%s is a conflict', async (_, statement) => {
    expect(await failureOf(statement)).toMatchObject({ code: 'conflict', message: expect.stringMatching(/Please/) })
  })

  test('is logged as an error without the value', async () => {
    const { logged } = await failureOf(sql`select ${'secret-street-4'}::uuid as street`)
    expect(logged).toContain('the database rejected a value that passed its schema')
    expect(logged).toContain('as street')
    expect(logged).toContain('22P02')
    expect(logged).not.toContain('secret-street-4')
  })
})

test('any other failure of a statement is an internal error', async () => {
  expect(await failureOf(sql`select * from no_such_table`)).toMatchObject({ code: 'internal' })
})
