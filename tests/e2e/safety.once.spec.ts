import type { APIResponse, Page } from '@playwright/test'
import { home, publicPages, search, shop } from './addresses.ts'
import { enterOffice, heading } from './admin.ts'
import { fillBag, payButton } from './buying.ts'
import { signIn } from './frame-visit.ts'
import { shopUnderTest } from './shop-under-test.ts'
import { expect, hydrated, more, productLink, test } from './visit.ts'

const year = 'public, max-age=31536000, immutable'
const worthPacking = 512

function directives(policy: string | undefined): Map<string, string> {
  const parts = (policy ?? '').split(';').map((part) => part.trim())
  return new Map(parts.map((part) => [part.split(' ')[0] ?? '', part.slice(part.indexOf(' ') + 1)]))
}

function expectStrictPolicy(answer: APIResponse): void {
  const policy = directives(answer.headers()['content-security-policy'])
  expect([...policy.values()].join(' ')).not.toMatch(/unsafe-inline|unsafe-eval|\*|https?:/)
  expect(policy.get('default-src')).toBe("'self'")
  expect(policy.get('script-src')).toMatch(/^'self'/)
  for (const name of ['object-src', 'base-uri', 'frame-ancestors']) expect(policy.get(name), name).toBe("'none'")
  expect(policy.get('form-action')).toBe("'self'")
}

/** Public pages are the same for everyone, so they can hold nothing that is somebody's. */
function expectNothingSecret(html: string): void {
  expect(html).not.toMatch(/password|passwd|token|secret|bearer|api[_-]?key/i)
  const [opening] = shopUnderTest().openings
  const accounts = [...(opening?.banner ?? '').matchAll(/(\S+@\S+) +(\S+)/g)]
  expect(accounts).toHaveLength(2)
  for (const [, ...emailAndPassword] of accounts) for (const part of emailAndPassword) expect(html).not.toContain(part)
}

/** Everything a page asks for, and everything its policy forbade it. */
async function listen(page: Page): Promise<{ hosts: Set<string>; violations(): Promise<string[]> }> {
  const hosts = new Set<string>()
  page.on('request', (request) => {
    if (/^(http|ws)/.test(request.url())) hosts.add(new URL(request.url()).origin)
  })
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { violations: seen })
    document.addEventListener('securitypolicyviolation', (event) => {
      seen.push(`${event.violatedDirective}: ${event.blockedURI}`)
    })
  })
  return { hosts, violations: () => page.evaluate(() => Reflect.get(window, 'violations') as string[]) }
}

// With all that moves: the films are fetched too.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

for (const { title, address, status } of publicPages) {
  test(`${title} asks nobody else for anything and keeps to its own policy`, async ({ page }) => {
    const { hosts, violations } = await listen(page)
    await page.goto(address)
    await hydrated(page)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.waitForLoadState('networkidle')
    expect([...hosts]).toEqual([shopUnderTest().url])
    expect(await violations()).toEqual([])
    expect(await page.context().cookies()).toEqual([])
  })

  test(`${title} is sent with the headers that protect it, and holds no secret`, async ({ request }) => {
    const answer = await request.get(address)
    expect(answer.status()).toBe(status)
    expectStrictPolicy(answer)
    const headers = answer.headers()
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(headers['permissions-policy']).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/)
    expect(headers['cache-control']).toBe(status === 200 ? 'public, no-cache' : 'no-cache')
    expect(headers).not.toHaveProperty('set-cookie')
    expect(headers).not.toHaveProperty('x-powered-by')
    expectNothingSecret(await answer.text())
  })
}

test('the pages of a customer do not violate their Content-Security-Policy', async ({ page }) => {
  const { violations } = await listen(page)
  const session = await signIn(page)
  await fillBag(page.request, session, { slug: 'citrine-point' })
  for (const address of ['/checkout', '/shopping-bag', '/profile', '/profile?tab=AccountSettings']) {
    await page.goto(address)
    await hydrated(page)
    if (address === '/checkout') await expect(payButton(page)).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await violations(), address).toEqual([])
  }
})

test('the pages of the back office do not violate their Content-Security-Policy', async ({ page }) => {
  const { violations } = await listen(page)
  await enterOffice(page)
  for (const [address, title] of [
    ['/admin', 'Today'],
    ['/admin/orders', 'Orders'],
    ['/admin/products/new', 'New product'],
    ['/admin/quotes', 'Quotes'],
    ['/admin/settings', 'Settings'],
  ] as const) {
    await page.goto(address)
    await expect(heading(page, title)).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await violations(), address).toEqual([])
  }
})

