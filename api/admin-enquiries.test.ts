import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { as, latestEmail, type Person, person } from '#tests/support/accounts.ts'
import { first } from '#tests/support/response-types.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let tsering: Person
let enquiry: { enquiryId: string }

beforeAll(async () => {
  shop = await openTestShop()
  tsering = await person(shop, 'Tsering Staff', { role: 'Manager' })
  const message = 'Two hundred bowls <img src=x onerror=alert(1)>'
  await shop.json(
    '/api/BulkBuying',
    as(undefined, 'POST', { name: 'Hotel Yak', email: 'yak@hotel.example', phoneNumber: '9800000000', message }),
  )
  await shop.json(
    '/api/GetInTouch',
    as(undefined, 'POST', { firstName: 'Jon', lastName: 'Bell', queries: 'When are you open?' }),
  )
  enquiry = first((await call('/enquiries?kind=bulk')).body.rows)
})
afterAll(() => shop.close())

const call = <P extends string, M extends string = 'GET'>(path: P, method?: M, body?: unknown) =>
  shop.json(`/api/admin${path}`, as(tsering, method, body))

describe('enquiries', () => {
  test('are listed, filtered and searched', async () => {
    expect((await call('/enquiries')).body.rows.map(({ name }) => name)).toEqual(['Jon Bell', 'Hotel Yak'])
    expect((await call('/enquiries?q=BOWLS')).body.rows).toMatchObject([{ name: 'Hotel Yak', kind: 'bulk' }])
    expect((await call('/enquiries?q=100%25')).body.rows).toEqual([])
    expect((await call('/enquiries?status=closed')).body.rows).toEqual([])
    expect(await shop.countStatements(() => call('/enquiries?q=bowls&kind=bulk'))).toBeLessThanOrEqual(3)
  })

  test('are answered by email, with script escaped', async () => {
    const { status, body } = await call(`/enquiries/${enquiry.enquiryId}/answers`, 'POST', {
      to: 'yak@hotel.example',
      message: 'Yes.\n<script>alert(1)</script>',
    })
    expect([status, body.status, body.answers[0]?.by]).toEqual([201, 'answered', 'Tsering Staff'])
    const { html } = await latestEmail(shop, 'yak@hotel.example')
    expect(html).not.toMatch(/<script|<img src=x/)
    expect(html).toContain('&lt;script&gt;')
  })

  test('reject an answer with a bad email address or no text', async () => {
    for (const body of [
      { to: 'a@b.example\nBcc: c@d.example', message: 'x' },
      { to: 'a@b.example', message: ' ' },
    ])
      expect((await call(`/enquiries/${enquiry.enquiryId}/answers`, 'POST', body)).status).toBe(400)
  })

  test('change status, and reject an outdated version with 409', async () => {
    const { version } = (await call(`/enquiries/${enquiry.enquiryId}`)).body
    const path = `/enquiries/${enquiry.enquiryId}` as const
    expect((await call(path, 'PUT', { version, status: 'closed' })).body.status).toBe('closed')
    expect(await call(path, 'PUT', { version, status: 'new' })).toMatchObject({
      status: 409,
      body: { current: { status: 'closed' } },
    })
  })
})
