import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSession } from '#modules/accounts/sessions.server.ts'
import { readRows } from '#platform/db.server.ts'
import type { ShopError } from '#shared/errors.ts'
import { hashSecret } from '#shared/secrets.ts'
import { as, person } from '#tests/support/people.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { actorOf, admit } from './access.ts'

const password = 'Namaste-1234'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const login = (username: string, given = password) =>
  shop.json('/api/authentication/login', as(undefined, 'POST', { username, password: given }))
const carrying = (token: string) => new Request('http://shop.test/', { headers: { Authorization: `Bearer ${token}` } })
const holder = (token: string) => actorOf(shop.db, carrying(token))
const age = (token: string, column: 'created_at' | 'used_at', by: string) =>
  shop.db.execute(
    sql`update sessions set ${sql.identifier(column)} = now() - ${by}::interval where token_hash = ${hashSecret(token)}`,
  )

describe('signing in', () => {
  test('takes an email or a username in any letter case, and gives a token of 256 bits', async () => {
    const asha = await person(shop, 'Asha Gurung', { password })
    for (const name of [asha.email, asha.email.toUpperCase(), 'ashagurung', ' AshaGurung ']) {
      const { status, body } = await login(name)
      expect(status).toBe(200)
      expect(body).toEqual({ token: expect.any(String), userId: asha.userId, userEmail: asha.email })
      expect(Buffer.from(body.token, 'base64url')).toHaveLength(32)
      expect(await holder(body.token)).toMatchObject({ userId: asha.userId, role: 'Customer' })
    }
  })

  test('stores the hash of the token alone', async () => {
    const maya = await person(shop, 'Maya Rai', { password })
    const { body } = await login(maya.email)
    const rows = await readRows<{ row: string }>(shop.db, sql`select sessions::text as row from sessions`)
    const stored = rows.map(({ row }) => row).join()
    expect(stored).toContain(hashSecret(body.token))
    expect(stored).not.toContain(body.token)
  })
})

describe('a session', () => {
  test('is over at once after logout, and logging out again is no error', async () => {
    const jon = await person(shop, 'Jon Out')
    const kept = await person(shop, 'Kept On')
    for (const _ of [1, 2]) expect((await shop.fetch('/api/authentication/logout', as(jon, 'POST'))).status).toBe(204)
    expect(await holder(jon.token)).toBeUndefined()
    expect(await holder(kept.token)).toBeDefined()
    expect((await shop.fetch('/api/authentication/logout', { method: 'POST' })).status).toBe(204)
  })

  test.each([
    ['created_at', '30 days 1 minute', false],
    ['created_at', '29 days 23 hours', true],
    ['used_at', '7 days 1 minute', false],
    ['used_at', '6 days 23 hours', true],
  ] as const)('whose %s is %s ago lives: %s', async (column, by, lives) => {
    const { token } = await person(shop, `Old ${column} ${by}`)
    await age(token, column, by)
    expect((await holder(token)) !== undefined).toBe(lives)
  })

  test('notes its use at most once an hour, in the one statement that finds it', async () => {
    const { token } = await person(shop, 'Often Here')
    const used = async () => {
      const [row] = await readRows<{ ago: number }>(
        shop.db,
        sql`select extract(epoch from now() - used_at)::float8 as ago from sessions where token_hash = ${hashSecret(token)}`,
      )
      return row?.ago ?? Number.NaN
    }
    await age(token, 'used_at', '59 minutes')
    expect(await shop.countStatements(() => holder(token))).toBe(1)
    expect(await used()).toBeGreaterThan(58 * 60)
    await age(token, 'used_at', '61 minutes')
    expect(await shop.countStatements(() => holder(token))).toBe(1)
    expect(await used()).toBeLessThan(60)
  })

  test('is not begun for somebody whose password has changed meanwhile', async () => {
    const late = await person(shop, 'Too Late', { password })
    const seen = { id: late.userId, email: late.email, passwordHash: await shop.passwords.hash('An-older-1') }
    await expect(startSession(shop.db, seen)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await readRows(shop.db, sql`select from sessions where user_id = ${late.userId}`)).toHaveLength(1)
  })
})

describe('the sessions of one account', () => {
  const live = async (userId: string) =>
    (await readRows(shop.db, sql`select from sessions where user_id = ${userId}`)).length

  test('are 20 at most: the one that was used least recently ends', async () => {
    const asha = await person(shop, 'Asha Twenty')
    const start = async () => (await startSession(shop.db, { id: asha.userId, email: asha.email })).token
    const second = await start()
    await age(asha.token, 'created_at', '3 days')
    await age(second, 'used_at', '1 day')
    for (let n = 0; n < 18; n++) await start()
    expect(await live(asha.userId)).toBe(20)
    const newest = await start()
    expect([await live(asha.userId), await holder(second)]).toEqual([20, undefined])
    for (const token of [asha.token, newest]) expect(await holder(token)).toBeDefined()
  })

  test('are 20 at most after 60 sign-ins at once, and others keep theirs', async () => {
    const asha = await person(shop, 'Asha Crowd')
    const maya = await person(shop, 'Maya Alone')
    const user = { id: asha.userId, email: asha.email }
    await Promise.all(Array.from({ length: 60 }, () => startSession(shop.db, user)))
    expect([await live(asha.userId), await live(maya.userId)]).toEqual([20, 1])
  })
})

describe('who is admitted', () => {
  test('a call without a token costs no statement', async () => {
    const bare = new Request('http://shop.test/')
    expect(await shop.countStatements(() => actorOf(shop.db, bare))).toBe(0)
    await expect(admit('customer', shop.db, bare)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test.each(['', 'x', 'a'.repeat(43), "' or 1=1 --", '\u0000', 'Bearer'])('nobody with the token %j', async (token) => {
    const headers = { get: () => `Bearer ${token}` } as unknown as Headers
    await expect(admit('customer', shop.db, { headers } as Request)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('staff and admins where they are named, and a role counts until it is taken away', async () => {
    const pemba = await person(shop, 'Pemba Sherpa', { role: 'Admin' })
    const sita = await person(shop, 'Sita Staff', { role: 'Staff' })
    const asha = await person(shop, 'Asha Customer')
    const asks = (who: { token: string }, audience: 'customer' | 'staff' | 'admin') =>
      admit(audience, shop.db, carrying(who.token)).then(
        ({ role }) => role,
        (error: ShopError) => error.code,
      )
    expect(await Promise.all([asks(pemba, 'customer'), asks(pemba, 'staff'), asks(pemba, 'admin')])).toEqual([
      'Admin',
      'Admin',
      'Admin',
    ])
    expect([await asks(sita, 'staff'), await asks(sita, 'admin')]).toEqual(['Staff', 'forbidden'])
    expect([await asks(asha, 'staff'), await asks(asha, 'admin')]).toEqual(['forbidden', 'forbidden'])
    await shop.db.execute(sql`update users set role = 'Customer' where id = ${pemba.userId}`)
    expect(await asks(pemba, 'admin')).toBe('forbidden')
  })
})
