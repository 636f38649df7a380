import { AsyncResource } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeOwner } from '#modules/accounts/owner.server.ts'
import { receiveBulk } from '#modules/enquiries/service.server.ts'
import { readRows } from '#platform/db.server.ts'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'

const password = 'Namaste-1234'
const address = { country: 'Nepal', state: 'Bagmati', city: 'Lalitpur', streetAddress: 'Patan Dhoka 12' }

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const details = <M extends 'GET' | 'PUT' = 'GET'>(account: Person, method?: M, body?: unknown) =>
  shop.json(`/api/userdetails/${account.userId}`, as(account, method, body))
const login = (account: Person, enteredPassword = password) =>
  shop.json('/api/authentication/login', as(undefined, 'POST', { username: account.email, password: enteredPassword }))
const changePassword = (account: Pick<Person, 'token'>, body: unknown) =>
  shop.json('/api/authentication/change-password', as(account, 'POST', body))
const deleteAccount = (account: Person, body?: unknown) =>
  shop.fetch(`/api/userdetails/${account.userId}`, as(account, 'DELETE', body))
const isSignedIn = async (account: Pick<Person, 'userId' | 'token'>) =>
  (await shop.fetch(`/api/userdetails/${account.userId}`, as(account))).status === 200

describe('the profile', () => {
  test('shows the account, and can change name and phone', async () => {
    const asha = await person(shop, 'Asha Gurung', { confirmed: false })
    expect(await details(asha)).toEqual({
      status: 200,
      body: {
        data: {
          userId: asha.userId,
          name: 'Asha Gurung',
          phoneNumber: null,
          email: asha.email,
          emailConfirmed: false,
          username: 'AshaGurung',
          role: 'Customer',
          hasPassword: false,
        },
      },
    })
    const { body } = await details(asha, 'PUT', { name: ' आशा  गुरुङ ', phoneNumber: '+977 984-1234567' })
    expect(body.data).toMatchObject({ name: 'आशा गुरुङ', phoneNumber: '+977 984-1234567' })
    expect((await details(asha, 'PUT', { name: 'Asha' })).body.data.phoneNumber).toBe('+977 984-1234567')
    expect((await details(asha, 'PUT', { name: 'Asha', phoneNumber: '' })).body.data.phoneNumber).toBeNull()
  })

  test('ignores role, email, username and ids in the body', async () => {
    const sly = await person(shop, 'Sly Fox', { confirmed: false })
    const fields = { role: 'Owner', email: 'x@y.zz', emailConfirmed: true, username: 'Owner', userId: 'x', id: 'x' }
    await details(sly, 'PUT', { name: 'Sly', ...fields })
    expect((await details(sly)).body.data).toMatchObject({
      name: 'Sly',
      role: 'Customer',
      email: sly.email,
      emailConfirmed: false,
      username: 'SlyFox',
    })
  })

  test.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: ' \t ' }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'a\0b' }, 'name'],
    [{ name: 'a'.repeat(121) }, 'name'],
    [{ name: 'Asha', phoneNumber: 'call me' }, 'phoneNumber'],
    [{ name: 'Asha', phoneNumber: '<script>' }, 'phoneNumber'],
    [{ name: 'Asha', phoneNumber: 9841000000 }, 'phoneNumber'],
    [{ name: 'Asha', phoneNumber: '1'.repeat(25) }, 'phoneNumber'],
  ])('rejects %j', async (fields, field) => {
    const own = await person(shop, 'Bad Input')
    const { status, body } = await details(own, 'PUT', fields)
    expect([status, body.errors?.[0]?.field]).toEqual([400, field])
    expect((await details(own)).body.data.name).toBe('Bad Input')
  })

  test('is read with one statement besides the session', async () => {
    const separateShop = await testShop()
    const asha = await person(separateShop, 'Asha Counted')
    const path = `/api/userdetails/${asha.userId}`
    for (const _ of [1, 2]) expect(await separateShop.countStatements(() => separateShop.fetch(path, as(asha)))).toBe(2)
    expect(await separateShop.countStatements(() => separateShop.fetch(path))).toBe(0)
  })

  test('is not cached by browsers or proxies', async () => {
    const asha = await person(shop, 'Asha Kept')
    const response = await shop.fetch(`/api/userdetails/${asha.userId}`, as(asha))
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

describe('changing the password', () => {
  const newPasswordFields = { password: 'Dhanyabad-5678', confirmPassword: 'Dhanyabad-5678' }

  test('requires the old one; the current session stays, the others end, and an email confirms it', async () => {
    const asha = await person(shop, 'Asha Change', { password })
    const { body: other } = await login(asha)
    const { status, body } = await changePassword(asha, { ...newPasswordFields, currentPassword: password })
    expect([status, body.message]).toEqual([200, 'Your password has been changed.'])
    expect([await isSignedIn(asha), await isSignedIn(other)]).toEqual([true, false])
    expect([(await login(asha)).status, (await login(asha, newPasswordFields.password)).status]).toEqual([401, 200])
    const emails = await readRows<{ subject: string }>(
      shop.db,
      sql`select subject from emails where user_id = ${asha.userId}`,
    )
    expect(emails).toEqual([{ subject: 'Your password was changed' }])
  })

  test('sets the first password of an OpenID account', async () => {
    const maya = await person(shop, 'Maya OpenID')
    expect((await changePassword(maya, newPasswordFields)).status).toBe(200)
    expect((await details(maya)).body.data.hasPassword).toBe(true)
    expect((await login(maya, newPasswordFields.password)).status).toBe(200)
  })

  test('fails if the owner of the email takes over the account in the meantime', async () => {
    const unconfirmed = await person(shop, 'Squatter', { password, confirmed: false })
    const hash = shop.passwords.hash
    // Runs outside the async context of the request that waits for it.
    const promote = AsyncResource.bind(() => makeOwner(shop, unconfirmed.email))
    const hashSpy = vi.spyOn(shop.passwords, 'hash').mockImplementationOnce(async (newPassword) => {
      await promote()
      return hash(newPassword)
    })
    const { status, body } = await changePassword(unconfirmed, { ...newPasswordFields, currentPassword: password })
    hashSpy.mockRestore()
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'currentPassword'])
    for (const attempt of [password, newPasswordFields.password])
      expect((await login(unconfirmed, attempt)).status).toBe(401)
  })

  test.each([
    [{ ...newPasswordFields }, 'currentPassword'],
    [{ ...newPasswordFields, currentPassword: 'Wrong-1234' }, 'currentPassword'],
    [{ ...newPasswordFields, currentPassword: password, confirmPassword: 'Other-5678' }, 'confirmPassword'],
    [{ currentPassword: password, password: 'weak', confirmPassword: 'weak' }, 'password'],
  ])('rejects %j', async (fields, field) => {
    const own = await person(shop, 'Wrong Change', { password })
    const { status, body } = await changePassword(own, fields)
    expect([status, body.errors?.[0]?.field]).toEqual([400, field])
    expect((await login(own)).status).toBe(200)
  })

  test('is locked after ten wrong attempts', async () => {
    const own = await testShop({ environment: { RATE_LIMIT_FACTOR: '1' } })
    const asha = await person(own, 'Asha Guess', { password })
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) {
      const fields = { ...newPasswordFields, currentPassword: `Wrong-123${n}` }
      statuses.push((await own.fetch('/api/authentication/change-password', as(asha, 'POST', fields))).status)
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429])
  })
})

