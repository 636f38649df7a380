import { readdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { welcomeEmail } from '#modules/accounts/email-templates.tsx'
import { enquiryEmail } from '#modules/notifications/email-templates.tsx'
import { emailTemplates } from '#modules/shop.server.ts'
import { projectRoot } from '#platform/root.server.ts'
import { newId } from '#shared/ids.ts'
import { freePort } from '#tests/support/free-port.ts'
import { header, type MailServer, parseEmail, smtpUrl, startMailServer } from '#tests/support/mail-server.ts'
import { openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'
import { emailSource, formerEmailQueue, listEmails, queueEmail, readEmail, readLatestEmail } from './service.server.ts'

const toPemba = { purpose: 'console', to: 'pemba@alpine.example' } as const
const welcome = { shopName: 'हिम', name: 'Pemba Sherpa', username: 'Pemba', siteUrl: 'https://shop.example' }
const timing = { timeout: 15_000, interval: 50 }

const queue = (shop: TestShop, to: string = toPemba.to) =>
  shop.db.transaction((tx) => queueEmail(tx, shop, { ...toPemba, to }, welcomeEmail, welcome))

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
          where name = 'email' and state = 'retry' returning id`,
    )) as unknown as { rows: unknown[] }
    expect(rows).toHaveLength(1)
  }, timing)
}

describe('queueEmail', () => {
  test('stores and sends nothing on rollback, and delivers once on commit', async () => {
    const mailServer = await openMailServer()
    const shop = await testShop({ environment: { SMTP_URL: mailServer.url } })
    const rolledBack = shop.db.transaction(async (tx) => {
      await queueEmail(tx, shop, toPemba, welcomeEmail, welcome)
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

describe('a job', () => {
  test('without a template sends the email as it was rendered by an earlier version', async () => {
    const shop = await testShop()
    const id = newId()
    await shop.db.transaction(async (tx) => {
      await tx.execute(sql`insert into emails (id, to_address, subject, html, text)
        values (${id}, 'pemba@alpine.example', 'Hello', '<p>Rendered before</p>', 'Rendered before')`)
      await shop.jobs.enqueue(tx, formerEmailQueue, { emailId: id })
    })
    await waitForStatus(shop, id, 'stored')
    expect(await readEmail(shop.db, id)).toMatchObject({ html: '<p>Rendered before</p>', text: 'Rendered before' })
  })

  test('with an unknown template sends nothing and records the reason', async () => {
    const shop = await testShop()
    const unknown = { ...welcomeEmail, name: 'unknown' }
    const id = await shop.db.transaction((tx) => queueEmail(tx, shop, toPemba, unknown, welcome))
    await vi.waitFor(async () => expect((await readEmail(shop.db, id)).attempts).toBe(1), timing)
    expect(await readEmail(shop.db, id)).toMatchObject({
      status: 'queued',
      lastError: expect.stringContaining('unknown'),
    })
    await expect(emailSource(await readEmail(shop.db, id), 'hello@shop.example')).rejects.toThrow('being written')
  })

  test('finds every template of the modules by its name', async () => {
    const folder = path.join(projectRoot, 'modules')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
    const modules = await Promise.all(files.map((file) => import(path.join(folder, file)) as Promise<object>))
    const templates = modules.flatMap((exports) => Object.values(exports).filter((value) => 'Body' in Object(value)))
    expect(templates.length).toBeGreaterThan(10)
    expect(new Set(templates)).toEqual(new Set(emailTemplates))
    expect(new Set(emailTemplates.map(({ name }) => name)).size).toBe(templates.length)
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
    const after = await queue(shop, 'maya@alpine.example')
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
    const id = await queue(shop, 'gone@alpine.example')
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
    const send = (to: string, title: string) =>
      shop.db.transaction((tx) =>
        queueEmail(tx, shop, { ...toPemba, to }, enquiryEmail, { shopName: 'ALPINE', title, from: [], message: '' }),
      )
    await send('asha@alpine.example\r\nBcc: thief@alpine.example', 'Hello\r\nX-Evil: yes')
    const other = await send('maya@alpine.example', 'Hello\nX-Evil: yes\r\n\r\n<b>And a body</b>')
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
    expect(await html.text()).toContain('Welcome to <!-- -->हिम')
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
