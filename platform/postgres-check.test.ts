import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { databaseUrl } from '#tests/support/database.ts'
import { startFakePostgres } from '#tests/support/fake-postgres.ts'
import { freePort } from '#tests/support/free-port.ts'
import { databaseKind } from '#tests/support/shop.ts'
import { checkPostgres } from './postgres-check.server.ts'
import { StartError } from './start-error.ts'

async function messageOf(url: string): Promise<string> {
  const error = await checkPostgres(url).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(StartError)
  return (error as StartError).message
}

async function messageOfFake(behaviour: Parameters<typeof startFakePostgres>[0]): Promise<string> {
  const { url, close } = await startFakePostgres(behaviour)
  onTestFinished(close)
  const message = await messageOf(url)
  expect(message).not.toContain('secret-word')
  return message.replace(/127\.0\.0\.1:\d+/, 'SERVER')
}

describe('the check of a PostgreSQL server explains in one sentence', () => {
  test('a version older than 15', async () => {
    for (const version of ['9.6.24', '14.13 (Debian 14.13-1.pgdg120+1)'])
      expect(await messageOfFake({ version })).toBe(
        `PostgreSQL ${version} at SERVER is too old: the shop needs version 15 or newer.`,
      )
  })

  test('nothing for version 15 or newer', async () => {
    for (const version of ['15.0', '16beta1', '18.1 (Debian 18.1-1)']) {
      const { url, close } = await startFakePostgres({ version })
      onTestFinished(close)
      await checkPostgres(url)
    }
  })

  test('a wrong password, a missing database, a starting server', async () => {
    expect(await messageOfFake({ error: { code: '28P01', message: 'password authentication failed' } })).toBe(
      'PostgreSQL at SERVER does not accept the user or the password of DATABASE_URL.',
    )
    expect(await messageOfFake({ error: { code: '3D000', message: 'database "shop" does not exist' } })).toBe(
      'The database "shop" of DATABASE_URL does not exist: create it first.',
    )
    expect(await messageOfFake({ error: { code: '57P03', message: 'the database system is starting up' } })).toBe(
      'PostgreSQL at SERVER does not accept connections right now (the database system is starting up): try again later.',
    )
  })

  test('a port without a server, also for a host with two addresses', async () => {
    const port = await freePort()
    for (const host of ['127.0.0.1', 'localhost'])
      expect(await messageOf(`postgres://shop@${host}:${port}/shop`)).toBe(
        `PostgreSQL at ${host}:${port} refuses the connection: start it, or correct DATABASE_URL.`,
      )
  })

  test('an unknown host and an invalid user name', async () => {
    expect(await messageOf('postgres://shop@database.invalid/shop')).toBe(
      'The host of DATABASE_URL, database.invalid, cannot be found: correct it, or check the name server.',
    )
    expect(await messageOf('postgres://us%er:secret@127.0.0.1/shop')).toMatch(/^PostgreSQL at 127\.0\.0\.1:5432 /)
  })

  test.runIf(databaseKind === 'postgres')('a missing database on a real server', async () => {
    await checkPostgres(inject('postgresUrl'))
    expect(await messageOf(databaseUrl(inject('postgresUrl'), 'missing'))).toBe(
      'The database "missing" of DATABASE_URL does not exist: create it first.',
    )
  })
})
