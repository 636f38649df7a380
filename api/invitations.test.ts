import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { as, latestEmail, linkTo, type Person, person } from '#tests/support/accounts.ts'
import { first } from '#tests/support/response-types.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let pemba: Person
beforeAll(async () => {
  shop = await openTestShop()
  pemba = await person(shop, 'Pemba Sherpa', { role: 'Owner' })
})
afterAll(() => shop.close())

const password = 'Dhaulagiri-8167'
const call = <P extends string, M extends string = 'GET'>(path: P, method?: M, body?: unknown) =>
  shop.json(`/api/admin/staff${path}`, as(pemba, method, body))

let count = 0
async function invite(role = 'Packer', email = `guest${++count}@people.example`) {
  const { status, body } = await call('', 'POST', { email, name: 'Late Reader', role })
  expect(status).toBe(201)
  const { userId, invitedUntil } = first(body.rows.filter((row) => row.email === email))
  return { email, userId, invitedUntil, token: (await linkTo(shop, email, 'reset-password')).token }
}
const accept = (email: string, token: string) =>
  shop.json(
    '/api/authentication/reset-password',
    as(undefined, 'POST', { email, token, password, confirmPassword: password }),
  )
const signIn = async (email: string) =>
  (await shop.json('/api/authentication/login', as(undefined, 'POST', { username: email, password }))).body
const roleOf = async (email: string) => {
  const { status, body } = await shop.json('/api/admin/me', as(await signIn(email)))
  return status === 200 ? body.role : 'Customer'
}
const rowOf = async (email: string) => (await call('')).body.rows.find((row) => row.email === email)
const invalid = { status: 400, body: { message: 'This link is no longer valid. Please ask for a new one.' } }

describe('an invitation', () => {
  test('gives the role when it is accepted, once', async () => {
    const { email, token } = await invite('Packer')
    expect((await latestEmail(shop, email)).text).toMatch(/packer of the shop[\s\S]*join=1/)
    expect(await rowOf(email)).toMatchObject({ role: 'Packer', isInvited: true, lastSeen: null })
    expect((await accept(email, token)).status).toBe(200)
    expect(await accept(email, token)).toMatchObject(invalid)
    expect(await roleOf(email)).toBe('Packer')
    expect(await rowOf(email)).toMatchObject({ role: 'Packer', isInvited: false, invitedUntil: null })
  })

  test('of two calls at once, one accepts it', async () => {
    const { email, token } = await invite()
    const statuses = await Promise.all([accept(email, token), accept(email, token)])
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  test('holds seven days', async () => {
    const { email, userId, invitedUntil, token } = await invite()
    const days = (Date.parse(invitedUntil ?? '') - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(7, 1)
    await shop.db.execute(sql`update account_tokens set expires_at = now() + interval '1 second'
      - interval '7 days' where user_id = ${userId}`)
    expect(await accept(email, token)).toMatchObject(invalid)
    expect(await rowOf(email)).toMatchObject({ isInvited: true })
  })

  test('is not accepted by a new password after it has expired', async () => {
    const { email, userId } = await invite('Manager')
    await shop.db.execute(sql`update account_tokens set expires_at = now() where user_id = ${userId}`)
    await shop.json(`/api/authentication/forgot-password?email=${email}`, as(undefined, 'POST'))
    await latestEmail(shop, email)
    const { token } = await linkTo(shop, email, 'reset-password')
    expect((await accept(email, token)).status).toBe(200)
    expect(await roleOf(email)).toBe('Customer')
  })

  test('is sent again with a new link, and the old link is void', async () => {
    const { email, userId, token: old } = await invite()
    expect((await call(`/${userId}/invitation`, 'POST')).status).toBe(200)
    await latestEmail(shop, email)
    const { token } = await linkTo(shop, email, 'reset-password')
    expect(token).not.toBe(old)
    expect(await accept(email, old)).toMatchObject(invalid)
    expect((await accept(email, token)).status).toBe(200)
    expect(await call(`/${userId}/invitation`, 'POST')).toMatchObject({
      status: 409,
      body: { message: 'This person has already accepted the invitation.' },
    })
  })

  test('is withdrawn: its link is void, and the person can be invited again', async () => {
    const { email, userId, token } = await invite()
    expect((await call(`/${userId}`, 'DELETE')).status).toBe(200)
    expect(await rowOf(email)).toBeUndefined()
    expect(await accept(email, token)).toMatchObject(invalid)
    expect((await call(`/${userId}/invitation`, 'POST')).status).toBe(404)
    expect((await call(`/${userId}`, 'DELETE')).status).toBe(404)
    const again = await invite('Manager', email)
    await latestEmail(shop, email)
    const { token: next } = await linkTo(shop, email, 'reset-password')
    expect(again.userId).toBe(userId)
    expect((await accept(email, next)).status).toBe(200)
    expect(await roleOf(email)).toBe('Manager')
  })

  test('withdrawn and accepted at once leaves no staff member', async () => {
    for (let round = 0; round < 5; round++) {
      const { email, userId, token } = await invite()
      await Promise.all([accept(email, token), call(`/${userId}`, 'DELETE')])
      expect(await rowOf(email)).toBeUndefined()
    }
  })

  test('changes its role before it is accepted', async () => {
    const { email, userId, token } = await invite('Packer')
    expect((await call(`/${userId}`, 'PUT', { role: 'Owner' })).body.rows.find((row) => row.email === email)).toEqual(
      expect.objectContaining({ role: 'Owner', isInvited: true }),
    )
    await accept(email, token)
    expect(await roleOf(email)).toBe('Owner')
  })

  test('of a customer changes nothing until it is accepted', async () => {
    const asha = await person(shop, 'Asha Gurung')
    await invite('Manager', asha.email)
    expect((await shop.fetch('/api/admin/me', as(asha))).status).toBe(403)
    expect((await shop.fetch(`/api/userdetails/${asha.userId}`, as(asha))).status).toBe(200)
    expect(await call('', 'POST', { email: asha.email, name: 'Asha', role: 'Packer' })).toMatchObject({
      status: 409,
      body: { message: 'This person is already invited. Please send the invitation again from the list.' },
    })
  })

  test('is in the audit log with each step', async () => {
    const { userId } = await invite('Packer')
    await call(`/${userId}/invitation`, 'POST')
    await call(`/${userId}`, 'DELETE')
    const { body } = await shop.json(`/api/admin/audit?subject=staff&record=${userId}`, as(pemba))
    expect(body.rows.map(({ action, after }) => [action, after])).toEqual([
      ['withdrew invitation of', { role: 'Customer' }],
      ['invited again', null],
      ['invited', { role: 'Packer' }],
    ])
  })
})
