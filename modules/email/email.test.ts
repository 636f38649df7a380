import { sql } from 'drizzle-orm'
import { createElement } from 'react'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'
import { header, type MailServer, parseEmail, smtpUrl, startMailServer } from '#tests/support/mail-server.ts'
import { openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'
import { type EmailToSend, emailSource, listEmails, queueEmail, readEmail, readLatestEmail } from './service.server.ts'
import { ShopReadyEmail } from './shop-ready-email.tsx'

const body = createElement(ShopReadyEmail, {
  shopName: 'ALPINE',
  ownerName: 'Pemba Sherpa',
  siteUrl: 'https://shop.example',
  products: 60,
})
const toPemba: EmailToSend = {
  purpose: 'console',
  to: 'pemba@alpine.example',
  subject: 'Your shop is open · हिम',
  body,
}
const timing = { timeout: 15_000, interval: 50 }

const queue = (shop: TestShop, fields: Partial<EmailToSend> = {}) =>
  shop.db.transaction((tx) => queueEmail(tx, shop, { ...toPemba, ...fields }))

const waitForStatus = (shop: TestShop, id: string, status: string) =>
  vi.waitFor(async () => expect(await readEmail(shop.db, id)).toMatchObject({ status }), timing)

async function openMailServer(port?: number): Promise<MailServer> {
  const mailServer = await startMailServer(port)
  onTestFinished(() => mailServer.close())
  return mailServer
}

/** Makes the pending retry due now, and optionally the last one, so the test does not wait for the retry delay. */
async function retryNow(shop: TestShop, { last = false } = {}): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = (await shop.db.execute(
      sql`update jobs.job set start_after = now(), retry_count = case when ${last} then retry_limit - 1 else retry_count end
          where name = 'mail' and state = 'retry' returning id`,
    )) as unknown as { rows: unknown[] }
    expect(rows).toHaveLength(1)
  }, timing)
}

describe('queueEmail', () => {
  test('stores and sends nothing on rollback, and delivers once on commit', async () => {
    const mailServer = await openMailServer()
    const shop = await testShop({ environment: { SMTP_URL: mailServer.url } })
    const rolledBack = shop.db.transaction(async (tx) => {
      await queueEmail(tx, shop, { ...toPemba, to: 'nobody@alpine.example' })
      throw new Error('the order was not placed after all')
    })
    await expect(rolledBack).rejects.toThrow('not placed after all')
    expect(await listEmails(shop.db)).toEqual([])

    const id = await queue(shop)
    await waitForStatus(shop, id, 'sent')
    expect(await listEmails(shop.db)).toHaveLength(1)
    expect(mailServer.delivered.map(({ recipients }) => recipients)).toEqual([['pemba@alpine.example']])
    expect(await readEmail(shop.db, id)).toMatchObject({ attempts: 1, lastError: null, sentAt: expect.any(Date) })
  })
})

