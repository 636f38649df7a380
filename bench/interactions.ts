import type { Locator, Page } from '@playwright/test'
import { searchHash } from '#app/lib/urls.ts'
import { interactionToNextPaint, type Session, startBrowser, whenIdle } from './phone.ts'
import { type Row, round, spreadOf } from './report.ts'
import { median } from './rounds.ts'
import type { Benchmark } from './run-context.ts'
import type { ShopProcess } from './shop-process.ts'

const budgetMs = 100
const product = 'citrine-point'
const productPage = `/shop/crystal/${product}`

type Interaction = { name: string; path: string; interact(page: Page): Promise<unknown> }

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name }).waitFor()

/** By a visitor who has looked at the page. Playwright's own check of the target would count as the page's work. */
async function tap(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  await whenIdle(target.page())
  await target.tap({ force: true })
}

/** In the order in which a customer meets them. Each starts on a page of its own. */
const interactions: Interaction[] = [
  {
    name: 'open the menu',
    path: '/',
    async interact(page) {
      await tap(button(page, 'Menu'))
      await dialog(page, 'Menu')
    },
  },
  {
    name: 'type into the search',
    path: `/shop${searchHash}`,
    async interact(page) {
      await page.keyboard.type('aquama', { delay: 150 })
      await page
        .getByRole('dialog')
        .getByRole('link', { name: /aquamarine/i })
        .first()
        .waitFor()
    },
  },
  {
    name: 'change the currency',
    path: '/shop',
    async interact(page) {
      await tap(page.getByRole('contentinfo').getByRole('button', { name: /^Currency/ }))
      await tap(button(page, 'Continue with NPR'))
      await page.locator('html[data-currency="NPR"]').waitFor()
    },
  },
  {
    name: 'apply a filter',
    path: '/shop',
    async interact(page) {
      await tap(page.locator('details > summary', { hasText: 'Filters' }))
      await page.getByLabel('Category', { exact: true }).selectOption({ label: 'Jewellery' })
      await tap(button(page, 'Apply Filter'))
      await page.waitForURL(/CategoryIds=3/)
    },
  },
  {
    name: 'load more of a list',
    path: '/shop',
    async interact(page) {
      await tap(page.getByRole('main').getByRole('link', { name: 'Load more' }))
      await page.getByRole('main').getByRole('article').nth(12).waitFor()
    },
  },
  {
    name: 'turn the gallery',
    path: productPage,
    async interact(page) {
      const second = button(page, /^Show picture 2/)
      await tap(second)
      await page.locator('[aria-current="true"]').and(second).waitFor()
    },
  },
  {
    name: 'save a product',
    path: '/shop',
    async interact(page) {
      const heart = button(page, /^Save /).first()
      await tap(heart)
      await page
        .getByText(/product liked|item removed/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'add to the bag',
    path: productPage,
    async interact(page) {
      await tap(
        page
          .getByRole('main')
          .getByRole('button', { name: /^ADD TO BAG/i })
          .first(),
      )
      await dialog(page, 'SHOPPING BAG')
    },
  },
  {
    name: 'change a quantity in the bag',
    path: '/shopping-bag',
    async interact(page) {
      await tap(button(page, /^Increase quantity/).first())
      await page.getByText('Cart updated successfully').first().waitFor()
    },
  },
  {
    name: 'fill in the checkout',
    path: '/checkout',
    async interact(page) {
      await tap(page.getByLabel('First name', { exact: true }))
      await page.keyboard.type('Hannah', { delay: 150 })
    },
  },
]

/** Interaction to next paint as browsers report it, measured with web-vitals. */
export const interactionTimes: Benchmark = {
  name: 'interactions',
  async run(context) {
    const shop = await context.shop(await context.seeded())
    const browser = await startBrowser()
    context.onClose(() => browser.close())
    const rows: Row[] = []
    for (const { name, ...visit } of interactions) {
      const times: number[] = []
      for (let count = 0; count < (context.quick ? 1 : 3); count++) {
        const session = await customerWithCart(shop)
        times.push(await interactionToNextPaint(browser, shop.url, { ...visit, session }))
      }
      rows.push(rowOf(name, times))
    }
    await browser.close()
    await shop.stop()
    return rows
  },
}

let customers = 0

/** A new customer with two pieces in the cart, so that no round depends on the one before. */
async function customerWithCart({ url }: ShopProcess): Promise<Session> {
  customers += 1
  const email = `visitor${customers}-${Date.now()}@bench.example`
  const password = 'Himalaya-2026'
  const send = async (path: string, body: object, token = ''): Promise<Record<string, string>> => {
    const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
    const response = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Record<string, string>
  }
  await send('/authentication/register?role=Customer', {
    username: `Visitor${customers}x${Date.now()}`,
    email,
    password,
  })
  const session = (await send('/authentication/login', { username: email, password })) as Session
  const { productId } = (await (await fetch(`${url}/api/product/${product}`)).json()) as { productId: number }
  await send('/ShoppingCart/CartItem', { productId, quantity: 2 }, session.token)
  return session
}

function rowOf(name: string, times: number[]): Row {
  const value = median(times)
  return {
    name: `interaction to next paint, ${name}`,
    measured: `${times.length} rounds`,
    baseline: '',
    value: `${round(value, 0)} ms`,
    spread: `${spreadOf(times, 0)} ms`,
    budget: `≤ ${budgetMs} ms`,
    ok: value <= budgetMs,
    raw: times,
  }
}
