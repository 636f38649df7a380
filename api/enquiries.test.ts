import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { as, latestEmail, type Person, person } from '#tests/support/accounts.ts'
import { first } from '#tests/support/response-types.ts'
import { allJobsDone, openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'
import { errorBodySchema } from './errors.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ environment: { SHOP_EMAIL: 'context@shop.test' } })
})
afterAll(() => shop.close())

const contact = { firstName: 'आशा', lastName: 'Gurung', queries: 'May I see the ruby ring\nin Patan?' }
const bulk = { name: 'Jon', email: 'jon@example.com', phoneNumber: '9841000000', message: 'Forty bowls, please.' }

const post = (path: string, body: unknown, on = shop) =>
  on.fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })

const stored = async (on = shop) => {
  const { rows } = (await on.db.execute(
    'select kind, name, email, phone_number, message from enquiries order by id',
  )) as unknown as {
    rows: Record<string, string>[]
  }
  return rows
}

test('a contact message is stored and sent to the shop by email', async () => {
  const response = await post('/api/GetInTouch', contact)
  expect([response.status, await response.json()]).toEqual([201, { message: 'Message sent successfully' }])
  expect(await stored()).toContainEqual({
    kind: 'contact',
    name: 'आशा Gurung',
    email: null,
    phone_number: null,
    message: contact.queries,
  })
  const email = await latestEmail(shop, 'context@shop.test')
  expect(email.subject).toBe('New message from आशा Gurung')
  expect(email.text).toContain('May I see the ruby ring')
})

const deleteAccount = (account: Person) =>
  shop.fetch(`/api/userdetails/${account.userId}`, as(account, 'DELETE', { email: account.email }))
const emailsContaining = async (text: string) => {
  await allJobsDone(shop)
  const pattern = sql`${`%${text}%`}`
  return readRows<{ to: string }>(
    shop.db,
    sql`select to_address as "to" from emails where text like ${pattern} order by id`,
  )
}

test('the reply to a signed-in user goes to the account email, and the message is deleted with the account', async () => {
  const asha = await person(shop, 'Asha Asks', { confirmed: false })
  const dolma = await person(shop, 'Dolma Answers', { role: 'Manager' })
  const queries = `Do you ring before you come, ${asha.email}?`
  expect((await shop.json('/api/GetInTouch', as(asha, 'POST', { ...contact, queries }))).status).toBe(201)
  expect((await latestEmail(shop, 'context@shop.test')).text).toContain(`Email: ${asha.email}`)
  const { body } = await shop.json('/api/admin/enquiries?kind=contact', as(dolma))
  const enquiry = first(body.rows.filter(({ message }) => message === queries))
  expect(enquiry).toMatchObject({ email: asha.email })
  const answer = { to: enquiry.email, message: 'We always do.' }
  const answered = await shop.json(`/api/admin/enquiries/${enquiry.enquiryId}/answers`, as(dolma, 'POST', answer))
  expect(answered.body).toMatchObject({ status: 'answered', answers: [answer] })
  expect((await latestEmail(shop, asha.email)).text).toContain('We always do.')
  const { body: own } = await shop.json(`/api/userdetails/${asha.userId}/data`, as(asha))
  expect(own.enquiries).toMatchObject([{ message: queries, answers: [{ message: 'We always do.' }] }])
  // The email address is not confirmed, so the email does not quote the message.
  expect(await emailsContaining(queries)).toEqual([{ to: 'context@shop.test' }])
  expect(await emailsContaining('We always do.')).toEqual([{ to: asha.email }])
  expect((await deleteAccount(asha)).status).toBe(204)
  for (const text of [queries, 'We always do.']) expect(await emailsContaining(text)).toEqual([])
  expect((await shop.json(`/api/admin/enquiries/${enquiry.enquiryId}`, as(dolma))).status).toBe(404)
})

