import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readRows } from '#platform/db.server.ts'
import { freePort } from '#tests/support/free-port.ts'
import { openLetter, openPostOffice, smtpUrl } from '#tests/support/mail-server.ts'
import { as, person } from '#tests/support/people.ts'
import { type TestShop, testShop } from '#tests/support/shop.ts'

const password = 'Namaste-1234'
const soon = { timeout: 20_000, interval: 50 }
const siteUrl = 'https://alpine.test'

async function officeAndShop(port?: number) {
  const office = await openPostOffice(port)
  onTestFinished(() => office.close())
  return { office, shop: await testShop({ environment: { SMTP_URL: office.url, SITE_URL: siteUrl } }) }
}

const register = (shop: TestShop, username: string) =>
  shop.fetch(
    '/api/authentication/register?role=Customer',
    as(undefined, 'POST', { username, email: `${username.toLowerCase()}@people.example`, password }),
  )
const mails = (shop: TestShop) =>
  readRows<{
    to_address: string
    state: string
    attempts: number
    last_error: string | null
    html: string
    text: string
  }>(shop.db, sql`select to_address, state, attempts, last_error, html, text from mails order by id`)
const untilStates = (shop: TestShop, states: string[]) =>
  vi.waitFor(async () => expect((await mails(shop)).map(({ state }) => state)).toEqual(states), soon)

/** The pauses between two attempts are not waited for. */
const hurry = (shop: TestShop, retryCount = sql`retry_count`) =>
  vi.waitFor(async () => {
    const due = await readRows(
      shop.db,
      sql`update jobs.job set start_after = now(), retry_count = ${retryCount}
          where name = 'mail' and state = 'retry' returning id`,
    )
    expect(due).toHaveLength(1)
  }, soon)

describe('the mails of an account, over SMTP', () => {
  test('a confirmation arrives as HTML and as text with one link, whose secret is not kept once it is out', async () => {
    const { office, shop } = await officeAndShop()
    expect((await register(shop, 'AshaGurung')).status).toBe(201)
    await untilStates(shop, ['sent'])
    const [text, html] = openLetter(office.delivered[0]?.raw ?? '').parts
    const [link = ''] = /https:\/\/alpine\.test\/confirm-email\?\S+/.exec(text?.body ?? '') ?? []
    expect(html?.body).toContain(link.replaceAll('&', '&amp;'))
    expect(text?.body).toContain('Please confirm your email'.toUpperCase())
    const token = new URL(link).searchParams.get('token') ?? ''
    expect(token).toHaveLength(43)
    const [stored] = await mails(shop)
    expect(`${stored?.html}${stored?.text}`).not.toContain(token)

    await shop.fetch(`/api/authentication/confirm-email${new URL(link).search}`)
    await untilStates(shop, ['sent', 'sent'])
    expect(openLetter(office.delivered[1]?.raw ?? '').parts[0]?.body).toContain('AshaGurung')
  })

  test('a server that is down keeps nobody from registering; the mail goes later, and once', async () => {
    const port = await freePort()
    const shop = await testShop({ environment: { SMTP_URL: smtpUrl(port) } })
    expect((await register(shop, 'AshaGurung')).status).toBe(201)
    await vi.waitFor(async () => expect((await mails(shop))[0]?.attempts).toBe(1), soon)
    const office = await openPostOffice(port)
    onTestFinished(() => office.close())
    await hurry(shop)
    await untilStates(shop, ['sent'])
    expect(office.delivered).toHaveLength(1)
    expect(shop.logged()).not.toContain('@people.example')
  })

  test('a server that is slow keeps nobody waiting, and gets the mail once', async () => {
    const { office, shop } = await officeAndShop()
    const letThrough = office.holdUp()
    expect((await register(shop, 'MayaRai')).status).toBe(201)
    expect((await mails(shop)).map(({ state }) => state)).toEqual(['queued'])
    expect((await register(shop, 'JonSnow')).status).toBe(201)
    letThrough()
    await untilStates(shop, ['sent', 'sent'])
    expect(office.delivered.flatMap(({ recipients }) => recipients).sort()).toEqual([
      'jonsnow@people.example',
      'mayarai@people.example',
    ])
  })

  test('a recipient who is refused to the last shows as failed; the others get theirs', async () => {
    const { office, shop } = await officeAndShop()
    office.refused.add('gone@people.example')
    await register(shop, 'Gone')
    await register(shop, 'Here')
    await vi.waitFor(async () => expect((await mails(shop))[0]?.attempts).toBe(1), soon)
    const [{ seconds } = { seconds: 0 }] = await vi.waitFor(async () => {
      const rows = await readRows<{ seconds: number }>(
        shop.db,
        sql`select extract(epoch from start_after - now())::float8 as seconds from jobs.job where name = 'mail' and state = 'retry'`,
      )
      expect(rows).toHaveLength(1)
      return rows
    }, soon)
    expect(seconds).toBeGreaterThan(1)
    await hurry(shop, sql`retry_limit - 1`)
    await untilStates(shop, ['failed', 'sent'])
    const [failed] = await mails(shop)
    expect(failed?.last_error).toContain('nobody lives at')
    expect(failed?.html).not.toContain('token=')
    expect(office.delivered.map(({ recipients }) => recipients)).toEqual([['here@people.example']])
  })

  test('belongs to the change that causes it: no account, no mail', async () => {
    const { shop } = await officeAndShop()
    const asha = await person(shop, 'Asha Gurung')
    await shop.db.execute(sql`drop table account_tokens`)
    expect((await register(shop, 'Nobody')).status).toBe(500)
    expect(await mails(shop)).toEqual([])
    expect(await readRows(shop.db, sql`select from users`)).toHaveLength(1)
    expect(asha.userId).toBeDefined()
  })
})
