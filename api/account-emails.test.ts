import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { as, person } from '#tests/support/accounts.ts'
import { freePort } from '#tests/support/free-port.ts'
import { parseEmail, smtpUrl, startMailServer } from '#tests/support/mail-server.ts'
import { allJobsDone, type TestShop, testShop } from '#tests/support/shop.ts'

const password = 'Namaste-1234'
const timing = { timeout: 20_000, interval: 50 }
const siteUrl = 'https://alpine.test'

async function mailServerAndShop(port?: number) {
  const mailServer = await startMailServer(port)
  onTestFinished(() => mailServer.close())
  return { mailServer, shop: await testShop({ environment: { SMTP_URL: mailServer.url, SITE_URL: siteUrl } }) }
}

const register = (shop: TestShop, username: string) =>
  shop.fetch(
    '/api/authentication/register?role=Customer',
    as(undefined, 'POST', { username, email: `${username.toLowerCase()}@people.example`, password }),
  )
const readEmails = (shop: TestShop) =>
  readRows<{
    to_address: string
    status: string
    attempts: number
    last_error: string | null
    html: string
    text: string
  }>(shop.db, sql`select to_address, status, attempts, last_error, html, text from emails order by id`)
const waitForStatuses = (shop: TestShop, statuses: string[]) =>
  vi.waitFor(async () => expect((await readEmails(shop)).map(({ status }) => status)).toEqual(statuses), timing)

/** Makes the pending retry due now, so the test does not wait for the retry delay. */
const retryNow = (shop: TestShop, retryCount = sql`retry_count`) =>
  vi.waitFor(async () => {
    const retries = await readRows(
      shop.db,
      sql`update jobs.job set start_after = now(), retry_count = ${retryCount}
          where name = 'email' and state = 'retry' returning id`,
    )
    expect(retries).toHaveLength(1)
  }, timing)

describe('account emails over SMTP', () => {
  test('deliver a confirmation as HTML and text with one link, and erase the secret after sending', async () => {
    const { mailServer, shop } = await mailServerAndShop()
    expect((await register(shop, 'AshaGurung')).status).toBe(201)
    await waitForStatuses(shop, ['sent'])
    const [text, html] = parseEmail(mailServer.delivered[0]?.raw ?? '').parts
    const [link = ''] = /https:\/\/alpine\.test\/confirm-email\?\S+/.exec(text?.body ?? '') ?? []
    expect(html?.body).toContain(link.replaceAll('&', '&amp;'))
    expect(text?.body).toContain('Please confirm your email'.toUpperCase())
    const token = new URL(link).searchParams.get('token') ?? ''
    expect(token).toHaveLength(43)
    const [stored] = await readEmails(shop)
    expect(`${stored?.html}${stored?.text}`).not.toContain(token)
    const jobs = () => readRows(shop.db, sql`select from jobs.job where data::text like ${`%${token}%`}`)
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), timing)

    await shop.fetch(`/api/authentication/confirm-email${new URL(link).search}`)
    await waitForStatuses(shop, ['sent', 'sent'])
    expect(parseEmail(mailServer.delivered[1]?.raw ?? '').parts[0]?.body).toContain('AshaGurung')
  })

  test('are delivered once, later, if the mail server is down during the registration', async () => {
    const port = await freePort()
    const shop = await testShop({ environment: { SMTP_URL: smtpUrl(port) } })
    expect((await register(shop, 'AshaGurung')).status).toBe(201)
    await vi.waitFor(async () => expect((await readEmails(shop))[0]?.attempts).toBe(1), timing)
    const mailServer = await startMailServer(port)
    onTestFinished(() => mailServer.close())
    await retryNow(shop)
    await waitForStatuses(shop, ['sent'])
    expect(mailServer.delivered).toHaveLength(1)
    expect(shop.logged()).not.toContain('@people.example')
  })

  test('do not delay the registration if the mail server is slow, and are delivered once', async () => {
    const { mailServer, shop } = await mailServerAndShop()
    const deliverNow = mailServer.delayDelivery()
    expect((await register(shop, 'MayaRai')).status).toBe(201)
    expect((await readEmails(shop)).map(({ status }) => status)).toEqual(['queued'])
    expect((await register(shop, 'JonSnow')).status).toBe(201)
    deliverNow()
    await waitForStatuses(shop, ['sent', 'sent'])
    expect(mailServer.delivered.flatMap(({ recipients }) => recipients).sort()).toEqual([
      'jonsnow@people.example',
      'mayarai@people.example',
    ])
  })

  test('fail for a rejected recipient after the last attempt, and are delivered to the others', async () => {
    const { mailServer, shop } = await mailServerAndShop()
    mailServer.refused.add('gone@people.example')
    await register(shop, 'Gone')
    await register(shop, 'Here')
    await vi.waitFor(async () => expect((await readEmails(shop))[0]?.attempts).toBe(1), timing)
    const [{ seconds } = { seconds: 0 }] = await vi.waitFor(async () => {
      const rows = await readRows<{ seconds: number }>(
        shop.db,
        sql`select extract(epoch from start_after - now())::float8 as seconds from jobs.job where name = 'email' and state = 'retry'`,
      )
      expect(rows).toHaveLength(1)
      return rows
    }, timing)
    expect(seconds).toBeGreaterThan(1)
    await retryNow(shop, sql`retry_limit - 1`)
    await waitForStatuses(shop, ['failed', 'sent'])
    const [failed] = await readEmails(shop)
    expect(failed?.last_error).toContain('unknown recipient')
    expect(failed?.html).not.toContain('token=')
    await allJobsDone(shop)
    expect(await readRows(shop.db, sql`select from jobs.job where data::text like '%token=%'`)).toEqual([])
    expect(mailServer.delivered.map(({ recipients }) => recipients)).toEqual([['here@people.example']])
  })

  test('are not queued if the registration is rolled back', async () => {
    const { shop } = await mailServerAndShop()
    const asha = await person(shop, 'Asha Gurung')
    await shop.db.execute(sql`drop table account_tokens`)
    expect((await register(shop, 'Nobody')).status).toBe(500)
    expect(await readEmails(shop)).toEqual([])
    expect(await readRows(shop.db, sql`select from users`)).toHaveLength(1)
    expect(asha.userId).toBeDefined()
  })
})
