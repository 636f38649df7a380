import type { Page } from '@playwright/test'
import { signIn } from './support/accounts.ts'
import { home, publicPages, search, shop } from './support/addresses.ts'
import { enterAdmin, heading } from './support/admin.ts'
import { fillCart } from './support/cart.ts'
import { payButton } from './support/checkout.ts'
import { withMotion, withPictures } from './support/chromium.ts'
import { more, productLink } from './support/product-cards.ts'
import { shopUnderTest } from './support/shop-under-test.ts'
import { expect, hydrated, test } from './support/test.ts'

test.use({ ...withPictures, ...withMotion })

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

for (const { title, address } of publicPages) {
  test(`${title} asks no other host for anything and keeps to its own policy`, async ({ page }) => {
    const { hosts, violations } = await listen(page)
    await page.goto(address)
    await hydrated(page)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.waitForLoadState('networkidle')
    expect([...hosts]).toEqual([shopUnderTest().url])
    expect(await violations()).toEqual([])
    expect(await page.context().cookies()).toEqual([])
  })
}

test('the pages of a customer do not violate their Content-Security-Policy', async ({ page }) => {
  const { violations } = await listen(page)
  const session = await signIn(page)
  await fillCart(page.request, session, { slug: 'citrine-point' })
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
  await enterAdmin(page)
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

test('moving inside the shop asks no other host either', async ({ page }) => {
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

for (const text of [
  '</script><script>window.broken = 1</script>',
  '<img src=x onerror="window.broken = 1">',
  '"><svg onload="window.broken = 1">',
  'javascript:window.broken=1\u2028//',
]) {
  test(`a search for ${JSON.stringify(text)} stays text`, async ({ page }) => {
    const { violations } = await listen(page)
    await page.goto(search(text))
    await hydrated(page)
    await expect(page.getByRole('main')).toContainText(text.replace('\u2028', ' ').slice(0, 26))
    expect(await page.evaluate(() => 'broken' in window)).toBe(false)
    expect(await violations()).toEqual([])
  })
}

test('a page from the browser’s cache still works under its policy', async ({ page }) => {
  const { violations } = await listen(page)
  await page.goto(shop)
  await page.reload()
  await hydrated(page)
  const [firstName = ''] = await page.getByRole('main').getByRole('article').getByRole('link').allTextContents()
  await expect(productLink(page, firstName)).toBeVisible()
  expect(await violations()).toEqual([])
})