test('signing out everywhere ends every session', async () => {
  const asha = await person(shop, 'Asha Out', { password })
  const { body: other } = await login(asha)
  expect((await shop.fetch('/api/authentication/logout-everywhere', as(asha, 'POST'))).status).toBe(204)
  expect([await isSignedIn(asha), await isSignedIn(other)]).toEqual([false, false])
})

describe('the data export', () => {
  test('contains all personal data but no password hash', async () => {
    const asha = await person(shop, 'Asha Data', { password })
    await shop.fetch('/api/addresses', as(asha, 'POST', { ...address, id: asha.userId }))
    await receiveBulk(shop, {
      name: 'Asha',
      email: asha.email,
      phoneNumber: '9841000000',
      message: 'Forty bowls',
    })
    const response = await shop.fetch(`/api/userdetails/${asha.userId}/data`, as(asha))
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="alpine-my-data.json"')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({
      exportedAt: expect.any(String),
      account: { id: asha.userId, email: asha.email, name: 'Asha Data' },
      sessions: [{ startedAt: expect.any(String) }],
      signInProviders: [],
      addresses: [{ city: 'Lalitpur' }],
      enquiries: [{ message: 'Forty bowls' }],
      emails: [],
    })
    expect(text).not.toMatch(/argon2|hash/i)
  })

  test('leaves out enquiries from an unconfirmed email', async () => {
    const sly = await person(shop, 'Sly Reader', { confirmed: false })
    await receiveBulk(shop, { name: 'Real', email: sly.email, phoneNumber: '9841000000', message: 'Private' })
    const { body } = await shop.json(`/api/userdetails/${sly.userId}/data`, as(sly))
    expect(body.enquiries).toEqual([])
    await deleteAccount(sly, { email: sly.email })
    expect(await readRows(shop.db, sql`select from enquiries where email = ${sly.email}`)).toHaveLength(1)
  })
})

