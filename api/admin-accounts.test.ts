import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { as, latestEmail, linkTo, type Person, person } from '#tests/support/accounts.ts'
import { addProducts } from '#tests/support/products.ts'
import { first } from '#tests/support/response-types.ts'
import { allJobsDone, openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'
import { findProductIds, shopper } from '#tests/support/shopper.ts'
import { writeStock } from '#tests/support/stock.ts'

let shop: TestShop
let pemba: Person
let dolma: Person
beforeAll(async () => {
  shop = await openTestShop()
  await addProducts(shop)
  await writeStock(shop.db, sql`update products set stock = 50 where slug = 'singing-bowl'`)
  pemba = await person(shop, 'Pemba Sherpa', { role: 'Owner' })
  dolma = await person(shop, 'Dolma Lama', { role: 'Manager' })
})
afterAll(() => shop.close())

const call = <P extends string, M extends string = 'GET'>(
  path: P,
  method?: M,
  body?: unknown,
  caller: Person = pemba,
) => shop.json(`/api/admin${path}`, as(caller, method, body))

describe('customers', () => {
  const names = async (q: string) =>
    (await call(`/customers?q=${encodeURIComponent(q)}`)).body.rows.map(({ name }) => name)

  test('are found by name, email or phone with three statements', async () => {
    const maya = await person(shop, 'Maya Tamang')
    await shop.db.execute(sql`update users set phone_number = '+977 984 777 6655' where id = ${maya.userId}`)
    for (const text of ['ma', 'maya', 'Máya', 'TA', 'AMANG', maya.email, maya.email.slice(0, 6).toUpperCase()])
      expect([text, await names(text)]).toEqual([text, ['Maya Tamang']])
    for (const text of ['9847', '984 777-6655', '+977 9847', '+977-984-7776655', '009779847776655', '0984', '777 66'])
      expect([text, await names(text)]).toEqual([text, ['Maya Tamang']])
    for (const text of ['m', '%%%', '___', '\\', "'; --", '\u0301\u0301'])
      expect([text, await names(text)]).toEqual([text, []])
    expect(await shop.countStatements(() => names('maya'))).toBeLessThanOrEqual(3)
  })

  test('are searched inside names only if no name starts with the text, newest first on every page', async () => {
    await person(shop, 'Sangita Rai')
    expect(await names('gita')).toEqual(['Sangita Rai'])
    await shop.db.execute(sql`insert into users (id, username, email, name)
      select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'gita' || n, n || 'gita@example.com',
        'Gita ' || n from generate_series(1, 60) as n`)
    expect((await names('gita')).slice(0, 2)).toEqual(['Gita 60', 'Gita 59'])
    const { body } = await call('/customers?q=gi&size=20&page=3')
    expect(body.rows.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, index) => `Gita ${20 - index}`))
    expect(body.hasMore).toBe(false)
    expect((await call('/customers?q=gita&size=20&page=4')).body.rows).toEqual([])
    expect(await names('sangita')).toEqual(['Sangita Rai'])
  })

  test('are found by the phone number in their address book', async () => {
    const tsering = await shopper(shop, 'Tsering Bhutia')
    await shop.db.execute(sql`update addresses set phone = '+977 (0)981-234 5670' where id = ${tsering.addressId}`)
    expect(await names('98123 456')).toEqual(['Tsering Bhutia'])
  })

  test('have orders and notes; the notes are part of their data export', async () => {
    const maya = await shopper(shop, 'Maya Rai')
    await maya.add({ productId: (await findProductIds(shop)).product('singing-bowl') })
    const { body: order } = await maya.order()
    const note = { text: 'Prefers to be called in the evening. <script>alert(1)</script>' }
    const { status, body } = await call(`/customers/${maya.userId}/notes`, 'POST', note, dolma)
    expect(status).toBe(201)
    expect(body.notes).toMatchObject([{ author: 'Dolma Lama', ...note }])
    const { body: orders } = await call(`/orders?customer=${maya.userId}`)
    expect(orders.rows.map(({ orderId }) => orderId)).toEqual([order.orderId])
    const own = await shop.json(`/api/userdetails/${maya.userId}/data`, as(maya))
    expect(own.body.notes).toMatchObject([note])
    expect((await call('/customers/nonsense')).status).toBe(404)
    expect((await call('/orders?customer=nonsense')).status).toBe(400)
  })

  test('are signed out and cannot sign in while they are deactivated', async () => {
    const bimal = await person(shop, 'Bimal Rana', { password: 'Machhapuchhre-6993' })
    const login = () =>
      shop.json(
        '/api/authentication/login',
        as(undefined, 'POST', { username: bimal.email, password: 'Machhapuchhre-6993' }),
      )
    const { body: second } = await login()
    const set = (deactivated: boolean, caller = pemba) =>
      call(`/customers/${bimal.userId}/deactivation`, 'PUT', { deactivated }, caller)
    expect((await set(true, await person(shop, 'Nima Packs', { role: 'Packer' }))).status).toBe(403)
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
  test('are invited by email, choose a password, change roles and are removed', async () => {
    const email = 'nima@people.example'
    const invited = await call('/staff', 'POST', { email, name: 'Nima Dorje', role: 'Manager' })
    expect(invited.status).toBe(201)
    const nima = first(invited.body.rows.filter((row) => row.email === email))
    expect(nima).toMatchObject({ name: 'Nima Dorje', role: 'Manager', isInvited: true, lastSeen: null })
    expect((await call('/staff', 'POST', { email, name: 'Nima', role: 'Owner' })).status).toBe(409)
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
    await call(`/staff/${nima.userId}`, 'PUT', { role: 'Owner' })
    expect((await shop.fetch('/api/admin/staff', as(session))).status).toBe(200)
    await call(`/staff/${nima.userId}`, 'DELETE')
    expect((await shop.fetch('/api/admin/orders', as(session))).status).toBe(401)
    const { body: log } = await call('/audit?subject=staff')
    expect(
      log.rows.slice(0, 4).map(({ action, actorName, before, after }) => [actorName, action, before, after]),
    ).toEqual([
      ['Pemba Sherpa', 'removed', { role: 'Owner' }, { role: 'Customer' }],
      ['Pemba Sherpa', 'changed role', { role: 'Manager' }, { role: 'Owner' }],
      ['Nima Dorje', 'joined', { role: 'Customer' }, { role: 'Manager' }],
      ['Pemba Sherpa', 'invited', { role: 'Customer' }, { role: 'Manager' }],
    ])
    for (const bad of [{ role: 'Customer' }, { role: 'Admin' }, {}])
      expect((await call(`/staff/${dolma.userId}`, 'PUT', bad)).status).toBe(400)
    expect((await call(`/staff/${crypto.randomUUID()}`, 'DELETE')).status).toBe(404)
  })

  test('get an account that a stranger registered with their email, without the stranger’s access', async () => {
    const squatter = await person(shop, 'Squatter', { password: 'Mine-At-Last-1', confirmed: false })
    const { email } = squatter
    const send = <P extends string>(path: P, body: object) =>
      shop.json(`/api/authentication/${path}`, as(undefined, 'POST', body))
    await send(`forgot-password?email=${email}`, {})
    const { token: early } = await linkTo(shop, email, 'reset-password')
    const { body } = await call('/staff', 'POST', { email, name: 'Tsering Dolkar', role: 'Manager' })
    expect(body.rows.find((row) => row.email === email)).toMatchObject({ role: 'Manager', isInvited: true })
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

  test('always include an admin: the last one cannot be removed or demoted, also concurrently', async () => {
    const other = await testShop()
    const [first, second] = [
      await person(other, 'First Owner', { role: 'Owner' }),
      await person(other, 'Second Owner', { role: 'Owner' }),
    ]
    const remove = async (caller: Person, member: Person) =>
      (await other.fetch(`/api/admin/staff/${member.userId}`, as(caller, 'DELETE'))).status
    const statuses = await Promise.all([remove(first, second), remove(second, first)])
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    const lastAdmin = statuses[0] === 200 ? first : second
    expect(await remove(lastAdmin, lastAdmin)).toBe(409)
    const demote = await other.json(`/api/admin/staff/${lastAdmin.userId}`, as(lastAdmin, 'PUT', { role: 'Manager' }))
    expect(demote).toMatchObject({
      status: 409,
      body: { message: 'The shop needs at least one owner. Please make someone else an owner first.' },
    })
  })
})

describe('settings', () => {
  const read = async () => (await call('/settings')).body
  const save = async (change: object) => call('/settings', 'PUT', { ...(await read()), ...change })

  test('set the shipping fee of the next order; past orders keep theirs', async () => {
    const bowl = { productId: (await findProductIds(shop)).product('singing-bowl') }
    const maya = await shopper(shop, 'Maya Gurung')
    await maya.add(bowl)
    const { body: before } = await maya.order()
    expect((await save({ shippingFee: 150, shippingFeeInUSD: 12.5 })).status).toBe(200)
    const placeOrder = async () => {
      await maya.add(bowl)
      return (await maya.order()).body
    }
    const after = await placeOrder()
    expect([after.shippingFee, after.shippingFeeInUSD, after.totalPriceInUSD]).toEqual([150, 12.5, 180.5])
    const past = await shop.json(`/api/order/${maya.userId}/${before.orderId}`, as(maya))
    expect(past.body.shippingFee).toBe(100)
    await save({ shippingFee: 100, shippingFeeInUSD: 40 })
  })

  test('set the shop name in emails', async () => {
    await save({ shopName: 'Himal House', email: 'name@himal.example' })
    const enquiry = { firstName: 'Maya', lastName: 'Rai', queries: 'Is this still the same shop?' }
    await shop.json('/api/GetInTouch', as(undefined, 'POST', enquiry))
    const { html } = await latestEmail(shop, 'name@himal.example')
    expect(html).toContain('Himal House')
    expect(html).not.toContain('ALPINE')
    const maya = await shopper(shop, 'Maya Thapa')
    await maya.add({ productId: (await findProductIds(shop)).product('singing-bowl') })
    await maya.order()
    expect((await latestEmail(shop, maya.email)).html).toContain('Himal House')
    await save({ shopName: 'ALPINE', email: '' })
    expect(shop.ownerSettings.shopName()).toBe('ALPINE')
  })

  test('set the sender of emails and the recipient of enquiries', async () => {
    await save({ emailSender: 'Himal House <post@himal.example>', email: 'context@himal.example' })
    expect(await shop.ownerSettings.current()).toMatchObject({
      mailFrom: 'Himal House <post@himal.example>',
      shopEmail: 'context@himal.example',
    })
    const enquiry = { firstName: 'Maya', lastName: 'Rai', queries: 'Are you open on Saturdays?' }
    await shop.json('/api/GetInTouch', as(undefined, 'POST', enquiry))
    await allJobsDone(shop)
    const latest = await shop.fetchLocally('/dev/mailbox/latest?address=context@himal.example')
    expect(await latest.text()).toContain('From: Himal House <post@himal.example>')
    await save({ emailSender: '', email: '' })
    expect((await shop.ownerSettings.current()).mailFrom).toBe(shop.settings.mailFrom)
  })

  test('reject an outdated version with 409', async () => {
    const previous = await read()
    await call('/settings', 'PUT', { ...previous, taxNumber: '600123456' })
    const outdated = await call('/settings', 'PUT', { ...previous, sellerName: 'Himal House Pvt. Ltd.' })
    expect(outdated.status).toBe(409)
    expect(outdated.body.errors).toEqual([{ code: 'VersionConflict', description: expect.any(String) }])
    expect(outdated.body.current).toEqual({ ...previous, taxNumber: '600123456', version: previous.version + 1 })
    const current = await read()
    const [one, two] = await Promise.all([
      call('/settings', 'PUT', { ...current, lowStock: 4 }),
      call('/settings', 'PUT', { ...current, lowStock: 5 }),
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
    ['emailSender', 'A <a@b.example>\r\nBcc: x@y.example'],
    ['emailSender', 'no address'],
    ['shippingFee', -1],
    ['shippingFee', 1.005],
    ['lowStock', 1.5],
    ['nepalDaysTo', 1],
    ['abroadDaysTo', 7],
    ['returnDays', -1],
    ['returnDays', 366],
    ['email', 'nobody'],
  ])('reject a %s of %j', async (field, value) => {
    const response = await save({ [field]: value })
    expect(response).toMatchObject({ status: 400, body: { errors: [{ field }] } })
  })
})