test('moving inside the shop asks nobody else either', async ({ page }) => {
  const { hosts, violations } = await listen(page)
  await page.goto(home)
  await hydrated(page)
  await page.getByRole('link', { name: 'SHOP NOW' }).first().click()
  await expect(page).toHaveURL(shop)
  await more(page).click()
  await expect(page).toHaveURL(/page=2/)
  await page.waitForLoadState('networkidle')
  expect([...hosts]).toEqual([shopUnderTest().url])
  expect(await violations()).toEqual([])
})

for (const words of [
  '</script><script>window.broken = 1</script>',
  '<img src=x onerror="window.broken = 1">',
  '"><svg onload="window.broken = 1">',
  'javascript:window.broken=1\u2028//',
]) {
  test(`a search for ${JSON.stringify(words)} stays words`, async ({ page }) => {
    const { violations } = await listen(page)
    await page.goto(search(words))
    await hydrated(page)
    await expect(page.getByRole('main')).toContainText(words.replace('\u2028', ' ').slice(0, 26))
    expect(await page.evaluate(() => Reflect.get(window, 'broken'))).toBeUndefined()
    expect(await violations()).toEqual([])
  })
}

test('what the build named by its content may be kept for a year, and travels packed', async ({ page, request }) => {
  const files = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/assets/')) files.add(pathname)
  })
  await page.goto(home)
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  expect([...files].filter((file) => file.endsWith('.js')).length).toBeGreaterThan(3)
  expect([...files].filter((file) => file.endsWith('.css')).length).toBeGreaterThan(0)
  for (const file of files) {
    for (const encoding of ['br', 'gzip']) {
      const answer = await request.get(file, { headers: { 'Accept-Encoding': encoding } })
      const headers = answer.headers()
      expect(answer.status(), file).toBe(200)
      expect(headers['cache-control'], file).toBe(year)
      expect(headers['x-content-type-options'], file).toBe('nosniff')
      const isText = /\.(js|css|svg)$/.test(file) && (await answer.body()).length > worthPacking
      if (isText) {
        expect(headers['content-encoding'], file).toBe(encoding)
        expect(headers.vary, file).toContain('Accept-Encoding')
      }
    }
  }
})

test('the pictures of a product may be kept for a year', async ({ page }) => {
  const picture = page.waitForResponse((response) => new URL(response.url()).pathname.startsWith('/media/'))
  await page.goto(shop)
  expect((await picture).status()).toBe(200)
  expect(await (await picture).headerValue('cache-control')).toBe(year)
  expect(await (await picture).headerValue('content-type')).toMatch(/^image\/(avif|webp)$/)
})

for (const encoding of ['br', 'gzip', 'identity']) {
  test(`a page that is known already (${encoding}) is not sent again`, async ({ request }) => {
    const headers = { 'Accept-Encoding': encoding }
    const first = await request.get(shop, { headers })
    const { etag = '' } = first.headers()
    expect(etag).toMatch(/^"[\w-]+"$/)
    expect(first.headers()['content-encoding'] ?? 'identity').toBe(encoding)
    expect(first.headers().vary).toBe('Accept-Encoding')

    const again = await request.get(shop, { headers: { ...headers, 'If-None-Match': etag } })
    expect(again.status()).toBe(304)
    expect(await again.body()).toHaveLength(0)
    expect(again.headers().etag).toBe(etag)
    expectStrictPolicy(again)

    const other = await request.get(shop, { headers: { ...headers, 'If-None-Match': '"something-else"' } })
    expect(other.status()).toBe(200)
  })
}

test('a page from the browser’s own memory still works under its policy', async ({ page }) => {
  const { violations } = await listen(page)
  await page.goto(shop)
  await page.reload()
  await hydrated(page)
  const [firstName = ''] = await page.getByRole('main').getByRole('article').getByRole('link').allTextContents()
  await expect(productLink(page, firstName)).toBeVisible()
  expect(await violations()).toEqual([])
})

test('no other site may read our answers', async ({ request }) => {
  for (const address of [home, '/api/product', '/api/openapi.json']) {
    const answer = await request.get(address, { headers: { Origin: 'https://elsewhere.example' } })
    expect(answer.headers(), address).not.toHaveProperty('access-control-allow-origin')
    expect(answer.headers()['cross-origin-resource-policy'], address).toBe('same-origin')
  }
})
