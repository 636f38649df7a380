import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSession } from '#modules/accounts/sessions.server.ts'
import { readRows } from '#platform/db.server.ts'
import type { ShopError } from '#shared/errors.ts'
import { hashSecret } from '#shared/secrets.ts'
import { as, person } from '#tests/support/accounts.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { actorOf, requireActor } from './access.ts'

const password = 'Namaste-1234'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const login = (username: string) =>
  shop.json('/api/authentication/login', as(undefined, 'POST', { username, password }))
const requestWith = (token: string) =>
  new Request('http://shop.test/', { headers: { Authorization: `Bearer ${token}` } })
const findActor = (token: string) => actorOf(shop.db, requestWith(token))
const setAge = (token: string, column: 'created_at' | 'used_at', by: string) =>
  shop.db.execute(
    sql`update sessions set ${sql.identifier(column)} = now() - ${by}::interval where token_hash = ${hashSecret(token)}`,
  )

describe('login', () => {
  test('accepts an email or a username in any letter case, and gives a token of 256 bits', async () => {
    const asha = await person(shop, 'Asha Gurung', { password })
    for (const name of [asha.email, asha.email.toUpperCase(), 'ashagurung', ' AshaGurung ']) {
      const { status, body } = await login(name)
      expect(status).toBe(200)
      expect(body).toEqual({ token: expect.any(String), userId: asha.userId, userEmail: asha.email })
      expect(Buffer.from(body.token, 'base64url')).toHaveLength(32)
      expect(await findActor(body.token)).toMatchObject({ userId: asha.userId, role: 'Customer' })
    }
  })

  test('stores only the hash of the token', async () => {
    const maya = await person(shop, 'Maya Rai', { password })
    const { body } = await login(maya.email)
    const rows = await readRows<{ row: string }>(shop.db, sql`select sessions::text as row from sessions`)
    const stored = rows.map(({ row }) => row).join()
    expect(stored).toContain(hashSecret(body.token))
    expect(stored).not.toContain(body.token)
  })
})

describe('a session', () => {
  test('ends at once after logout, and a second logout is no error', async () => {
    const jon = await person(shop, 'Jon Out')
    const other = await person(shop, 'Kept On')
    for (const _ of [1, 2]) expect((await shop.fetch('/api/authentication/logout', as(jon, 'POST'))).status).toBe(204)
    expect(await findActor(jon.token)).toBeUndefined()
    expect(await findActor(other.token)).toBeDefined()
    expect((await shop.fetch('/api/authentication/logout', { method: 'POST' })).status).toBe(204)
  })

  test.each([
    ['created_at', '30 days 1 minute', false],
    ['created_at', '29 days 23 hours', true],
    ['used_at', '7 days 1 minute', false],
    ['used_at', '6 days 23 hours', true],
  ] as const)('whose %s is %s ago is valid: %s', async (column, by, isValid) => {
    const { token } = await person(shop, `Old ${column} ${by}`)
    await setAge(token, column, by)
    expect((await findActor(token)) !== undefined).toBe(isValid)
  })

  test('updates used_at at most once an hour, with a second statement', async () => {
    const { token } = await person(shop, 'Often Here')
    const secondsSinceUse = async () => {
      const [row] = await readRows<{ ago: number }>(
        shop.db,
        sql`select extract(epoch from now() - used_at)::float8 as ago from sessions where token_hash = ${hashSecret(token)}`,
      )
      return row?.ago ?? Number.NaN
    }
    await setAge(token, 'used_at', '59 minutes')
    expect(await shop.countStatements(() => findActor(token))).toBe(1)
    expect(await secondsSinceUse()).toBeGreaterThan(58 * 60)
    await setAge(token, 'used_at', '61 minutes')
    expect(await shop.countStatements(() => findActor(token))).toBe(2)
    expect(await secondsSinceUse()).toBeLessThan(60)
    expect(await shop.countStatements(() => findActor(token))).toBe(1)
  })

  test('is found together with those of other calls, up to eight in one statement', async () => {
    const people = await Promise.all(Array.from({ length: 17 }, (_, n) => person(shop, `Together ${n}`)))
    const unknown = 'x'.repeat(43)
    const findAll = async () => {
      const found = await Promise.all([...people.map(({ token }) => token), unknown].map(findActor))
      expect(found.map((actor) => actor?.userId)).toEqual([...people.map(({ userId }) => userId), undefined])
    }
    expect(await shop.countStatements(findAll)).toBe(3)
  })

  test('is not started if the password changed since it was checked', async () => {
    const account = await person(shop, 'Too Late', { password })
    const outdated = { id: account.userId, email: account.email, passwordHash: await shop.passwords.hash('An-older-1') }
    await expect(startSession(shop.db, outdated)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await readRows(shop.db, sql`select from sessions where user_id = ${account.userId}`)).toHaveLength(1)
  })
})

