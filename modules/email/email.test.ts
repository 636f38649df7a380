import { sql } from 'drizzle-orm'
import { createElement } from 'react'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'
import { header, openLetter, openPostOffice, type PostOffice, smtpUrl } from '#tests/support/mail-server.ts'
import { openTestShop, type TestShop, testShop } from '#tests/support/shop.ts'
import { listMails, type MailToSend, queueMail, rawMail, readLatestMail, readMail } from './service.server.ts'
import { ShopReady } from './shop-ready-email.tsx'

const body = createElement(ShopReady, {
  shopName: 'ALPINE',
  ownerName: 'Pemba Sherpa',
  siteUrl: 'https://shop.example',
  products: 60,
})
const toPemba: MailToSend = {
  purpose: 'console',
  to: 'pemba@alpine.example',
  subject: 'Your shop is open · हिम',
  body,
}
const soon = { timeout: 15_000, interval: 50 }

const queue = (shop: TestShop, mail: Partial<MailToSend> = {}) =>
  shop.db.transaction((tx) => queueMail(tx, shop, { ...toPemba, ...mail }))

const untilState = (shop: TestShop, id: string, state: string) =>
  vi.waitFor(async () => expect(await readMail(shop.db, id)).toMatchObject({ state }), soon)

async function postOffice(port?: number): Promise<PostOffice> {
  const office = await openPostOffice(port)
  onTestFinished(() => office.close())
  return office
}

/** Nobody waits here for the minutes between two attempts: the next one is due at once, or is the last one. */
async function hurry(shop: TestShop, { last = false } = {}): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = (await shop.db.execute(
      sql`update jobs.job set start_after = now(), retry_count = case when ${last} then retry_limit - 1 else retry_count end
          where name = 'mail' and state = 'retry' returning id`,
    )) as unknown as { rows: unknown[] }
    expect(rows).toHaveLength(1)
  }, soon)
}

describe('a mail belongs to the transaction that causes it', () => {
  test('one that is rolled back is neither stored nor sent; one that commits is delivered once', async () => {
    const office = await postOffice()
    const shop = await testShop({ environment: { SMTP_URL: office.url } })
    const givenUp = shop.db.transaction(async (tx) => {
      await queueMail(tx, shop, { ...toPemba, to: 'nobody@alpine.example' })
      throw new Error('the order was not placed after all')
    })
    await expect(givenUp).rejects.toThrow('not placed after all')
    expect(await listMails(shop.db)).toEqual([])

    const id = await queue(shop)
    await untilState(shop, id, 'sent')
    expect(await listMails(shop.db)).toHaveLength(1)
    expect(office.delivered.map(({ recipients }) => recipients)).toEqual([['pemba@alpine.example']])
    expect(await readMail(shop.db, id)).toMatchObject({ attempts: 1, lastError: null, sentAt: expect.any(Date) })
  })
})

