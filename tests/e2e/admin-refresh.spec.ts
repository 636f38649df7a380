import type { APIRequestContext, Page } from '@playwright/test'
import { createSession, register } from './support/accounts.ts'
import { enterAdmin, heading, test } from './support/admin.ts'
import { placeOrder } from './support/orders.ts'
import { expect } from './support/test.ts'

const refreshMs = 25_000

/** Other tests place orders in the same shop, so each test shows those of its own customer. */
async function customerWithOrders(request: APIRequestContext) {
  const session = await createSession(request, await register(request))
  return { ...session, order: () => placeOrder(request, session, { slug: 'tumbled-stone-mix' }) }
}

const enquire = (request: APIRequestContext, firstName: string) =>
  request.post('/api/GetInTouch', { data: { firstName, lastName: 'Rai', queries: 'Are you open on Saturdays?' } })

/** Counts the calls of a page to an endpoint. */
function countCalls(page: Page, path: string): () => number {
  let calls = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) calls++
  })
  return () => calls
}

const news = (page: Page) => page.getByRole('main').getByRole('status')

test.describe('the back office loads by itself', () => {
  test.use({ ownContext: true })

  test('new orders into the list, without moving focus or typed text', async ({ page, request }) => {
    await enterAdmin(page)
    const { userId, order } = await customerWithOrders(request)
    await page.clock.install()
    await page.goto(`/admin/orders?customer=${userId}`)
    const search = page.getByRole('searchbox', { name: 'Number, name, phone or email' })
    await search.fill('As')
    await search.evaluate((field: HTMLInputElement) => field.setSelectionRange(1, 2))
    const { orderNumber } = await order()
    await expect(page.getByRole('link', { name: orderNumber, exact: true })).toHaveCount(0)
    await page.clock.runFor(refreshMs)
    await expect(page.getByRole('link', { name: orderNumber, exact: true })).toHaveCount(1)
    await expect(news(page)).toHaveText('1 new order')
    await expect(search).toBeFocused()
    await expect(search).toHaveValue('As')
    const state = await search.evaluate((field: HTMLInputElement) => [field.selectionStart, field.selectionEnd])
    expect(state).toEqual([1, 2])
    await order()
    await page.clock.runFor(refreshMs)
    await expect(news(page)).toHaveText('2 new orders')
    await page
      .getByRole('navigation', { name: 'Status' })
      .getByRole('link', { name: /^To confirm/ })
      .click()
    await expect(news(page)).toHaveText('')
  })

  test('new orders above what is on the screen, which stays in its place', async ({ page, request }) => {
    await enterAdmin(page)
    const { order } = await customerWithOrders(request)
    await page.setViewportSize({ width: 1440, height: 400 })
    await page.clock.install()
    await page.goto('/admin/orders')
    const number = await page.getByRole('row').nth(6).getByRole('link').first().innerText()
    const row = page.getByRole('row').filter({ hasText: number })
    await row.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const top = async () => Math.round((await row.boundingBox())?.y ?? 0)
    const before = await top()
    await order()
    await page.clock.runFor(refreshMs)
    await expect(news(page)).toHaveText(/\d new orders?/)
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThanOrEqual(2)
  })

  test('counts of Today and new enquiries', async ({ page, request }) => {
    await enterAdmin(page)
    await page.clock.install()
    await page.goto('/admin')
    await expect(heading(page, 'Today')).toBeVisible()
    await expect(news(page)).toHaveText('')
    await (await customerWithOrders(request)).order()
    await page.clock.runFor(refreshMs)
    await expect(news(page)).toHaveText(/\d new orders?/)
    const firstName = `Maya${Date.now()}`
    await page.goto(`/admin/enquiries?q=${firstName}`)
    await expect(heading(page, 'Enquiries')).toBeVisible()
    await enquire(request, firstName)
    await page.clock.runFor(refreshMs)
    await expect(page.getByRole('link', { name: `${firstName} Rai` })).toBeVisible()
    await expect(news(page)).toHaveText('1 new enquiry')
  })

  test('when the tab becomes visible, and not while it is hidden or offline', async ({ page, context, request }) => {
    await enterAdmin(page)
    await page.clock.install()
    const { userId, order } = await customerWithOrders(request)
    await page.goto(`/admin/orders?customer=${userId}`)
    await expect(heading(page, 'Orders')).toBeVisible()
    const calls = countCalls(page, '/api/admin/orders')
    const show = (visibility: string) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value })
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      }, visibility)
    await show('hidden')
    await page.clock.runFor(3 * refreshMs)
    expect(calls()).toBe(0)
    const { orderNumber } = await order()
    await show('visible')
    await expect(page.getByRole('link', { name: orderNumber, exact: true })).toHaveCount(1)
    expect(calls()).toBe(1)
    await context.setOffline(true)
    await page.clock.runFor(3 * refreshMs)
    await expect(page.getByRole('link', { name: orderNumber, exact: true })).toHaveCount(1)
    expect(calls()).toBe(1)
    await context.setOffline(false)
    await expect.poll(calls).toBeGreaterThan(1)
  })
})

test.describe('an expired session', () => {
  test.use({ ownContext: true, expectedFailures: ['/api/admin/orders'] })

  test('stops loading and keeps the page', async ({ page }) => {
    await enterAdmin(page)
    await page.clock.install()
    await page.goto('/admin/orders')
    const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row')
    await expect(rows.first()).toBeVisible()
    const count = await rows.count()
    const calls = countCalls(page, '/api/admin/orders')
    await page.route('**/api/admin/orders**', (route) => route.fulfill({ status: 401, json: { message: 'Sign in' } }))
    await page.clock.runFor(refreshMs)
    await expect.poll(calls).toBe(1)
    await page.clock.runFor(3 * refreshMs)
    expect(calls()).toBe(1)
    await expect(rows).toHaveCount(count)
  })
})