describe('the sessions of an account', () => {
  const countSessions = async (userId: string) =>
    (await readRows(shop.db, sql`select from sessions where user_id = ${userId}`)).length

  test('are limited to 20: the least recently used one ends', async () => {
    const asha = await person(shop, 'Asha Twenty')
    const start = async () => (await startSession(shop.db, { id: asha.userId, email: asha.email })).token
    const second = await start()
    await setAge(asha.token, 'created_at', '3 days')
    await setAge(second, 'used_at', '1 day')
    for (let n = 0; n < 18; n++) await start()
    expect(await countSessions(asha.userId)).toBe(20)
    const newest = await start()
    expect([await countSessions(asha.userId), await findActor(second)]).toEqual([20, undefined])
    for (const token of [asha.token, newest]) expect(await findActor(token)).toBeDefined()
  })

  test('are limited to 20 after 60 concurrent sign-ins; other accounts keep theirs', async () => {
    const asha = await person(shop, 'Asha Crowd')
    const maya = await person(shop, 'Maya Alone')
    const user = { id: asha.userId, email: asha.email }
    await Promise.all(Array.from({ length: 60 }, () => startSession(shop.db, user)))
    expect([await countSessions(asha.userId), await countSessions(maya.userId)]).toEqual([20, 1])
  })
})

describe('requireActor', () => {
  test('runs no statement without a token', async () => {
    const bare = new Request('http://shop.test/')
    expect(await shop.countStatements(() => actorOf(shop.db, bare))).toBe(0)
    await expect(requireActor('customer', shop.db, bare)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test.each(['', 'x', 'a'.repeat(43), "' or 1=1 --", '\u0000', 'Bearer'])('rejects the token %j', async (token) => {
    const headers = { get: () => `Bearer ${token}` } as unknown as Headers
    await expect(requireActor('customer', shop.db, { headers } as Request)).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })

  test('checks the current role of staff', async () => {
    const pemba = await person(shop, 'Pemba Sherpa', { role: 'Owner' })
    const sita = await person(shop, 'Sita Staff', { role: 'Manager' })
    const asha = await person(shop, 'Asha Customer')
    const roleOrError = (account: { token: string }, audience: 'customer' | 'orders' | 'staffMembers') =>
      requireActor(audience, shop.db, requestWith(account.token)).then(
        ({ role }) => role,
        (error: ShopError) => error.code,
      )
    expect(
      await Promise.all([
        roleOrError(pemba, 'customer'),
        roleOrError(pemba, 'orders'),
        roleOrError(pemba, 'staffMembers'),
      ]),
    ).toEqual(['Owner', 'Owner', 'Owner'])
    expect([await roleOrError(sita, 'orders'), await roleOrError(sita, 'staffMembers')]).toEqual([
      'Manager',
      'forbidden',
    ])
    expect([await roleOrError(asha, 'orders'), await roleOrError(asha, 'staffMembers')]).toEqual([
      'forbidden',
      'forbidden',
    ])
    await shop.db.execute(sql`update users set role = 'Customer' where id = ${pemba.userId}`)
    expect(await roleOrError(pemba, 'staffMembers')).toBe('forbidden')
  })
})
