import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { queueMail, readMail } from '#modules/email/service.server.ts'
import { as, type Person, person } from '#tests/support/people.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let dolma: Person
let pemba: Person
beforeAll(async () => {
  shop = await openTestShop()
  dolma = await person(shop, 'Dolma Lama', { role: 'Staff' })
  pemba = await person(shop, 'Pemba Sherpa', { role: 'Admin' })
})
afterAll(() => shop.close())

const call = (query: string) => shop.json(`/api/admin/mails?${query}`, as(dolma))
const press = (path: string) => shop.fetch(`/api/admin/mails/${path}`, as(dolma, 'POST'))
const listed = async (query = '') => (await call(query)).body.rows
const state = async (id: string) => (await readMail(shop.db, id)).state
const untilKept = (id: string) =>
  vi.waitFor(async () => expect(await state(id)).toBe('kept'), { timeout: 15_000, interval: 50 })

/** A mail that the shop has given up. */
async function failed(subject: string, { confidential = false } = {}): Promise<string> {
  const mail = { to: 'gone@mail.example', subject, html: '<p>Hello</p>', text: 'Hello', confidential }
  const id = await shop.db.transaction((tx) => queueMail(tx, shop, { purpose: 'console', ...mail }))
  await untilKept(id)
  await shop.db.execute(sql`update mails set state = 'failed', attempts = 9, last_error = '550 <b>nobody</b> lives here'
    where id = ${id}`)
  return id
}

test('a failed mail is told with its reason, and is sent again once', async () => {
  const id = await failed('Your order ALP-1')
  expect(await listed()).toEqual([
    {
      mailId: id,
      to: 'gone@mail.example',
      subject: 'Your order ALP-1',
      writtenAt: expect.stringMatching(/Z$/),
      attempts: 9,
      reason: '550 <b>nobody</b> lives here',
      isSecret: false,
    },
  ])
  expect((await shop.json('/api/admin/today', as(dolma))).body.waiting.failedMails).toBe(1)
  const answers = await Promise.all([press(`${id}/send`), press(`${id}/send`)])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
  await untilKept(id)
  expect(await listed()).toEqual([])
  expect((await readMail(shop.db, id)).attempts).toBe(10)
  const { body: log } = await shop.json('/api/admin/audit?subject=mail', as(pemba))
  expect(log.rows).toMatchObject([{ action: 'sent again', subjectId: id, actorName: 'Dolma Lama' }])
  expect(JSON.stringify(log.rows)).not.toContain('gone@mail.example')
})

test('one that held a secret cannot be sent again, but set aside', async () => {
  const id = await failed('Reset your password', { confidential: true })
  const refused = await press(`${id}/send`)
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { message: expect.stringContaining('ask for a new one') },
  ])
  expect(await listed()).toMatchObject([{ isSecret: true }])
  expect((await press(`${id}/set-aside`)).status).toBe(204)
  expect(await listed()).toEqual([])
  expect((await shop.json('/api/admin/today', as(dolma))).body.waiting.failedMails).toBe(0)
  expect((await press(`${id}/send`)).status).toBe(404)
})

test('the list is searched and paged, in two statements', async () => {
  for (const subject of ['First 100% news', 'Second news', 'Third']) await failed(subject)
  expect(await listed('q=NEWS')).toMatchObject([{ subject: 'Second news' }, { subject: 'First 100% news' }])
  expect(await listed('q=0%25')).toMatchObject([{ subject: 'First 100% news' }])
  expect((await call('size=2&page=2')).body).toMatchObject({ rows: [{}], hasMore: false, page: 2 })
  expect(await shop.countStatements(() => call('q=news'))).toBe(2)
  expect((await call('page=0')).status).toBe(400)
})