describe('the email of a contact message', () => {
  const readEnquiry = async (queries: string) => {
    const dolma = await person(shop, 'Dolma Reads', { role: 'Manager' })
    const { body } = await shop.json('/api/admin/enquiries?kind=contact&size=100', as(dolma))
    const { enquiryId } = first(body.rows.filter(({ message }) => message === queries))
    return (await shop.json(`/api/admin/enquiries/${enquiryId}`, as(dolma))).body
  }

  test('is where the shop replies, and is in its email', async () => {
    const queries = 'Do you repair clasps?'
    expect((await post('/api/GetInTouch', { ...contact, queries, email: ' mira@people.example ' })).status).toBe(201)
    expect(await readEnquiry(queries)).toMatchObject({ email: 'mira@people.example', isAccountEmail: false })
    expect((await latestEmail(shop, 'context@shop.test')).text).toContain('Email: mira@people.example')
  })

  test.each([{}, { email: '' }])('may be missing: %j', async (fields) => {
    const queries = `Without an email ${JSON.stringify(fields)}`
    expect((await post('/api/GetInTouch', { ...contact, queries, ...fields })).status).toBe(201)
    expect(await readEnquiry(queries)).toMatchObject({ email: null, isAccountEmail: false })
  })

  test.each(['mira', 'mira@', 'a b@people.example', '   ', 7, null, `${'a'.repeat(250)}@people.example`])(
    'is refused if it is %j, and nothing is stored',
    async (email) => {
      const before = (await stored()).length
      const response = await post('/api/GetInTouch', { ...contact, email })
      expect([response.status, errorBodySchema.parse(await response.json()).errors]).toMatchObject([
        400,
        [{ field: 'email' }],
      ])
      expect((await stored()).length).toBe(before)
    },
  )

  test('goes before the email of the account, and gives its owner no part in the message', async () => {
    const [asha, bina] = [await person(shop, 'Asha Elsewhere'), await person(shop, 'Bina Rai')]
    const queries = 'Please write to my friend'
    await shop.json('/api/GetInTouch', as(asha, 'POST', { ...contact, queries, email: bina.email }))
    const enquiry = { email: bina.email, isAccountEmail: false, customer: { userId: asha.userId } }
    expect(await readEnquiry(queries)).toMatchObject(enquiry)
    const dataOf = async ({ userId, ...who }: Person) =>
      (await shop.json(`/api/userdetails/${userId}/data`, as(who))).body.enquiries
    expect(await dataOf(bina)).toEqual([])
    expect(await dataOf(asha)).toMatchObject([{ message: queries, email: bina.email }])
    expect((await deleteAccount(bina)).status).toBe(204)
    expect(await readEnquiry(queries)).toMatchObject(enquiry)
  })
})

test('a contact message with an expired token is stored without an account', async () => {
  const queries = 'Who am I?'
  await shop.json('/api/GetInTouch', as({ token: 'x'.repeat(43) }, 'POST', { ...contact, queries }))
  expect(await stored()).toContainEqual(expect.objectContaining({ message: queries, email: null }))
})

test('a bulk enquiry is stored, with the phone number as text or number', async () => {
  const response = await post('/api/bulkbuying/', { ...bulk, phoneNumber: 9841000000 })
  expect([response.status, await response.json()]).toEqual([
    201,
    { message: "Message sent successfully we'll get back to you soon" },
  ])
  expect(await stored()).toContainEqual({
    kind: 'bulk',
    name: 'Jon',
    email: bulk.email,
    phone_number: '9841000000',
    message: bulk.message,
  })
})

test('enquiries with the confirmed email of an account are deleted with it, with all their emails', async () => {
  const [jon, dolma] = [await person(shop, 'Jon Leaves'), await person(shop, 'Dolma Writes', { role: 'Manager' })]
  const message = `Sixty bowls for ${jon.email}`
  await post('/api/BulkBuying', { ...bulk, email: jon.email.toUpperCase(), message })
  const { body } = await shop.json('/api/admin/enquiries?kind=bulk', as(dolma))
  const { enquiryId } = first(body.rows.filter((row) => row.message === message))
  for (const to of [jon.email, 'jon@elsewhere.example'])
    await shop.json(`/api/admin/enquiries/${enquiryId}/answers`, as(dolma, 'POST', { to, message: 'Gladly.' }))
  expect(await emailsContaining(message), 'the sender may be a stranger').toEqual([{ to: 'context@shop.test' }])
  const { body: own } = await shop.json(`/api/userdetails/${jon.userId}/data`, as(jon))
  expect(own.emails).toMatchObject([{ subject: 'Your message to ALPINE' }])
  const others = (await emailsContaining('')).length
  expect((await deleteAccount(jon)).status).toBe(204)
  expect(await emailsContaining(message)).toEqual([])
  expect(await emailsContaining('')).toHaveLength(others - 3)
})