describe('over SMTP', () => {
  test('an email arrives with its headers, as HTML and plain text', async () => {
    const mailServer = await openMailServer()
    const environment = { SMTP_URL: mailServer.url, MAIL_FROM: 'ALPINE <hello@shop.example>' }
    const shop = await testShop({ environment })
    const id = await queue(shop)
    await waitForStatus(shop, id, 'sent')

    const message = parseEmail(mailServer.delivered[0]?.raw ?? '')
    expect(header(message, 'from')).toBe('ALPINE <hello@shop.example>')
    expect(header(message, 'to')).toBe('pemba@alpine.example')
    expect(header(message, 'message-id')).toBe(`<${id}@shop.example>`)
    expect(new Date(header(message, 'date')).getTime()).toBeLessThanOrEqual(Date.now())
    expect(header(message, 'subject')).toMatch(/^=\?UTF-8\?/i)
    expect(message.parts.map(({ type }) => type)).toEqual(['text/plain', 'text/html'])
    const [text, html] = message.parts
    expect(html?.body).toContain('Dear <!-- -->Pemba Sherpa')
    expect(html?.body).toContain('href="https://shop.example"')
    expect(text?.body).toContain('Dear Pemba Sherpa,')
    expect(text?.body).toContain('https://shop.example')
    expect(text?.body).not.toMatch(/<\w/)
  })

  test('an email is delivered once, later, if the server is down at first', async () => {
    const port = await freePort()
    const shop = await testShop({ environment: { SMTP_URL: smtpUrl(port) } })
    const id = await queue(shop)
    await vi.waitFor(async () => expect((await readEmail(shop.db, id)).attempts).toBe(1), timing)
    expect(await readEmail(shop.db, id)).toMatchObject({ status: 'queued', lastError: expect.stringMatching(/\S/) })

    const mailServer = await openMailServer(port)
    await retryNow(shop)
    await waitForStatus(shop, id, 'sent')
    expect((await readEmail(shop.db, id)).attempts).toBe(2)
    const after = await queue(shop, { to: 'maya@alpine.example' })
    await waitForStatus(shop, after, 'sent')
    expect(mailServer.delivered.flatMap(({ recipients }) => recipients)).toEqual([
      'pemba@alpine.example',
      'maya@alpine.example',
    ])
  })

  test('an email to a rejected recipient fails after the last attempt, with the reason, and is logged', async () => {
    const mailServer = await openMailServer()
    mailServer.refused.add('gone@alpine.example')
    const shop = await testShop({ environment: { SMTP_URL: mailServer.url } })
    const id = await queue(shop, { to: 'gone@alpine.example' })
    await vi.waitFor(async () => expect((await readEmail(shop.db, id)).attempts).toBe(1), timing)
    expect((await readEmail(shop.db, id)).status).toBe('queued')

    await retryNow(shop, { last: true })
    await waitForStatus(shop, id, 'failed')
    expect(await readEmail(shop.db, id)).toMatchObject({
      attempts: 2,
      sentAt: null,
      lastError: expect.stringContaining('unknown recipient gone@alpine.example'),
    })
    expect(await listEmails(shop.db)).toMatchObject([{ id, status: 'failed' }])
    expect(shop.logged()).toContain('an email could not be delivered')
    expect(shop.logged()).not.toContain('gone@alpine.example')
    expect(mailServer.delivered).toEqual([])
  })

  test('a line break in the address or the subject adds neither a header nor a recipient', async () => {
    const mailServer = await openMailServer()
    const shop = await testShop({ environment: { SMTP_URL: mailServer.url } })
    await queue(shop, { to: 'asha@alpine.example\r\nBcc: thief@alpine.example', subject: 'Hello\r\nX-Evil: yes' })
    const other = await queue(shop, {
      to: 'maya@alpine.example',
      subject: 'Hello\nX-Evil: yes\r\n\r\n<b>And a body</b>',
    })
    await waitForStatus(shop, other, 'sent')
    expect(mailServer.delivered.flatMap(({ recipients }) => recipients)).not.toContain('thief@alpine.example')
    for (const { raw } of mailServer.delivered) {
      const names = parseEmail(raw).headers.map(([name]) => name)
      expect(names).not.toContain('bcc')
      expect(names).not.toContain('x-evil')
    }
    const message = parseEmail(mailServer.delivered.at(-1)?.raw ?? '')
    expect(header(message, 'subject')).toBe('Hello X-Evil: yes <b>And a body</b>')
  })
})

describe('without SMTP', () => {
  let shop: TestShop
  let id: string
  beforeAll(async () => {
    shop = await openTestShop()
    expect(await (await shop.fetchLocally('/dev/mailbox')).text()).toContain('No emails yet.')
    id = await queue(shop)
    await waitForStatus(shop, id, 'stored')
  })
  afterAll(() => shop.close())

  test('an email is stored, and shown in the local mailbox', async () => {
    const list = await (await shop.fetchLocally('/dev/mailbox')).text()
    expect(list).toContain('pemba@alpine.example')
    expect(list).toContain('stored')
    expect(await (await shop.fetchLocally(`/dev/mailbox/${id}`)).text()).toContain('Dear Pemba Sherpa,')
    const html = await shop.fetchLocally(`/dev/mailbox/${id}/html`)
    expect(await html.text()).toContain('Your shop is open')
    expect(html.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
  })

  test('its source contains the headers and both parts', async () => {
    const stored = await readLatestEmail(shop.db, 'PEMBA@alpine.example')
    const message = parseEmail(await emailSource(stored, 'ALPINE <hello@shop.example>'))
    expect(header(message, 'message-id')).toBe(`<${id}@shop.example>`)
    expect(header(message, 'mime-version')).toBe('1.0')
    expect(message.parts).toEqual([
      { type: 'text/plain', body: expect.stringContaining('Dear Pemba Sherpa,') },
      { type: 'text/html', body: expect.stringContaining('</html>') },
    ])
  })

  test('its source is found by id, or by recipient in any letter case', async () => {
    for (const address of [`/dev/mailbox/${id}/raw`, '/dev/mailbox/latest?address=Pemba@Alpine.example']) {
      const message = parseEmail(await (await shop.fetchLocally(address)).text())
      expect(header(message, 'message-id')).toBe(`<${id}@alpine.example>`)
    }
  })

  test.each([
    '/dev/mailbox/nonsense',
    '/dev/mailbox/019a0000-0000-7000-8000-000000000000',
    '/dev/mailbox/------------------------------------',
    '/dev/mailbox/latest?address=yeti@alpine.example',
    '/dev/mailbox/latest',
  ])('%s is 404', async (address) => {
    expect((await shop.fetchLocally(address)).status).toBe(404)
  })
})
