import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#api/index.ts'
import { makeOwner } from '#modules/accounts/owner.server.ts'
import { recordChange } from '#modules/audit/service.server.ts'
import { can, staffRoles } from '#shared/rights.ts'
import { as, linkTo, type Person, person } from '#tests/support/accounts.ts'
import { addProducts, product } from '#tests/support/products.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let pemba: Person
let dolma: Person
let nima: Person
let asha: Person
beforeAll(async () => {
  shop = await openTestShop()
  pemba = await person(shop, 'Pemba Sherpa', { role: 'Owner' })
  dolma = await person(shop, 'Dolma Lama', { role: 'Manager' })
  nima = await person(shop, 'Nima Packs', { role: 'Packer' })
  asha = await person(shop, 'Asha Gurung')
})
afterAll(() => shop.close())

describe('access to the admin API follows the table of rights (Z4)', () => {
  const calls = endpoints.flatMap(({ method, path, audience }) =>
    audience === 'public' || audience === 'customer' ? [] : [{ method, path, right: audience }],
  )
  const send = async (sender: Person | undefined, { method, path }: (typeof calls)[number]) => {
    const target = `/api${path.replace(/\{\w+\}/g, '01890000-0000-7000-8000-000000000000')}`
    const response = await shop.fetch(target, as(sender, method.toUpperCase(), method === 'get' ? undefined : {}))
    return { status: response.status, body: await response.json().catch(() => 'a file') }
  }

  test('only endpoints with a right have paths under /admin', () => {
    expect(calls.map(({ path }) => path).filter((path) => !path.startsWith('/admin/'))).toEqual([])
    expect(endpoints.filter(({ path }) => path.startsWith('/admin')).length).toBe(calls.length)
  })

  test.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', async (_, call) => {
    expect((await send(undefined, call)).status).toBe(401)
    expect((await send({ ...asha, token: 'x'.repeat(43) }, call)).status).toBe(401)
    expect(await send(asha, call)).toMatchObject({
      status: 403,
      body: { message: 'Your account does not have access to this.' },
    })
    const byRole = { Packer: nima, Manager: dolma, Owner: pemba }
    for (const role of staffRoles) {
      const { status, body } = await send(byRole[role], call)
      if (can(role, call.right)) {
        expect([role, [401, 403].includes(status), status < 500]).toEqual([role, false, true])
      } else {
        expect([role, status]).toEqual([role, 403])
        expect(body).toMatchObject({ message: expect.stringMatching(/^You are a \w+\. Please ask .* of the shop/) })
      }
    }
  })
})

test('a changed role takes effect on the next call (Z7)', async () => {
  const kami = await person(shop, 'Kami Rita', { role: 'Owner' })
  const status = async () => (await shop.fetch('/api/admin/staff', as(kami))).status
  expect(await status()).toBe(200)
  await shop.db.execute(sql`update users set role = 'Manager' where id = ${kami.userId}`)
  expect(await status()).toBe(403)
  expect((await shop.json('/api/admin/me', as(kami))).body).toMatchObject({ name: 'Kami Rita', role: 'Manager' })
  await shop.db.execute(sql`update users set role = 'Customer' where id = ${kami.userId}`)
  expect((await shop.fetch('/api/admin/me', as(kami))).status).toBe(403)
})