test('escapes HTML of a message in the email', async () => {
  await post('/api/GetInTouch', { ...contact, queries: '<img src=x onerror=alert(1)>' })
  const { html } = await latestEmail(shop, 'context@shop.test')
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img')
})

test('a message with the honeypot field gets 201 and is not stored', async () => {
  const before = (await stored()).length
  expect((await post('/api/GetInTouch', { ...contact, website: 'https://spam.example' })).status).toBe(201)
  expect((await post('/api/BulkBuying', { ...bulk, website: 'x' })).status).toBe(201)
  expect((await stored()).length).toBe(before)
})

describe('invalid input stores nothing and names the field', () => {
  test.each([
    ['/api/GetInTouch', { ...contact, firstName: '  ' }, 'firstName'],
    ['/api/GetInTouch', { ...contact, lastName: undefined }, 'lastName'],
    ['/api/GetInTouch', { ...contact, queries: 7 }, 'queries'],
    ['/api/GetInTouch', { ...contact, queries: 'a\0b' }, 'queries'],
    ['/api/GetInTouch', { ...contact, queries: 'long '.repeat(20_000) }, 'queries'],
    ['/api/BulkBuying', { ...bulk, email: 'jon@' }, 'email'],
    ['/api/BulkBuying', { ...bulk, phoneNumber: '12345' }, 'phoneNumber'],
    ['/api/BulkBuying', { ...bulk, phoneNumber: '98410000001' }, 'phoneNumber'],
    ['/api/BulkBuying', { ...bulk, phoneNumber: null }, 'phoneNumber'],
    ['/api/BulkBuying', [], ''],
  ])('%s %#', async (path, body, field) => {
    const before = (await stored()).length
    const response = await post(path, body)
    const { message, errors } = errorBodySchema.parse(await response.json())
    expect(response.status).toBe(400)
    expect(message).toBe(first(errors).description)
    expect(first(errors).field).toBe(field)
    expect((await stored()).length).toBe(before)
  })

  test('other content types get 415, malformed JSON gets 400', async () => {
    const form = await shop.fetch('/api/GetInTouch', { method: 'POST', body: new URLSearchParams(contact) })
    expect(form.status).toBe(415)
    const headers = { 'Content-Type': 'application/json' }
    expect((await shop.fetch('/api/GetInTouch', { method: 'POST', headers, body: '{' })).status).toBe(400)
    const deep = '['.repeat(100_000)
    expect((await shop.fetch('/api/GetInTouch', { method: 'POST', headers, body: deep })).status).toBe(400)
  })
})

test('limits messages of one caller with 429', async () => {
  const own = await testShop({ environment: { RATE_LIMIT_FACTOR: '1' } })
  const statuses: number[] = []
  for (let n = 0; n < 12; n++) statuses.push((await post('/api/GetInTouch', contact, own)).status)
  expect(statuses.filter((status) => status === 201).length).toBe(10)
  const rejected = await post('/api/BulkBuying', bulk, own)
  expect(rejected.status).toBe(429)
  expect(Number(rejected.headers.get('Retry-After'))).toBeGreaterThan(0)
})

test('returns the country of the caller, or 404 if it is unknown', async () => {
  const nepal = await testShop({ environment: { TRUST_PROXY: '1' } })
  const locate = (address: string) => nepal.fetch('/api/location', { headers: { 'X-Forwarded-For': address } })
  expect(await (await locate('202.51.64.1')).json()).toEqual({ countryCode: 'NP' })
  expect(await (await locate('2001:4860:4860::8888')).json()).toEqual({ countryCode: 'US' })
  expect((await locate('192.168.1.5')).status).toBe(404)
  expect((await locate('not an address')).status).toBe(404)
})
