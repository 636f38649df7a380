import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('/healthz and /readyz say that all is well, and are asked anew each time', async () => {
  for (const [path, status] of [
    ['/healthz', 'ok'],
    ['/readyz', 'ready'],
  ] as const) {
    const answer = await shop.fetch(path)
    expect({ status: answer.status, body: await answer.json() }).toEqual({ status: 200, body: { status } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }
})

describe('/metrics', () => {
  test('with a token is there for who has it, and for nobody else', async () => {
    const guarded = await testShop({ environment: { METRICS_TOKEN: 'open-sesame' } })
    await guarded.fetch('/api/product')
    await guarded.fetch('/shop')
    const ask = (authorization?: string) =>
      guarded.fetchLocally('/metrics', authorization ? { headers: { Authorization: authorization } } : {})
    for (const wrong of [undefined, 'Bearer open-sesam', 'Bearer open-sesamf', 'Basic open-sesame', 'open-sesame']) {
      expect((await ask(wrong)).status).toBe(404)
    }
    const authorized = { Authorization: 'Bearer open-sesame', 'X-Forwarded-For': '203.0.113.1' }
    expect((await guarded.fetch('/metrics', { headers: authorized })).status).toBe(200)
    const answer = await ask('Bearer open-sesame')
    expect(answer.headers.get('content-type')).toContain('text/plain')
    const metrics = await answer.text()
    expect(metrics).toContain('alpine_request_seconds_count{kind="api",method="GET",status="200"} 1')
    expect(metrics).toContain('alpine_pages_total{from="rendered"} 1')
    expect(metrics).toMatch(/alpine_sql_statements_total \d+/)
  })
})

describe('a shop that stops', () => {
  test('refuses what is new with 503, and is not ready', async () => {
    const stopping = await testShop()
    expect((await stopping.fetch('/shop')).status).toBe(200)
    stopping.refuseNew()
    for (const path of ['/', '/shop', '/api/product', '/readyz']) {
      const answer = await stopping.fetch(path)
      expect({ status: answer.status, body: await answer.json() }).toEqual({
        status: 503,
        body: { message: 'The shop is restarting. Please try again.' },
      })
      expect(answer.headers.get('retry-after')).toBe('2')
      expect(answer.headers.get('connection')).toBe('close')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })
})

describe('the mailbox', () => {
  const nothing = async () => new Response('Not found', { status: 404 })
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'ALPINE <hello@shop.example>' }

  test.each([
    ['where mails go out over SMTP', { SMTP_URL: mail.SMTP_URL }],
    ['in production', { ...mail, MODE: 'production', SITE_URL: 'https://shop.example' }],
  ])('is not there %s', async (_, environment) => {
    const busy = await testShop({ environment, render: nothing })
    for (const path of ['/dev/mailbox', '/dev/mailbox/', '/dev/mailbox/latest?address=a@b.example']) {
      expect((await busy.fetchLocally(path)).status).toBe(404)
    }
  })

  test('is there in a demo without SMTP', async () => {
    const demo = await testShop({ environment: { MODE: 'demo' }, render: nothing })
    expect((await demo.fetchLocally('/dev/mailbox')).status).toBe(200)
  })
})

describe('the contact sheet', () => {
  test('shows every picture of the demo shop with its name, in development', async () => {
    const workshop = await testShop({ environment: { MODE: 'development' } })
    const sheet = await (await workshop.fetchLocally('/dev/contact-sheet')).text()
    expect(sheet).toContain('clear-quartz-point-hero')
    expect(sheet).toContain('/app/assets/art/banner-1-large.avif')
    expect(sheet.match(/<figure>/g)?.length).toBeGreaterThan(120)
  })

  test('is not there in a demo', async () => {
    const nothing = async () => new Response('Not found', { status: 404 })
    const demo = await testShop({ environment: { MODE: 'demo' }, render: nothing })
    expect((await demo.fetchLocally('/dev/contact-sheet')).status).toBe(404)
  })
})
