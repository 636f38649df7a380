import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runScript, runShop } from '#tests/e2e/support/shop-process.ts'
import { shopUnderTest } from '#tests/e2e/support/shop-under-test.ts'
import { someOf } from '#tests/support/full-run.ts'
import { findElement, hasText, heading, linkTo, readPage, textOf, texts } from './support/document.ts'
import { expect, onlyInFull, test } from './support/test.ts'

test('the health checks return ok and ready', async ({ request }) => {
  for (const [url, status] of [
    ['/healthz', 'ok'],
    ['/readyz', 'ready'],
  ] as const) {
    const response = await request.get(url)
    expect(response.status()).toBe(200)
    expect((await response.json()) as unknown).toEqual({ status })
    expect(response.headers()['cache-control']).toBe('no-store')
  }
})

test('the metrics can be read from this machine', async ({ request }) => {
  const response = await request.get('/metrics')
  expect(response.status()).toBe(200)
  expect(await response.text()).toMatch(/^# TYPE /m)
})

test('the API serves its OpenAPI document and a readable page', async ({ request }) => {
  const response = await request.get('/api/openapi.json')
  expect(response.status()).toBe(200)
  const description = (await response.json()) as {
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

const welcomeEmailRows = (document: Document) =>
  [...document.querySelectorAll('tr')].filter((row) => textOf(row).includes('Your shop is open'))

test("the mailbox lists and shows the owner's first email", async ({ request }) => {
  const mailbox = await readPage(request, '/dev/mailbox')
  expect(heading(mailbox.document)).toBe('Mailbox')
  const rows = welcomeEmailRows(mailbox.document)
  expect(rows.map(textOf)).toEqual([expect.stringContaining('owner@alpine.example')])
  const { document } = await readPage(request, linkTo(mailbox.document, 'Your shop is open') ?? '')
  expect(heading(document)).toBe('Your shop is open')
  expect(hasText(document, 'To owner@alpine.example')).toBe(true)
  const email = await readPage(
    request,
    findElement(document, 'iframe[title="Email as HTML"]').getAttribute('src') ?? '',
  )
  expect(email.headers['x-frame-options']).toBe('SAMEORIGIN')
  expect(email.headers['content-security-policy']).toContain("frame-ancestors 'self'")
  expect(hasText(email.document, 'Dear Pemba Sherpa,')).toBe(true)
  expect(linkTo(email.document, 'Visit the shop')).toBe(shopUnderTest().url)
})

test('the source of an email shows its recipient and subject', async ({ request }) => {
  const response = await request.get('/dev/mailbox/latest?address=OWNER@alpine.example')
  expect(response.status()).toBe(200)
  const source = await response.text()
  expect(source).toMatch(/^To: owner@alpine\.example\r?$/m)
  expect(source).toMatch(/^Subject: Your shop is open\r?$/m)
})

test('npm run mail finds the running shop by its data folder, on any port', async () => {
  const { PORT: _, ...settings } = shopUnderTest().settings
  const { code, stdout } = await runScript('scripts/mail.mjs', settings, 'latest', 'owner@alpine.example')
  expect(code).toBe(0)
  expect(stdout).toContain('To: owner@alpine.example')
})

test('the restart in the global setup does not queue the first email again', async ({ request }) => {
  await expect(async () => {
    const rows = welcomeEmailRows((await readPage(request, '/dev/mailbox')).document)
    expect(rows).toHaveLength(1)
    expect(textOf(rows[0] ?? null)).toContain('stored')
  }).toPass({ timeout: 20_000 })
})

test('a start prints the shop URL, the demo accounts, the mailbox and the API', () => {
  const { url, startOutputs } = shopUnderTest()
  const printed = new Map(startOutputs[0].map((line) => line.trim().split(/ {3,}/) as [string, string]))
  expect(printed.get('The shop is open')).toBe(url)
  expect(printed.get('Demo customer')).toMatch(/^asha@alpine\.example {2}[A-Z][a-z]{4}-[a-z]{5}-\d{4}$/)
  expect(printed.get('Owner')).toMatch(/^owner@alpine\.example {2}[A-Z][a-z]{4}-[a-z]{5}-\d{4}$/)
  expect(printed.get('Emails')).toBe(`${url}/dev/mailbox`)
  expect(printed.get('API')).toBe(`${url}/api/docs`)
})

test('a second process on the same data folder exits with an error', async () => {
  const { settings, url } = shopUnderTest()
  const { code, stdout, stderr } = await runShop({ ...settings, PORT: '0' })
  expect(code).toBe(1)
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^The data folder is in use by process \d+ \(.+\): stop it first\n$/)
  expect(stderr).toContain(url)
})

test('create-owner creates the first owner only while the shop is stopped', { tag: onlyInFull }, async () => {
  // Four starts of the shop.
  test.slow()
  const { settings, url } = shopUnderTest()
  const busy = await runShop(settings, 'create-owner', 'mingma@shop.example')
  expect([busy.code, busy.stdout]).toEqual([1, ''])
  expect(busy.stderr).toContain(`The shop is running at ${url}. Stop it`)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'alpine-owner-'))
  try {
    const wrong = await runShop({ DATA_DIR: dataDir }, 'create-owner', 'nobody')
    expect([wrong.code, wrong.stderr]).toEqual([1, 'nobody is not an email address.\n'])
    for (const message of [
      'Created the owner account mingma@shop.example.',
      'The account mingma@shop.example is now the owner.',
    ]) {
      const { code, stdout } = await runShop({ DATA_DIR: dataDir }, 'create-owner', 'mingma@shop.example')
      expect(code).toBe(0)
      expect(stdout).toContain(message)
      expect(stdout).toContain('/admin')
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

const ownSmtp = { SMTP_URL: 'smtp://mail.example:587', MAIL_FROM: 'Shop <shop@shop.example>' }
const invalidSettings: [string, Record<string, string>, RegExp[]][] = [
  ['a port that is not a number', { PORT: 'abc' }, [/^PORT: /]],
  ['a port above 65535', { PORT: '65536' }, [/^PORT: /]],
  ['an unknown mode', { MODE: 'party' }, [/^MODE: /]],
  ['production without a URL', { MODE: 'production', ...ownSmtp }, [/^SITE_URL: must be set in production/]],
  ['production with nothing set', { MODE: 'production' }, [/^SITE_URL: /, /^SMTP_URL: /, /^MAIL_FROM: /]],
  ['two wrong settings at once', { PORT: 'abc', LOG_LEVEL: 'loud' }, [/^PORT: /, /^LOG_LEVEL: /]],
]

for (const [title, settings, patterns] of someOf(invalidSettings, 5)) {
  test(`${title} stops the start with one line per setting`, async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'alpine-refused-'))
    try {
      const { code, stdout, stderr } = await runShop({ DATA_DIR: dataDir, ...settings })
      expect(code).toBe(1)
      expect(stdout).toBe('')
      const lines = stderr.trimEnd().split('\n')
      expect(lines).toEqual(patterns.map((pattern) => expect.stringMatching(pattern)))
      expect(await readdir(dataDir), 'no data was written').toEqual([])
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  })
}

test('every picture of the demo shop is served', async ({ request }) => {
  const first = await request.get('/api/product?pageSize=48')
  const second = await request.get('/api/product?pageSize=48&pageNumber=2')
  const posts = await request.get('/api/blogs?pageSize=48')
  type WithPictures = { imageUrlList?: { imageURL: string }[]; imageURL?: string }
  const lists = await Promise.all(
    [first, second, posts].map(async (each) => (await each.json()) as { data: WithPictures[] }),
  )
  const productsAndPosts = lists.flatMap(({ data }) => data)
  expect(productsAndPosts.length).toBe(74)
  const urls = new Set(
    productsAndPosts.flatMap(
      ({ imageUrlList, imageURL }) => imageUrlList?.map((image) => image.imageURL) ?? [imageURL ?? ''],
    ),
  )
  for (const url of someOf([...urls], 5)) {
    const response = await request.head(url)
    expect({ status: response.status(), type: response.headers()['content-type'] }, url).toEqual({
      status: 200,
      type: 'image/webp',
    })
  }
})
