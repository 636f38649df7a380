import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { htmlPage } from '#tests/support/pages.ts'
import { openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'

const notFound = async () => htmlPage('Not found', { status: 404 })

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('/healthz and /readyz answer 200 with no-store', async () => {
  for (const [path, status] of [
    ['/healthz', 'ok'],
    ['/readyz', 'ready'],
  ] as const) {
    const response = await shop.fetch(path)
    expect({ status: response.status, body: await response.json() }).toEqual({ status: 200, body: { status } })
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
})

describe('/metrics', () => {
  test('with METRICS_TOKEN needs the token', async () => {
    const guarded = await testShop({ environment: { METRICS_TOKEN: 'open-sesame' } })
    await guarded.fetch('/api/product')
    await guarded.fetch('/shop')
    const read = (authorization?: string) =>
      guarded.fetchLocally('/metrics', authorization ? { headers: { Authorization: authorization } } : {})
    for (const authorization of [
      undefined,
      'Bearer open-sesam',
      'Bearer open-sesamf',
      'Basic open-sesame',
      'open-sesame',
    ]) {
      expect((await read(authorization)).status).toBe(404)
    }
    const authorized = { Authorization: 'Bearer open-sesame', 'X-Forwarded-For': '203.0.113.1' }
    expect((await guarded.fetch('/metrics', { headers: authorized })).status).toBe(200)
    const response = await read('Bearer open-sesame')
    expect(response.headers.get('content-type')).toContain('text/plain')
    const metrics = await response.text()
    expect(metrics).toContain('alpine_request_seconds_count{kind="api",method="GET",status="200"} 1')
    expect(metrics).toContain('alpine_pages_total{from="rendered"} 1')
    expect(metrics).toMatch(/alpine_sql_statements_total \d+/)
  })
})

describe('a stopping shop', () => {
  test('refuses new requests with 503 and is not ready', async () => {
    const stopping = await testShop()
    expect((await stopping.fetch('/shop')).status).toBe(200)
    stopping.refuseNew()
    for (const path of ['/', '/shop', '/api/product', '/readyz']) {
      const response = await stopping.fetch(path)
      expect({ status: response.status, body: await response.json() }).toEqual({
        status: 503,
        body: { message: 'The shop is restarting. Please try again.' },
      })
      expect(response.headers.get('retry-after')).toBe('2')
      expect(response.headers.get('connection')).toBe('close')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })
})

describe('the mailbox', () => {
  const smtpSettings = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'ALPINE <hello@shop.example>' }

  test.each([
    ['when emails are sent by SMTP', { SMTP_URL: smtpSettings.SMTP_URL }],
    ['in production', { ...smtpSettings, MODE: 'production', SITE_URL: 'https://shop.example' }],
  ])('is not found %s', async (_, environment) => {
    const smtpShop = await testShop({ environment, render: notFound })
    for (const path of ['/dev/mailbox', '/dev/mailbox/', '/dev/mailbox/latest?address=a@b.example']) {
      expect((await smtpShop.fetchLocally(path)).status).toBe(404)
    }
  })

  test('is available in a demo without SMTP', async () => {
    const demo = await testShop({ environment: { MODE: 'demo' }, render: notFound })
    expect((await demo.fetchLocally('/dev/mailbox')).status).toBe(200)
  })
})

describe('the contact sheet', () => {
  test('shows every picture of the demo shop with its name in development', async () => {
    const devShop = await testShop({ environment: { MODE: 'development' } })
    const html = await (await devShop.fetchLocally('/dev/contact-sheet')).text()
    expect(html).toContain('clear-quartz-point-hero')
    expect(html).toContain('/app/assets/art/banner-1-large.avif')
    expect(html.match(/<figure>/g)?.length).toBeGreaterThan(120)
  })

  test('is not found in a demo', async () => {
    const demo = await testShop({ environment: { MODE: 'demo' }, render: notFound })
    expect((await demo.fetchLocally('/dev/contact-sheet')).status).toBe(404)
  })
})