describe('the audit log', () => {
  type Values = Record<string, unknown>
  const change = (action: string, subject = 'lamp', before: Values | null = null, after: Values | null = null) =>
    shop.db.transaction((tx) =>
      recordChange(
        tx,
        { userId: pemba.userId, name: 'Pemba Sherpa' },
        { action, subject, subjectId: 7, before, after },
      ),
    )
  const read = async (query = '') => (await shop.json(`/api/admin/audit?${query}`, as(pemba))).body

  test('stores only changed values, and nothing of a rolled-back transaction', async () => {
    await change('lit', 'lamp', { on: false, colour: 'red' }, { on: true, colour: 'red' })
    await change('made', 'lamp', null, { on: false })
    const failing = shop.db.transaction(async (tx) => {
      await recordChange(tx, actor(), { action: 'broken', subject: 'lamp', subjectId: 7 })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    const { rows } = await read('subject=lamp')
    expect(rows.map(({ action, before, after, actorName }) => [action, before, after, actorName])).toEqual([
      ['made', null, { on: false }, 'Pemba Sherpa'],
      ['lit', { on: false }, { on: true }, 'Pemba Sherpa'],
    ])
  })
  const actor = () => ({ userId: pemba.userId, name: 'Pemba Sherpa' })

  test('rejects update, delete and truncate in the database', async () => {
    await change('written', 'stone')
    for (const attempt of [
      sql`update audit_log set action = 'other'`,
      sql`delete from audit_log`,
      sql`truncate audit_log`,
    ]) {
      await expect(shop.db.execute(attempt)).rejects.toMatchObject({
        cause: { message: expect.stringContaining('written once') },
      })
    }
    expect((await read('subject=stone')).rows).toHaveLength(1)
  })

  test('names the changed record when it still exists', async () => {
    await addProducts(
      shop,
      Array.from({ length: 7 }, (_, index) => product({ name: `Stone ${index + 1}` })),
    )
    await change('changed', 'product')
    await change('changed', 'lamp')
    expect((await read('subject=product')).rows[0]).toMatchObject({ subjectName: 'Stone 7' })
    expect((await read('subject=lamp')).rows[0]).toMatchObject({ subjectName: null })
  })

  test('is paged and filtered in at most three statements', async () => {
    for (let count = 0; count < 5; count++) await change(`turned ${count}`, 'wheel')
    const { rows, hasMore } = await read('subject=wheel&size=2&page=2')
    expect([rows.map(({ action }) => action), hasMore]).toEqual([['turned 2', 'turned 1'], true])
    expect((await read(`actor=${pemba.userId}&subject=wheel&size=5`)).hasMore).toBe(false)
    expect((await read(`actor=${asha.userId}`)).rows).toEqual([])
    expect(await shop.countStatements(() => read('subject=wheel'))).toBeLessThanOrEqual(3)
    expect((await read()).subjects).toContain('wheel')
    for (const bad of ['?page=0', '?page=101', '?size=101', '?actor=x'])
      expect((await shop.fetch(`/api/admin/audit${bad}`, as(pemba))).status).toBe(400)
  })
})

test('makeOwner creates an owner without a password and sends a link to set one', async () => {
  expect(await makeOwner(shop, 'mingma@people.example')).toEqual({ isNew: true })
  const { token } = await linkTo(shop, 'mingma@people.example', 'reset-password')
  const body = {
    email: 'mingma@people.example',
    token,
    password: 'Ama-Dablam-6812',
    confirmPassword: 'Ama-Dablam-6812',
  }
  expect((await shop.json('/api/authentication/reset-password', as(undefined, 'POST', body))).status).toBe(200)
  const signedIn = await shop.json(
    '/api/authentication/login',
    as(undefined, 'POST', { username: 'mingma@people.example', password: 'Ama-Dablam-6812' }),
  )
  expect((await shop.json('/api/admin/me', as(signedIn.body))).body).toMatchObject({ role: 'Owner' })
})

test('makeOwner promotes a confirmed account; an unconfirmed one loses its password and sessions', async () => {
  expect(await makeOwner(shop, asha.email)).toEqual({ isNew: false })
  expect((await shop.json('/api/admin/me', as(asha))).body).toMatchObject({ role: 'Owner' })
  const squatter = await person(shop, 'Squatter', { password: 'Mine-At-Last-1', confirmed: false })
  expect(await makeOwner(shop, squatter.email)).toEqual({ isNew: false })
  expect((await shop.fetch('/api/admin/me', as(squatter))).status).toBe(401)
  const login = { username: squatter.email, password: 'Mine-At-Last-1' }
  expect((await shop.fetch('/api/authentication/login', as(undefined, 'POST', login))).status).toBe(401)
})