describe('over SMTP', () => {
  test('a mail arrives with its headers, as HTML and as plain text', async () => {
    const office = await postOffice()
    const environment = { SMTP_URL: office.url, MAIL_FROM: 'ALPINE <hello@shop.example>' }
    const shop = await testShop({ environment })
    const id = await queue(shop)
    await untilState(shop, id, 'sent')

    const letter = openLetter(office.delivered[0]?.raw ?? '')
    expect(header(letter, 'from')).toBe('ALPINE <hello@shop.example>')
    expect(header(letter, 'to')).toBe('pemba@alpine.example')
    expect(header(letter, 'message-id')).toBe(`<${id}@shop.example>`)
    expect(new Date(header(letter, 'date')).getTime()).toBeLessThanOrEqual(Date.now())
    expect(header(letter, 'subject')).toMatch(/^=\?UTF-8\?/i)
    expect(letter.parts.map(({ type }) => type)).toEqual(['text/plain', 'text/html'])
    const [text, html] = letter.parts
    expect(html?.body).toContain('Dear <!-- -->Pemba Sherpa')
    expect(html?.body).toContain('href="https://shop.example"')
    expect(text?.body).toContain('Dear Pemba Sherpa,')
    expect(text?.body).toContain('https://shop.example')
    expect(text?.body).not.toMatch(/<\w/)
  })

  test('a server that is down at first gets the mail later, and once', async () => {
    const port = await freePort()
    const shop = await testShop({ environment: { SMTP_URL: smtpUrl(port) } })
    const id = await queue(shop)
    await vi.waitFor(async () => expect((await readMail(shop.db, id)).attempts).toBe(1), soon)
    expect(await readMail(shop.db, id)).toMatchObject({ state: 'queued', lastError: expect.stringMatching(/\S/) })

    const office = await postOffice(port)
    await hurry(shop)
    await untilState(shop, id, 'sent')
    expect((await readMail(shop.db, id)).attempts).toBe(2)
    const after = await queue(shop, { to: 'maya@alpine.example' })
    await untilState(shop, after, 'sent')
    expect(office.delivered.flatMap(({ recipients }) => recipients)).toEqual([
      'pemba@alpine.example',
      'maya@alpine.example',
    ])
  })

  test('a recipient who is refused to the last makes it failed, with the reason, and the log says so', async () => {
    const office = await postOffice()
    office.refused.add('gone@alpine.example')
    const shop = await testShop({ environment: { SMTP_URL: office.url } })
    const id = await queue(shop, { to: 'gone@alpine.example' })
    await vi.waitFor(async () => expect((await readMail(shop.db, id)).attempts).toBe(1), soon)
    expect((await readMail(shop.db, id)).state).toBe('queued')

    await hurry(shop, { last: true })
    await untilState(shop, id, 'failed')
    expect(await readMail(shop.db, id)).toMatchObject({
      attempts: 2,
      sentAt: null,
      lastError: expect.stringContaining('nobody lives at gone@alpine.example'),
    })
    expect(await listMails(shop.db)).toMatchObject([{ id, state: 'failed' }])
    expect(shop.logged()).toContain('a mail could not be delivered')
    expect(shop.logged()).not.toContain('gone@alpine.example')
    expect(office.delivered).toEqual([])
  })

  test('a line break in the address or the subject adds neither a header nor a recipient', async () => {
    const office = await postOffice()
    const shop = await testShop({ environment: { SMTP_URL: office.url } })
    await queue(shop, { to: 'asha@alpine.example\r\nBcc: thief@alpine.example', subject: 'Hello\r\nX-Evil: yes' })
    const other = await queue(shop, {
      to: 'maya@alpine.example',
      subject: 'Hello\nX-Evil: yes\r\n\r\n<b>And a body</b>',
    })
    await untilState(shop, other, 'sent')
    expect(office.delivered.flatMap(({ recipients }) => recipients)).not.toContain('thief@alpine.example')
    for (const { raw } of office.delivered) {
      const names = openLetter(raw).headers.map(([name]) => name)
      expect(names).not.toContain('bcc')
      expect(names).not.toContain('x-evil')
    }
    const letter = openLetter(office.delivered.at(-1)?.raw ?? '')
    expect(header(letter, 'subject')).toBe('Hello X-Evil: yes <b>And a body</b>')
  })
})

describe('without SMTP', () => {
  let shop: TestShop
  let id: string
  beforeAll(async () => {
    shop = await openTestShop()
    expect(await (await shop.fetchLocally('/dev/mailbox')).text()).toContain('No mail yet.')
    id = await queue(shop)
    await untilState(shop, id, 'kept')
  })
  afterAll(() => shop.close())

  test('a mail is kept, and is read in the local mailbox', async () => {
    const list = await (await shop.fetchLocally('/dev/mailbox')).text()
    expect(list).toContain('pemba@alpine.example')
    expect(list).toContain('kept')
    expect(await (await shop.fetchLocally(`/dev/mailbox/${id}`)).text()).toContain('Dear Pemba Sherpa,')
    const html = await shop.fetchLocally(`/dev/mailbox/${id}/html`)
    expect(await html.text()).toContain('Your shop is open')
    expect(html.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
  })

  test('its source is a whole letter, with the headers and both parts', async () => {
    const mail = await readLatestMail(shop.db, 'PEMBA@alpine.example')
    const letter = openLetter(await rawMail(mail, 'ALPINE <hello@shop.example>'))
    expect(header(letter, 'message-id')).toBe(`<${id}@shop.example>`)
    expect(header(letter, 'mime-version')).toBe('1.0')
    expect(letter.parts).toEqual([
      { type: 'text/plain', body: expect.stringContaining('Dear Pemba Sherpa,') },
      { type: 'text/html', body: expect.stringContaining('</html>') },
    ])
  })

  test('its source is found by its id, or by the address in any letter case', async () => {
    for (const address of [`/dev/mailbox/${id}/raw`, '/dev/mailbox/latest?address=Pemba@Alpine.example']) {
      const letter = openLetter(await (await shop.fetchLocally(address)).text())
      expect(header(letter, 'message-id')).toBe(`<${id}@alpine.example>`)
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
