import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readLatestMail } from '#modules/email/service.server.ts'
import { first } from '#tests/support/answers.ts'
import { idsOf, shopper } from '#tests/support/buying.ts'
import { as, linkTo, type Person, person } from '#tests/support/people.ts'
import { stock } from '#tests/support/shelf.ts'
import { openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'

let shop: TestShop
let pemba: Person
let dolma: Person
beforeAll(async () => {
  shop = await openTestShop()
  await stock(shop)
  await shop.db.execute(sql`update products set stock = 50 where slug = 'singing-bowl'`)
  pemba = await person(shop, 'Pemba Sherpa', { role: 'Admin' })
  dolma = await person(shop, 'Dolma Lama', { role: 'Staff' })
})
afterAll(() => shop.close())

const call = <P extends string, M extends string = 'GET'>(path: P, method?: M, body?: unknown, who: Person = pemba) =>
  shop.json(`/api/admin${path}`, as(who, method, body))

describe('customers', () => {
  const names = async (q: string) =>
    (await call(`/customers?q=${encodeURIComponent(q)}`)).body.rows.map(({ name }) => name)

  test('are found by name, email or phone, in three statements', async () => {
    const maya = await person(shop, 'Maya Tamang')
    await shop.db.execute(sql`update users set phone_number = '+977 984 777 6655' where id = ${maya.userId}`)
    for (const typed of ['maya', 'AMANG', maya.email, '777 66']) expect(await names(typed)).toEqual(['Maya Tamang'])
    for (const typed of ['ma', '%%%', '___', "'; --"]) expect(await names(typed)).toEqual([])
    expect(await shop.countStatements(() => names('maya'))).toBeLessThanOrEqual(3)
  })

  test('of one name are listed by themselves once there are hundreds of them', async () => {
    const join = (first: number, last: number) =>
      shop.db.execute(sql`insert into users (id, username, email, name)
        select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'gita' || n, 'gita' || n || '@example.com',
          'Gita ' || n from generate_series(${first}::int, ${last}) as n`)
    await join(1, 199)
    await person(shop, 'Sangita Rai')
    expect((await names('gita'))[0]).toBe('Sangita Rai')
    await join(200, 200)
    expect((await names('gita')).slice(0, 2)).toEqual(['Gita 200', 'Gita 199'])
    expect(await names('gita 17')).toEqual([
      'Gita 179',
      'Gita 178',
      'Gita 177',
      'Gita 176',
      'Gita 175',
      'Gita 174',
      'Gita 173',
      'Gita 172',
      'Gita 171',
      'Gita 170',
      'Gita 17',
    ])
    expect(await names('sangita')).toEqual(['Sangita Rai'])
  })

  test('have orders and notes, which colleagues and the person themself can read', async () => {
    const maya = await shopper(shop, 'Maya Rai')
    await maya.add({ productId: (await idsOf(shop)).product('singing-bowl') })
    const { body: order } = await maya.order()
    const note = { words: 'Prefers to be called in the evening. <script>alert(1)</script>' }
    const { status, body } = await call(`/customers/${maya.userId}/notes`, 'POST', note, dolma)
    expect(status).toBe(201)
    expect(body.notes).toMatchObject([{ author: 'Dolma Lama', ...note }])
    const { body: orders } = await call(`/customers/${maya.userId}/orders`)
    expect(orders.map(({ orderId }) => orderId)).toEqual([order.orderId])
    const own = await shop.json(`/api/userdetails/${maya.userId}/data`, as(maya))
    expect(own.body.notes).toMatchObject([note])
    expect((await call('/customers/nonsense')).status).toBe(404)
    expect((await call('/customers/nonsense/orders')).body).toEqual([])
  })

  test('who are deactivated are out at once, everywhere, until they are let in again', async () => {
    const bimal = await person(shop, 'Bimal Rana', { password: 'Machhapuchhre-6993' })
    const login = () =>
      shop.json(
        '/api/authentication/login',
        as(undefined, 'POST', { username: bimal.email, password: 'Machhapuchhre-6993' }),
      )
    const { body: second } = await login()
    const set = (deactivated: boolean, who = pemba) =>
      call(`/customers/${bimal.userId}/deactivation`, 'PUT', { deactivated }, who)
    expect((await set(true, dolma)).status).toBe(403)
    expect((await set(true)).body.deactivatedAt).toEqual(expect.any(String))
    for (const { token } of [bimal, second])
      expect((await shop.fetch(`/api/userdetails/${bimal.userId}`, as({ token }))).status).toBe(401)
    expect(await login()).toMatchObject({ status: 401, body: { message: 'Login failed' } })
    expect((await set(false)).body.deactivatedAt).toBeNull()
    expect((await login()).status).toBe(200)
    expect((await call(`/customers/${dolma.userId}/deactivation`, 'PUT', { deactivated: true })).status).toBe(409)
  })
})

describe('staff', () => {
  test('are invited by mail, choose a password of their own, change roles and leave', async () => {
    const email = 'nima@people.example'
    const invited = await call('/staff', 'POST', { email, name: 'Nima Dorje', role: 'Staff' })
    expect(invited.status).toBe(201)
    const nima = first(invited.body.rows.filter((row) => row.email === email))
    expect(nima).toMatchObject({ name: 'Nima Dorje', role: 'Staff', hasPassword: false, lastSeen: null })
    expect((await call('/staff', 'POST', { email, name: 'Nima', role: 'Admin' })).status).toBe(409)
    const { token } = await linkTo(shop, email, 'reset-password')
    const password = 'Dhaulagiri-8167'
    await shop.json(
      '/api/authentication/reset-password',
      as(undefined, 'POST', { email, token, password, confirmPassword: password }),
    )
    const { body: session } = await shop.json(
      '/api/authentication/login',
      as(undefined, 'POST', { username: email, password }),
    )
    expect((await shop.fetch('/api/admin/orders', as(session))).status).toBe(200)
    expect((await shop.fetch('/api/admin/staff', as(session))).status).toBe(403)
    await call(`/staff/${nima.userId}`, 'PUT', { role: 'Admin' })
    expect((await shop.fetch('/api/admin/staff', as(session))).status).toBe(200)
    await call(`/staff/${nima.userId}`, 'DELETE')
    expect((await shop.fetch('/api/admin/orders', as(session))).status).toBe(401)
    const { body: log } = await call('/audit?subject=staff')
    expect(log.rows.slice(0, 3).map(({ action, before, after }) => [action, before, after])).toEqual([
      ['removed', { role: 'Admin' }, { role: 'Customer' }],
      ['changed role', { role: 'Staff' }, { role: 'Admin' }],
      ['invited', { role: 'Customer' }, { role: 'Staff' }],
    ])
    for (const bad of [{ role: 'Customer' }, { role: 'Owner' }, {}])
      expect((await call(`/staff/${dolma.userId}`, 'PUT', bad)).status).toBe(400)
    expect((await call(`/staff/${crypto.randomUUID()}`, 'DELETE')).status).toBe(404)
  })

  test('whose email a stranger registered first get the account without the stranger in it', async () => {
    const squatter = await person(shop, 'Squatter', { password: 'Mine-At-Last-1', confirmed: false })
    const { email } = squatter
    const send = <P extends string>(path: P, body: object) =>
      shop.json(`/api/authentication/${path}`, as(undefined, 'POST', body))
    await send(`forgot-password?email=${email}`, {})
    const { token: early } = await linkTo(shop, email, 'reset-password')
    const { body } = await call('/staff', 'POST', { email, name: 'Tsering Dolkar', role: 'Staff' })
    expect(body.rows.find((row) => row.email === email)).toMatchObject({ role: 'Staff', hasPassword: false })
    expect((await shop.fetch('/api/admin/orders', as(squatter))).status).toBe(401)
    for (const username of [email, squatter.username])
      expect((await send('login', { username, password: 'Mine-At-Last-1' })).status).toBe(401)
    const choose = (token: string, password: string) =>
      send('reset-password', { email, token, password, confirmPassword: password })
    expect((await choose(early, 'Mine-At-Last-2')).status).toBe(400)
    const { token } = await linkTo(shop, email, 'reset-password')
    expect((await choose(token, 'Kangchenjunga-8586')).status).toBe(200)
    const { body: session } = await send('login', { username: email, password: 'Kangchenjunga-8586' })
    expect((await shop.fetch('/api/admin/orders', as(session))).status).toBe(200)
    expect((await shop.json(`/api/userdetails/${session.userId}`, as(session))).body.data.emailConfirmed).toBe(true)
  })

  test('keep an owner: the last admin cannot go, and of the last two only one', async () => {
    const other = await testShop()
    const [first, second] = [
      await person(other, 'First Owner', { role: 'Admin' }),
      await person(other, 'Second Owner', { role: 'Admin' }),
    ]
    const remove = async (who: Person, whom: Person) =>
      (await other.fetch(`/api/admin/staff/${whom.userId}`, as(who, 'DELETE'))).status
    const statuses = await Promise.all([remove(first, second), remove(second, first)])
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    const left = statuses[0] === 200 ? first : second
    expect(await remove(left, left)).toBe(409)
    const demote = await other.json(`/api/admin/staff/${left.userId}`, as(left, 'PUT', { role: 'Staff' }))
    expect(demote).toMatchObject({
      status: 409,
      body: { message: 'The shop needs an owner. Please name another admin first.' },
    })
  })
})

describe('settings', () => {
  const read = async () => (await call('/settings')).body
  const save = async (change: object) => call('/settings', 'PUT', { ...(await read()), ...change })

  test('of shipping are what the next order pays, and past orders keep theirs', async () => {
    const bowl = { productId: (await idsOf(shop)).product('singing-bowl') }
    const maya = await shopper(shop, 'Maya Gurung')
    await maya.add(bowl)
    const { body: before } = await maya.order()
    expect((await save({ shippingFee: 150, shippingFeeInUSD: 12.5 })).status).toBe(200)
    const heard = async () => {
      await maya.add(bowl)
      return (await maya.order()).body
    }
    const after = await heard()
    expect([after.shippingFee, after.shippingFeeInUSD, after.totalPriceInUSD]).toEqual([150, 12.5, 180.5])
    const kept = await shop.json(`/api/order/${maya.userId}/${before.orderId}`, as(maya))
    expect(kept.body.shippingFee).toBe(100)
    await save({ shippingFee: 100, shippingFeeInUSD: 40 })
  })

  test('name the shop in its mails', async () => {
    await save({ shopName: 'Himal House', email: 'name@himal.example' })
    const enquiry = { firstName: 'Maya', lastName: 'Rai', queries: 'Is this still the same shop?' }
    await shop.json('/api/GetInTouch', as(undefined, 'POST', enquiry))
    const { html } = await readLatestMail(shop.db, 'name@himal.example')
    expect(html).toContain('Himal House')
    expect(html).not.toContain('ALPINE')
    const maya = await shopper(shop, 'Maya Thapa')
    await maya.add({ productId: (await idsOf(shop)).product('singing-bowl') })
    await maya.order()
    expect((await readLatestMail(shop.db, maya.email)).html).toContain('Himal House')
    await save({ shopName: 'ALPINE', email: '' })
    expect(shop.owner.shopName()).toBe('ALPINE')
  })

  test('are the sender of mails and the address of enquiries', async () => {
    await save({ mailSender: 'Himal House <post@himal.example>', email: 'desk@himal.example' })
    expect(await shop.owner.current()).toMatchObject({
      mailFrom: 'Himal House <post@himal.example>',
      shopEmail: 'desk@himal.example',
    })
    const enquiry = { firstName: 'Maya', lastName: 'Rai', queries: 'Are you open on Saturdays?' }
    await shop.json('/api/GetInTouch', as(undefined, 'POST', enquiry))
    const latest = await shop.fetchLocally('/dev/mailbox/latest?address=desk@himal.example')
    expect(await latest.text()).toContain('From: Himal House <post@himal.example>')
    await save({ mailSender: '', email: '' })
    expect((await shop.owner.current()).mailFrom).toBe(shop.settings.mailFrom)
  })

  test('of somebody who was quicker are not overwritten', async () => {
    const seen = await read()
    await call('/settings', 'PUT', { ...seen, taxNumber: '600123456' })
    const late = await call('/settings', 'PUT', { ...seen, sellerName: 'Himal House Pvt. Ltd.' })
    expect(late.status).toBe(409)
    expect(late.body.errors).toEqual([{ code: 'VersionConflict', description: expect.any(String) }])
    expect(late.body.current).toEqual({ ...seen, taxNumber: '600123456', version: seen.version + 1 })
    const raced = await read()
    const [one, two] = await Promise.all([
      call('/settings', 'PUT', { ...raced, lowStock: 4 }),
      call('/settings', 'PUT', { ...raced, lowStock: 5 }),
    ])
    expect([one.status, two.status].sort()).toEqual([200, 409])
    const [won, lost] = one.status === 200 ? [one, two] : [two, one]
    expect(lost.body.current).toEqual(won.body)
    const { body } = await call('/audit?subject=settings')
    expect(body.rows[1]).toMatchObject({ before: { taxNumber: '' }, after: { taxNumber: '600123456' } })
  })

  test.each([
    ['shopName', ''],
    ['instagram', 'javascript:alert(1)'],
    ['instagram', 'http://plain.example'],
    ['mailSender', 'A <a@b.example>\r\nBcc: x@y.example'],
    ['mailSender', 'no address'],
    ['shippingFee', -1],
    ['shippingFee', 1.005],
    ['lowStock', 1.5],
    ['nepalDaysTo', 1],
    ['abroadDaysTo', 7],
    ['returnDays', -1],
    ['returnDays', 366],
    ['email', 'nobody'],
  ])('refuse a %s of %j', async (field, value) => {
    const answer = await save({ [field]: value })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } })
  })
})

