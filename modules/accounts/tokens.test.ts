import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { hashSecret } from '#shared/secrets.ts'
import { type Person, person } from '#tests/support/accounts.ts'
import { databaseKind, openTestShop, type TestShop } from '#tests/support/shop.ts'
import { endSession, findActor, startSession } from './sessions.server.ts'
import { invalidLinkError, issueToken, signInTokenSeconds } from './tokens.server.ts'

let shop: TestShop
let asha: Person
beforeAll(async () => {
  shop = await openTestShop()
  asha = await person(shop, 'Asha Gurung')
})
afterAll(() => shop.close())

const start = (fields: { passwordHash?: string } = {}) =>
  startSession(shop.db, { id: asha.userId, email: asha.email, ...fields })
const failed = { code: 'unauthenticated', message: 'Login failed' }

describe('a token', () => {
  test.each([
    ['confirm-email', 24 * 3600],
    ['reset-password', 3600],
    ['sign-in', 60],
  ] as const)('for %s is stored as a hash and expires after %d seconds', async (purpose, seconds) => {
    const token = await shop.db.transaction((tx) => issueToken(tx, asha.userId, purpose))
    expect(token).toMatch(/^[\w-]{43}$/)
    const stored = await readRows(
      shop.db,
      sql`select user_id, purpose, extract(epoch from expires_at - now())::int as seconds from account_tokens
          where token_hash = ${hashSecret(token)}`,
    )
    expect(stored).toEqual([{ user_id: asha.userId, purpose, seconds: expect.closeTo(seconds, -1) }])
  })

  test('for sign-in expires after 60 seconds', () => {
    expect(signInTokenSeconds).toBe(60)
  })

  test('that is invalid gives an error with its field', () => {
    const description = 'This link is no longer valid. Please ask for a new one.'
    expect(invalidLinkError()).toMatchObject({
      code: 'invalid',
      message: description,
      details: [{ code: 'InvalidToken', field: 'token', description }],
    })
  })
})

describe('a session', () => {
  test('is found by its token until it ends, without ending others', async () => {
    const { token, ...account } = await start()
    expect(account).toEqual({ userId: asha.userId, userEmail: asha.email })
    const actor = await findActor(shop.db, token)
    if (!actor) throw new Error('The session was not found')
    expect(actor).toMatchObject({ userId: asha.userId, session: hashSecret(token) })
    await endSession(shop.db, actor)
    expect(await findActor(shop.db, token)).toBeUndefined()
    expect(await findActor(shop.db, asha.token)).toBeDefined()
  })

  test('starts only if the checked password is still current', async () => {
    await shop.db.execute(sql`update users set password_hash = 'new' where id = ${asha.userId}`)
    await expect(start({ passwordHash: 'old' })).rejects.toMatchObject(failed)
    expect(await start({ passwordHash: 'new' })).toMatchObject({ userId: asha.userId })
  })

  test('does not start for a deactivated account', async () => {
    const deactivated = await person(shop, 'Gone Away')
    await shop.db.execute(sql`update users set deactivated_at = now() where id = ${deactivated.userId}`)
    await expect(startSession(shop.db, { id: deactivated.userId, email: deactivated.email })).rejects.toMatchObject(
      failed,
    )
  })

  test('that has expired is deleted at the next sign-in of any user', async () => {
    const old = await person(shop, 'Old Guest')
    await shop.db.execute(sql`update sessions set used_at = now() - interval '8 days' where user_id = ${old.userId}`)
    await start()
    expect(await readRows(shop.db, sql`select from sessions where user_id = ${old.userId}`)).toEqual([])
  })

  test('is one of at most 20', async () => {
    for (let n = 0; n < 25; n++) await start()
    expect(await readRows(shop.db, sql`select from sessions where user_id = ${asha.userId}`)).toHaveLength(20)
  })
})

test.runIf(databaseKind === 'postgres')('a session starts with one prepared statement', async () => {
  const names = await shop.db.transaction(async (tx) => {
    await startSession(tx, { id: asha.userId, email: asha.email })
    return readRows<{ name: string }>(tx, sql`select name from pg_prepared_statements where name like 'account%'`)
  })
  expect(names).toContainEqual({ name: 'account_start_session' })
})
