import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runScript, runShop } from '#tests/e2e/support/shop-process.ts'
import { shopUnderTest } from '#tests/e2e/support/shop-under-test.ts'
import { someOf } from '#tests/support/full.ts'
import { hasText, heading, linkTo, one, readPage, textOf, texts } from './support/document.ts'
import { expect, onlyInFull, test } from './support/test.ts'

test('health checks hear that the shop lives and is ready', async ({ request }) => {
  for (const [address, status] of [
    ['/healthz', 'ok'],
    ['/readyz', 'ready'],
  ] as const) {
    const answer = await request.get(address)
    expect(answer.status()).toBe(200)
    expect((await answer.json()) as unknown).toEqual({ status })
    expect(answer.headers()['cache-control']).toBe('no-store')
  }
})

test('the metrics of the shop can be read on this machine', async ({ request }) => {
  const answer = await request.get('/metrics')
  expect(answer.status()).toBe(200)
  expect(await answer.text()).toMatch(/^# TYPE /m)
})

test('the API describes itself to machines and to people', async ({ request }) => {
  const answer = await request.get('/api/openapi.json')
  expect(answer.status()).toBe(200)
  const description = (await answer.json()) as {
    openapi: string
    servers: { url: string }[]
    paths: Record<string, object>
  }
  expect(description.openapi).toBe('3.1.0')
  expect(description.servers).toEqual([{ url: shopUnderTest().url }])
  expect(Object.keys(description.paths)).toEqual(expect.arrayContaining(['/api/product', '/api/product/{slug}']))

  const { document } = await readPage(request, '/api/docs')
  expect(heading(document)).toBe('ALPINE API')
  const calls = Object.entries(description.paths).flatMap(([call, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${call}`),
  )
  expect(texts(document, 'h2, h3, h4')).toEqual(expect.arrayContaining(calls))
})

const shopIsOpen = (document: Document) =>
  [...document.querySelectorAll('tr')].filter((row) => textOf(row).includes('Your shop is open'))

test('the owner finds the first email in the mailbox and opens it', async ({ request }) => {
  const mailbox = await readPage(request, '/dev/mailbox')
  expect(heading(mailbox.document)).toBe('Mailbox')
  const rows = shopIsOpen(mailbox.document)
  expect(rows.map(textOf)).toEqual([expect.stringContaining('owner@alpine.example')])
  const { document } = await readPage(request, linkTo(mailbox.document, 'Your shop is open') ?? '')
  expect(heading(document)).toBe('Your shop is open')
  expect(hasText(document, 'To owner@alpine.example')).toBe(true)
  const email = await readPage(request, one(document, 'iframe[title="The mail as HTML"]').getAttribute('src') ?? '')
  expect(email.headers['x-frame-options']).toBe('SAMEORIGIN')
  expect(email.headers['content-security-policy']).toContain("frame-ancestors 'self'")
  expect(hasText(email.document, 'Dear Pemba Sherpa,')).toBe(true)
  expect(linkTo(email.document, 'Visit the shop')).toBe(shopUnderTest().url)
})

test('the source of an email can be read, and says who it is for', async ({ request }) => {
  const answer = await request.get('/dev/mailbox/latest?address=OWNER@alpine.example')
  expect(answer.status()).toBe(200)
  const source = await answer.text()
  expect(source).toMatch(/^To: owner@alpine\.example\r?$/m)
  expect(source).toMatch(/^Subject: Your shop is open\r?$/m)
})

test('npm run mail finds the running shop by its data folder, whatever its port is', async () => {
  const { PORT: _, ...settings } = shopUnderTest().settings
  const { code, stdout } = await runScript('scripts/mail.mjs', settings, 'latest', 'owner@alpine.example')
  expect(code).toBe(0)
  expect(stdout).toContain('To: owner@alpine.example')
})

test('an email is delivered once, though the shop was restarted meanwhile', async ({ request }) => {
  await expect(async () => {
    const rows = shopIsOpen((await readPage(request, '/dev/mailbox')).document)
    expect(rows).toHaveLength(1)
    expect(textOf(rows[0] ?? null)).toContain('kept')
  }).toPass({ timeout: 20_000 })
})

test('a start prints where the shop is, who may sign in, and where emails and API are', () => {
  const { url, openings } = shopUnderTest()
  const printed = new Map(openings[0].map((line) => line.trim().split(/ {3,}/) as [string, string]))
  expect(printed.get('The shop is open')).toBe(url)
  expect(printed.get('Demo customer')).toMatch(/^asha@alpine\.example {2}[A-Z][a-z]{4}-[a-z]{5}-\d{4}$/)
  expect(printed.get('Owner')).toMatch(/^owner@alpine\.example {2}[A-Z][a-z]{4}-[a-z]{5}-\d{4}$/)
  expect(printed.get('Mails')).toBe(`${url}/dev/mailbox`)
  expect(printed.get('API')).toBe(`${url}/api/docs`)
})

test('a second process on the same data folder is turned away', async () => {
  const { settings, url } = shopUnderTest()
  const { code, stdout, stderr } = await runShop({ ...settings, PORT: '0' })
  expect(code).toBe(1)
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^The data folder is in use by process \d+ \(.+\): stop it first\n$/)
  expect(stderr).toContain(url)
})

test('the first owner is named from the console, while nobody else holds the data', { tag: onlyInFull }, async () => {
  // Four starts of the shop, two of them with a database of their own to make.
  test.slow()
  const { settings, url } = shopUnderTest()
  const busy = await runShop(settings, 'owner', 'mingma@shop.example')
  expect([busy.code, busy.stdout]).toEqual([1, ''])
  expect(busy.stderr).toContain(`The shop is running at ${url}. Please stop it`)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'alpine-owner-'))
  try {
    const wrong = await runShop({ DATA_DIR: dataDir }, 'owner', 'nobody')
    expect([wrong.code, wrong.stderr]).toEqual([1, 'nobody is not an email address.\n'])
    for (const words of ['mingma@shop.example now owns the shop.', 'mingma@shop.example had an account and now owns']) {
      const { code, stdout } = await runShop({ DATA_DIR: dataDir }, 'owner', 'mingma@shop.example')
      expect(code).toBe(0)
      expect(stdout).toContain(words)
      expect(stdout).toContain('/admin')
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

const ownSmtp = { SMTP_URL: 'smtp://mail.example:587', MAIL_FROM: 'Shop <shop@shop.example>' }
const refused: [string, Record<string, string>, RegExp[]][] = [
  ['a port that is no number', { PORT: 'abc' }, [/^PORT: /]],
  ['a port above 65535', { PORT: '65536' }, [/^PORT: /]],
  ['an unknown mode', { MODE: 'party' }, [/^MODE: /]],
  ['production without an address', { MODE: 'production', ...ownSmtp }, [/^SITE_URL: must be set in production/]],
  ['production with nothing set', { MODE: 'production' }, [/^SITE_URL: /, /^SMTP_URL: /, /^MAIL_FROM: /]],
  ['two wrong settings at once', { PORT: 'abc', LOG_LEVEL: 'loud' }, [/^PORT: /, /^LOG_LEVEL: /]],
]

for (const [title, settings, wanted] of someOf(refused, 5)) {
  test(`${title} stops the start with one clear line each`, async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'alpine-refused-'))
    try {
      const { code, stdout, stderr } = await runShop({ DATA_DIR: dataDir, ...settings })
      expect(code).toBe(1)
      expect(stdout).toBe('')
      const lines = stderr.trimEnd().split('\n')
      expect(lines).toEqual(wanted.map((pattern) => expect.stringMatching(pattern)))
      expect(await readdir(dataDir), 'nothing was begun').toEqual([])
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  })
}

test('every picture of the demo shop was made, and is served', async ({ request }) => {
  const first = await request.get('/api/product?pageSize=48')
  const second = await request.get('/api/product?pageSize=48&pageNumber=2')
  const posts = await request.get('/api/blogs?pageSize=48')
  type Pictured = { imageUrlList?: { imageURL: string }[]; imageURL?: string }
  const answers = await Promise.all(
    [first, second, posts].map(async (each) => (await each.json()) as { data: Pictured[] }),
  )
  const pictured = answers.flatMap(({ data }) => data)
  expect(pictured.length).toBe(74)
  const addresses = new Set(
    pictured.flatMap(({ imageUrlList, imageURL }) => imageUrlList?.map((image) => image.imageURL) ?? [imageURL ?? '']),
  )
  for (const address of someOf([...addresses], 5)) {
    const answer = await request.head(address)
    expect({ status: answer.status(), type: answer.headers()['content-type'] }, address).toEqual({
      status: 200,
      type: 'image/webp',
    })
  }
})