describe('today', () => {
  const today = async (days = 30) => (await call(`/today?days=${days}`, 'GET', undefined, dolma)).body
  const search = (name: string) => shop.json(`/api/product/search?Name=${encodeURIComponent(name)}`)

  test('tells what waits and how it goes, in three statements', async () => {
    const maya = await shopper(shop, 'Maya Magar')
    const bowl = { productId: (await idsOf(shop)).product('singing-bowl') }
    const before = await today(7)
    await maya.add({ ...bowl, quantity: 2 })
    await maya.order({ body: { currency: 'NPR' } })
    await maya.add(bowl)
    const { body: gone } = await maya.order()
    await shop.json(`/api/order/${gone.orderId}/cancel`, as(maya, 'POST'))
    const after = await today(7)
    expect(after.days).toHaveLength(7)
    expect(after.total.orders - before.total.orders).toBe(1)
    expect(after.total.canceled - before.total.canceled).toBe(1)
    expect(after.total.revenue.npr - before.total.revenue.npr).toBe(2 * 22_344 + 100)
    expect(after.total.revenue.usd).toBe(before.total.revenue.usd)
    expect(after.days.at(-1)?.orders).toBe(after.total.orders)
    expect(after.waiting.toConfirm - before.waiting.toConfirm).toBe(1)
    expect(after.lowStock).toContainEqual(expect.objectContaining({ name: 'Aquamarine Drop Earrings', stock: 0 }))
    expect(after.bestSellers[0]).toMatchObject({ name: 'Singing Bowl' })
    expect(await shop.countStatements(() => today(90))).toBeLessThanOrEqual(3)
    expect((await call('/today?days=8')).status).toBe(400)
  })

  test('names what visitors looked for in vain, and nothing of who they were', async () => {
    for (const words of ['Moonstone', ' moonstone ', 'Yeti  fur', 'maya@mail.example', '+977 984 123 4567', 'quartz'])
      await search(words)
    expect((await today()).misses).toEqual([
      { words: 'moonstone', count: 2 },
      { words: 'yeti fur', count: 1 },
    ])
  })
})