describe('deleting the account', () => {
  test('requires the password, and deletes all personal data', async () => {
    const asha = await person(shop, 'Asha Farewell', { password })
    await shop.fetch('/api/addresses', as(asha, 'POST', { ...address, id: asha.userId }))
    await changePassword(asha, {
      currentPassword: password,
      password: 'Dhanyabad-5678',
      confirmPassword: 'Dhanyabad-5678',
    })
    const wrong = await deleteAccount(asha, { password })
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { errors: [{ field: 'password' }] }])
    expect((await deleteAccount(asha)).status).toBe(400)
    expect((await deleteAccount(asha, { password: 'Dhanyabad-5678' })).status).toBe(204)

    expect(await isSignedIn(asha)).toBe(false)
    expect((await login(asha, 'Dhanyabad-5678')).status).toBe(401)
    for (const table of ['sessions', 'account_tokens', 'addresses', 'emails', 'identities']) {
      const rows = await readRows(shop.db, sql`select from ${sql.identifier(table)} where user_id = ${asha.userId}`)
      expect([table, rows.length]).toEqual([table, 0])
    }
    const again = { username: 'AshaFarewell', email: asha.email, password }
    expect((await shop.fetch('/api/authentication/register', as(undefined, 'POST', again))).status).toBe(201)
  })

  test('without a password requires the email', async () => {
    const maya = await person(shop, 'Maya Farewell')
    const wrong = await deleteAccount(maya, { email: 'maya@elsewhere.example' })
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { errors: [{ field: 'email' }] }])
    expect((await deleteAccount(maya, { email: maya.email.toUpperCase() })).status).toBe(204)
  })

  test('is rejected for the last admin, also for one of two concurrent deletions', async () => {
    const own = await testShop()
    const pemba = await person(own, 'Pemba Sherpa', { role: 'Owner' })
    const deleteAdmin = async (admin: Person) =>
      (await own.fetch(`/api/userdetails/${admin.userId}`, as(admin, 'DELETE', { email: admin.email }))).status
    expect(await deleteAdmin(pemba)).toBe(409)
    const dolma = await person(own, 'Dolma Admin', { role: 'Owner' })
    const statuses = await Promise.all([deleteAdmin(pemba), deleteAdmin(dolma)])
    expect(statuses.sort()).toEqual([204, 409])
  })
})

describe('the account of another user', () => {
  test.each(['GET', 'PUT', 'DELETE'])('is forbidden to %s', async (method) => {
    const asha = await person(shop, `Asha ${method}`, { password })
    const eve = await person(shop, `Eve ${method}`, { password })
    const fields = method === 'GET' ? undefined : { name: 'Eve was here', password }
    for (const path of [asha.userId, `${asha.userId}/data`, 'nobody', '00000000-0000-7000-8000-000000000000']) {
      const response = await shop.json(
        `/api/userdetails/${path}`,
        as(eve, path.endsWith('data') ? 'GET' : method, fields && path.endsWith('data') ? undefined : fields),
      )
      expect([path, response.status]).toEqual([path, 403])
      expect(JSON.stringify(response.body)).not.toContain(asha.userId)
    }
    expect((await details(asha)).body.data.name).toBe(`Asha ${method}`)
  })

  test('is 401 without a token, and with an unknown one', async () => {
    const asha = await person(shop, 'Asha Door')
    for (const caller of [undefined, { token: 'A'.repeat(43) }]) {
      expect((await shop.fetch(`/api/userdetails/${asha.userId}`, as(caller))).status).toBe(401)
    }
  })
})
