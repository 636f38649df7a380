import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { databaseUrl } from '#tests/support/database.ts'
import { startFakePostgres } from '#tests/support/fake-postgres.ts'
import { freePort } from '#tests/support/free-port.ts'
import { databaseKind } from '#tests/support/shop.ts'
import { checkPostgres } from './postgres-check.server.ts'
import { StartError } from './start-error.ts'

async function refusalOf(url: string): Promise<string> {
  const error = await checkPostgres(url).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(StartError)
  return (error as StartError).message
}

async function refusalOfFake(behaviour: Parameters<typeof startFakePostgres>[0]): Promise<string> {
  const { url, close } = await startFakePostgres(behaviour)
  onTestFinished(close)
  const sentence = await refusalOf(url)
  expect(sentence).not.toContain('secret-word')
  return sentence.replace(/127\.0\.0\.1:\d+/, 'SERVER')
}

describe('a PostgreSQL that cannot be used is named in one sentence', () => {
  test('older than 15', async () => {
    for (const version of ['9.6.24', '14.13 (Debian 14.13-1.pgdg120+1)'])
      expect(await refusalOfFake({ version })).toBe(
        `PostgreSQL ${version} at SERVER is too old: the shop needs version 15 or newer.`,
      )
  })

  test('15 or newer is accepted', async () => {
    for (const version of ['15.0', '16beta1', '18.1 (Debian 18.1-1)']) {
      const { url, close } = await startFakePostgres({ version })
      onTestFinished(close)
      await checkPostgres(url)
    }
  })

  test('wrong password, missing database, still starting', async () => {
    expect(await refusalOfFake({ error: { code: '28P01', message: 'password authentication failed' } })).toBe(
      'PostgreSQL at SERVER does not accept the user or the password of DATABASE_URL.',
    )
    expect(await refusalOfFake({ error: { code: '3D000', message: 'database "shop" does not exist' } })).toBe(
      'The database "shop" of DATABASE_URL does not exist: create it first.',
    )
    expect(await refusalOfFake({ error: { code: '57P03', message: 'the database system is starting up' } })).toBe(
      'PostgreSQL at SERVER takes no connections now (the database system is starting up): try again later.',
    )
  })

  test('no server on that port, also where the name has two addresses', async () => {
    const port = await freePort()
    for (const host of ['127.0.0.1', 'localhost'])
      expect(await refusalOf(`postgres://shop@${host}:${port}/shop`)).toBe(
        `PostgreSQL at ${host}:${port} refuses the connection: start it, or correct DATABASE_URL.`,
      )
  })

  test('unknown host, unreadable user name', async () => {
    expect(await refusalOf('postgres://shop@database.invalid/shop')).toBe(
      'The host of DATABASE_URL, database.invalid, cannot be found: correct it, or check the name server.',
    )
    expect(await refusalOf('postgres://us%er:secret@127.0.0.1/shop')).toMatch(/^PostgreSQL at 127\.0\.0\.1:5432 /)
  })

  test.runIf(databaseKind === 'postgres')('a real server is accepted, a database that it lacks is not', async () => {
    await checkPostgres(inject('postgresUrl'))
    expect(await refusalOf(databaseUrl(inject('postgresUrl'), 'missing'))).toBe(
      'The database "missing" of DATABASE_URL does not exist: create it first.',
    )
  })
})
