import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { originOf } from '#platform/limits.server.ts'
import { type Person, person } from '#tests/support/people.ts'
import { withPlainPasswords } from '#tests/support/plain-passwords.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { login } from './login.server.ts'

const password = 'Namaste-1234'
const failed = { code: 'unauthenticated', message: 'Login failed' }

let shop: TestShop
let asha: Person
beforeAll(async () => {
  shop = withPlainPasswords(await openTestShop({ environment: { RATE_LIMIT_FACTOR: '1' } }))
})
afterAll(() => shop.close())
beforeEach(async () => {
  asha = await person(shop, 'Asha Gurung', { password })
})

type Visit = { from?: string; cookie?: string; given?: string }

const enter = (username: string, { from = '192.0.2.7', cookie, given = password }: Visit = {}) =>
  login(shop, { username, password: given }, { origin: originOf(from, from), cookie })
const guess = async (count: number, visit: Visit = {}) => {
  for (let n = 0; n < count; n++) await enter(asha.email, { given: 'Wrong-1', ...visit }).catch(() => {})
}
/** Uses up all that strangers have for the account. */
const attack = async () => {
  for (let n = 0; n < 30; n++) await guess(1, { from: `10.${n}.7.9` })
}

describe('signing in', () => {
  test('begins a session, and fails for a wrong password, an unknown name and an account without a password', async () => {
    const { result, cookie } = await enter(asha.email)
    expect(result).toEqual({ token: expect.any(String), userId: asha.userId, userEmail: asha.email })
    expect(cookie).toMatch(/^[\w-]{22}\.[\w-]{22}$/)
    await expect(enter(asha.email, { given: 'Wrong-1' })).rejects.toMatchObject(failed)
    await expect(enter('nobody')).rejects.toMatchObject(failed)
    const bare = await person(shop, 'Bare')
    for (const given of ['', password]) await expect(enter(bare.email, { given })).rejects.toMatchObject(failed)
  })

  test('uses up nothing, on a known device or without one', async () => {
    const { cookie } = await enter(asha.email)
    for (let n = 0; n < 40; n++) await enter(asha.email)
    for (let n = 0; n < 15; n++) await enter(asha.email, { cookie })
    await attack()
    expect((await enter(asha.email, { from: '10.1.7.9', cookie })).result.userId).toBe(asha.userId)
  })
})

describe('the tries of a known device', () => {
  test('are not those of another device', async () => {
    const [{ cookie: one }, { cookie: other }] = [await enter(asha.email), await enter(asha.email)]
    await attack()
    await guess(10, { from: '10.1.7.9', cookie: one })
    await expect(enter(asha.email, { from: '10.1.7.9', cookie: one })).rejects.toMatchObject({ code: 'tooMany' })
    expect((await enter(asha.email, { from: '10.1.7.9', cookie: other })).result.userId).toBe(asha.userId)
  })
})
