import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { queueEmail, readEmail } from '#modules/email/service.server.ts'
import { enquiryEmail } from '#modules/notifications/email-templates.tsx'
import { as, type Person, person } from '#tests/support/accounts.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let dolma: Person
let pemba: Person
beforeAll(async () => {
  shop = await openTestShop()
  dolma = await person(shop, 'Dolma Lama', { role: 'Manager' })
  pemba = await person(shop, 'Pemba Sherpa', { role: 'Owner' })
})
afterAll(() => shop.close())

const call = (query: string) => shop.json(`/api/admin/emails?${query}`, as(dolma))
const post = (path: string) => shop.fetch(`/api/admin/emails/${path}`, as(dolma, 'POST'))
const list = async (query = '') => (await call(query)).body.rows
const statusOf = async (id: string) => (await readEmail(shop.db, id)).status
const waitUntilStored = (id: string) =>
  vi.waitFor(async () => expect(await statusOf(id)).toBe('stored'), { timeout: 15_000, interval: 50 })

/** Queues an email and marks it as failed. */
async function addFailedEmail(subject: string, { confidential = false } = {}): Promise<string> {
  const envelope = { purpose: 'console', to: 'gone@mail.example', confidential } as const
  const props = { shopName: 'ALPINE', title: subject, from: [], message: 'Hello' }
  const id = await shop.db.transaction((tx) => queueEmail(tx, shop, envelope, enquiryEmail, props))
  await waitUntilStored(id)
  await shop.db.execute(sql`update emails set status = 'failed', attempts = 9, last_error = '550 <b>nobody</b> lives here'
    where id = ${id}`)
  return id
}

test('a failed email is listed with its reason, and is resent once', async () => {
  const id = await addFailedEmail('Your order ALP-1')
  expect(await list()).toEqual([
    {
      emailId: id,
      to: 'gone@mail.example',
      subject: 'Your order ALP-1',
      writtenAt: expect.stringMatching(/Z$/),
      attempts: 9,
      reason: '550 <b>nobody</b> lives here',
      isSecret: false,
    },
  ])
  expect((await shop.json('/api/admin/today', as(dolma))).body.waiting.failedEmails).toBe(1)
  const responses = await Promise.all([post(`${id}/send`), post(`${id}/send`)])
  expect(responses.map(({ status }) => status).sort()).toEqual([204, 404])
  await waitUntilStored(id)
  expect(await list()).toEqual([])
  expect(await readEmail(shop.db, id)).toMatchObject({ attempts: 10, text: expect.stringContaining('Hello') })
  const { body: log } = await shop.json('/api/admin/audit?subject=email', as(pemba))
  expect(log.rows).toMatchObject([{ action: 'resent', subjectId: id, actorName: 'Dolma Lama' }])
  expect(JSON.stringify(log.rows)).not.toContain('gone@mail.example')
})

test('a confidential email cannot be resent, but can be dismissed', async () => {
  const id = await addFailedEmail('Reset your password', { confidential: true })
  const rejected = await post(`${id}/send`)
  expect([rejected.status, await rejected.json()]).toMatchObject([
    409,
    { message: expect.stringContaining('can request a new one') },
  ])
  expect(await list()).toMatchObject([{ isSecret: true }])
  expect((await post(`${id}/set-aside`)).status).toBe(204)
  expect(await list()).toEqual([])
  expect((await shop.json('/api/admin/today', as(dolma))).body.waiting.failedEmails).toBe(0)
  expect((await post(`${id}/send`)).status).toBe(404)
})

test('the list can be searched and paged with two statements', async () => {
  for (const subject of ['First 100% news', 'Second news', 'Third']) await addFailedEmail(subject)
  expect(await list('q=NEWS')).toMatchObject([{ subject: 'Second news' }, { subject: 'First 100% news' }])
  expect(await list('q=0%25')).toMatchObject([{ subject: 'First 100% news' }])
  expect((await call('size=2&page=2')).body).toMatchObject({ rows: [{}], hasMore: false, page: 2 })
  expect(await shop.countStatements(() => call('q=news'))).toBe(2)
  expect((await call('page=0')).status).toBe(400)
})
