import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { originOf } from '#platform/limits.server.ts'
import { type Person, person } from '#tests/support/accounts.ts'
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

type Attempt = { from?: string; cookie?: string; enteredPassword?: string }

const signIn = (username: string, { from = '192.0.2.7', cookie, enteredPassword = password }: Attempt = {}) =>
  login(shop, { username, password: enteredPassword }, { origin: originOf(from, from), cookie })
const guess = async (count: number, attempt: Attempt = {}) => {
  for (let n = 0; n < count; n++) await signIn(asha.email, { enteredPassword: 'Wrong-1', ...attempt }).catch(() => {})
}
/** Uses up all attempts that unknown devices have for the account. */
const attack = async () => {
  for (let n = 0; n < 30; n++) await guess(1, { from: `10.${n}.7.9` })
}

describe('login', () => {
  test('starts a session, and fails for a wrong password, an unknown name and an account without a password', async () => {
    const { result, cookie } = await signIn(asha.email)
    expect(result).toEqual({ token: expect.any(String), userId: asha.userId, userEmail: asha.email })
    expect(cookie).toMatch(/^[\w-]{22}\.[\w-]{22}$/)
    await expect(signIn(asha.email, { enteredPassword: 'Wrong-1' })).rejects.toMatchObject(failed)
    await expect(signIn('nobody')).rejects.toMatchObject(failed)
    const bare = await person(shop, 'Bare')
    for (const enteredPassword of ['', password])
      await expect(signIn(bare.email, { enteredPassword })).rejects.toMatchObject(failed)
  })

  test('does not count successful logins, with or without a known device', async () => {
    const { cookie } = await signIn(asha.email)
    for (let n = 0; n < 40; n++) await signIn(asha.email)
    for (let n = 0; n < 15; n++) await signIn(asha.email, { cookie })
    await attack()
    expect((await signIn(asha.email, { from: '10.1.7.9', cookie })).result.userId).toBe(asha.userId)
  })
})

describe('the attempts of a known device', () => {
  test('are counted separately from those of another device', async () => {
    const [{ cookie: firstDevice }, { cookie: secondDevice }] = [await signIn(asha.email), await signIn(asha.email)]
    await attack()
    await guess(10, { from: '10.1.7.9', cookie: firstDevice })
    await expect(signIn(asha.email, { from: '10.1.7.9', cookie: firstDevice })).rejects.toMatchObject({
      code: 'tooMany',
    })
    expect((await signIn(asha.email, { from: '10.1.7.9', cookie: secondDevice })).result.userId).toBe(asha.userId)
  })
})
