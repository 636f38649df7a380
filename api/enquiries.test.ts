import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readLatestMail } from '#modules/email/service.server.ts'
import { readRows } from '#platform/db.server.ts'
import { first } from '#tests/support/answers.ts'
import { as, type Person, person } from '#tests/support/people.ts'
import { openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'
import { errorBodySchema } from './errors.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ environment: { SHOP_EMAIL: 'desk@shop.test' } })
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

test('a question is stored and mailed to the shop', async () => {
  const answer = await post('/api/GetInTouch', contact)
  expect([answer.status, await answer.json()]).toEqual([201, { message: 'Message sent successfully' }])
  expect(await stored()).toContainEqual({
    kind: 'contact',
    name: 'आशा Gurung',
    email: null,
    phone_number: null,
    message: contact.queries,
  })
  const mail = await readLatestMail(shop.db, 'desk@shop.test')
  expect(mail.subject).toBe('A question from आशा Gurung')
  expect(mail.text).toContain('May I see the ruby ring')
})

const leave = (who: Person) => shop.fetch(`/api/userdetails/${who.userId}`, as(who, 'DELETE', { email: who.email }))
const mailsThatSay = async (words: string) => {
  const said = sql`${`%${words}%`}`
  return readRows<{ to: string }>(
    shop.db,
    sql`select to_address as "to" from mails where text like ${said} order by id`,
  )
}

test('who is signed in can be answered at the email of the account, and takes the question along when leaving', async () => {
  const asha = await person(shop, 'Asha Asks', { confirmed: false })
  const dolma = await person(shop, 'Dolma Answers', { role: 'Staff' })
  const queries = `Do you ring before you come, ${asha.email}?`
  expect((await shop.json('/api/GetInTouch', as(asha, 'POST', { ...contact, queries }))).status).toBe(201)
  expect((await readLatestMail(shop.db, 'desk@shop.test')).text).toContain(`Email: ${asha.email}`)
  const { body } = await shop.json('/api/admin/enquiries?kind=contact', as(dolma))
  const asked = first(body.rows.filter(({ message }) => message === queries))
  expect(asked).toMatchObject({ email: asha.email })
  const answer = { to: asked.email, message: 'We always do.' }
  const answered = await shop.json(`/api/admin/enquiries/${asked.enquiryId}/answers`, as(dolma, 'POST', answer))
  expect(answered.body).toMatchObject({ state: 'answered', answers: [answer] })
  expect((await readLatestMail(shop.db, asha.email)).text).toContain('We always do.')
  const { body: own } = await shop.json(`/api/userdetails/${asha.userId}/data`, as(asha))
  expect(own.enquiries).toMatchObject([{ message: queries, answers: [{ message: 'We always do.' }] }])
  // Her email address was never confirmed, so her words are not sent there.
  expect(await mailsThatSay(queries)).toEqual([{ to: 'desk@shop.test' }])
  expect(await mailsThatSay('We always do.')).toEqual([{ to: asha.email }])
  expect((await leave(asha)).status).toBe(204)
  for (const words of [queries, 'We always do.']) expect(await mailsThatSay(words)).toEqual([])
  expect((await shop.json(`/api/admin/enquiries/${asked.enquiryId}`, as(dolma))).status).toBe(404)
})

test('a dead token is no token: the question is taken without a name behind it', async () => {
  const queries = 'Who am I?'
  await shop.json('/api/GetInTouch', as({ token: 'x'.repeat(43) }, 'POST', { ...contact, queries }))
  expect(await stored()).toContainEqual(expect.objectContaining({ message: queries, email: null }))
})

test('a bulk enquiry is stored and mailed, its phone as text or number', async () => {
  const answer = await post('/api/bulkbuying/', { ...bulk, phoneNumber: 9841000000 })
  expect([answer.status, await answer.json()]).toEqual([
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

test('whoever confirmed an email takes along what was asked under it, with every mail about it', async () => {
  const [jon, dolma] = [await person(shop, 'Jon Leaves'), await person(shop, 'Dolma Writes', { role: 'Staff' })]
  const message = `Sixty bowls for ${jon.email}`
  await post('/api/BulkBuying', { ...bulk, email: jon.email.toUpperCase(), message })
  const { body } = await shop.json('/api/admin/enquiries?kind=bulk', as(dolma))
  const { enquiryId } = first(body.rows.filter((row) => row.message === message))
  for (const to of [jon.email, 'jon@elsewhere.example'])
    await shop.json(`/api/admin/enquiries/${enquiryId}/answers`, as(dolma, 'POST', { to, message: 'Gladly.' }))
  expect(await mailsThatSay(message), 'a stranger may have written it').toEqual([{ to: 'desk@shop.test' }])
  const { body: own } = await shop.json(`/api/userdetails/${jon.userId}/data`, as(jon))
  expect(own.mails).toMatchObject([{ subject: 'Your message to ALPINE' }])
  const others = (await mailsThatSay('')).length
  expect((await leave(jon)).status).toBe(204)
  expect(await mailsThatSay(message)).toEqual([])
  expect(await mailsThatSay('')).toHaveLength(others - 3)
})

test('script in a message is inert in the mail', async () => {
  await post('/api/GetInTouch', { ...contact, queries: '<img src=x onerror=alert(1)>' })
  const { html } = await readLatestMail(shop.db, 'desk@shop.test')
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img')
})

test('a program that fills in the hidden field is thanked and forgotten', async () => {
  const before = (await stored()).length
  expect((await post('/api/GetInTouch', { ...contact, website: 'https://spam.example' })).status).toBe(201)
  expect((await post('/api/BulkBuying', { ...bulk, website: 'x' })).status).toBe(201)
  expect((await stored()).length).toBe(before)
})

describe('bad input stores nothing and names the field', () => {
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
    const answer = await post(path, body)
    const { message, errors } = errorBodySchema.parse(await answer.json())
    expect(answer.status).toBe(400)
    expect(message).toBe(first(errors).description)
    expect(first(errors).field).toBe(field)
    expect((await stored()).length).toBe(before)
  })

  test('what is not JSON, or broken JSON', async () => {
    const form = await shop.fetch('/api/GetInTouch', { method: 'POST', body: new URLSearchParams(contact) })
    expect(form.status).toBe(415)
    const headers = { 'Content-Type': 'application/json' }
    expect((await shop.fetch('/api/GetInTouch', { method: 'POST', headers, body: '{' })).status).toBe(400)
    const deep = '['.repeat(100_000)
    expect((await shop.fetch('/api/GetInTouch', { method: 'POST', headers, body: deep })).status).toBe(400)
  })
})

test('a hundred messages in a row are too many', async () => {
  const own = await testShop({ environment: { RATE_LIMIT_FACTOR: '1' } })
  const statuses: number[] = []
  for (let n = 0; n < 12; n++) statuses.push((await post('/api/GetInTouch', contact, own)).status)
  expect(statuses.filter((status) => status === 201).length).toBe(10)
  const refused = await post('/api/BulkBuying', bulk, own)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
})

test('the country of a caller is told, and 404 where it cannot be', async () => {
  const nepal = await testShop({ environment: { TRUST_PROXY: '1' } })
  const ask = (address: string) => nepal.fetch('/api/location', { headers: { 'X-Forwarded-For': address } })
  expect(await (await ask('202.51.64.1')).json()).toEqual({ countryCode: 'NP' })
  expect(await (await ask('2001:4860:4860::8888')).json()).toEqual({ countryCode: 'US' })
  expect((await ask('192.168.1.5')).status).toBe(404)
  expect((await ask('not an address')).status).toBe(404)
})
