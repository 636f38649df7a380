import type { Page } from '@playwright/test'
import type { PostRecord } from '#modules/content/admin-contract.ts'
import { createSession, register } from './support/accounts.ts'
import { enterAdmin, heading, test } from './support/admin.ts'
import { enterAdminWithProduct, uniqueSuffix } from './support/admin-products.ts'
import { callApi } from './support/api.ts'
import { stockholmAddress } from './support/checkout.ts'
import { deliverOrder, placeOrder, placeOrderTo } from './support/orders.ts'
import { bothWidthsInFull, expect, onlyInFull } from './support/test.ts'

// Chromium logs every failed request.
test.use({ allowConsoleErrors: true })

type Phase = 'before' | 'after'

/** From the next change on, no request gets a response. `after`: the shop still handles that change. */
async function cutConnection(page: Page, phase: Phase): Promise<() => Promise<void>> {
  let isCut = false
  await page.route('**/api/**', async (route) => {
    const isChange = route.request().method() !== 'GET' && !route.request().url().includes('preview')
    if (isChange && !isCut && phase === 'after') await route.fetch()
    isCut ||= isChange
    await (isCut ? route.abort() : route.continue())
  })
  return () => page.unroute('**/api/**')
}

const notice = (page: Page) =>
  page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Check again' }) })

async function openOrder(page: Page) {
  const { record } = await enterAdminWithProduct(page)
  const session = await createSession(page.request, await register(page.request))
  // Other tests order with the phone number of the shared address, which would change this page.
  const address = { ...stockholmAddress, phone: `+4670${String(Date.now()).slice(-7)}` }
  const order = await placeOrderTo(page.request, session, { address }, { slug: record.slug })
  await page.goto(`/admin/orders/${order.orderId}`)
  await expect(heading(page, `Order ${order.orderNumber}`)).toBeVisible()
  return order
}

type Action = {
  name: string
  /** Opens the page, types, and returns the step that sends the change. */
  open: (page: Page) => Promise<() => Promise<unknown>>
  /** What stays on the page while the outcome is unknown. */
  unchanged: (page: Page) => Promise<unknown>
  unknown: RegExp
  notDone: RegExp
  done: (page: Page) => Promise<unknown>
}

const actions: Action[] = [
  {
    name: 'confirming an order',
    open: async (page) => {
      await openOrder(page)
      return () => page.getByRole('button', { name: 'Mark as confirmed' }).click()
    },
    unchanged: (page) => expect(page.getByRole('link', { name: /^\+46/ })).toBeVisible(),
    unknown: /We do not know whether this is done: “Order \S+ marked as confirmed”/,
    notDone: /This is not done: “Order \S+ marked as confirmed”/,
    done: async (page) => {
      await expect(page.getByText('Check whether this is done: “Order')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Mark as shipped' })).toBeVisible()
    },
  },
  {
    name: 'adding a note to an order',
    open: async (page) => {
      await openOrder(page)
      await page.getByLabel('Internal note').fill('Speaks Swedish.')
      return () => page.getByRole('button', { name: 'Add note' }).click()
    },
    unchanged: (page) => expect(page.getByLabel('Internal note')).toHaveValue('Speaks Swedish.'),
    unknown: /We do not know whether your changes are saved/,
    notDone: /Your changes are not saved/,
    done: (page) => expect(page.getByRole('listitem').filter({ hasText: 'Speaks Swedish.' })).toBeVisible(),
  },
  {
    name: 'saving a product',
    open: async (page) => {
      const { record } = await enterAdminWithProduct(page)
      await page.goto(`/admin/products/${record.productId}`)
      await page.getByLabel('Description').fill('Typed in the train.')
      return () => page.getByRole('button', { name: 'Save product' }).click()
    },
    unchanged: (page) => expect(page.getByLabel('Description')).toHaveValue('Typed in the train.'),
    unknown: /We do not know whether your changes are saved. What you typed is still here/,
    notDone: /Your changes are not saved/,
    done: (page) => expect(page.getByText('Your changes are saved.')).toBeVisible(),
  },
  {
    name: 'receiving the cash of an order',
    open: async (page) => {
      const { record } = await enterAdminWithProduct(page)
      const session = await createSession(page.request, await register(page.request))
      const { orderId, orderNumber } = await placeOrder(page.request, session, { slug: record.slug })
      const courier = `Riders ${uniqueSuffix()}`
      await deliverOrder(page.request, orderId, courier)
      await enterAdmin(page)
      await page.goto('/admin/cash')
      await page.getByRole('row').filter({ hasText: courier }).getByRole('link').click()
      const box = page.getByRole('checkbox', { name: `Cash received for ${orderNumber}` })
      return () => box.click()
    },
    unchanged: (page) => expect(page.getByRole('checkbox', { name: /^Cash received/ })).toBeVisible(),
    unknown: /We do not know whether/,
    notDone: /not (saved|done)/,
    done: (page) => expect(page.getByRole('checkbox', { name: /^Cash received/ })).toBeChecked(),
  },
  {
    name: 'saving a post',
    open: async (page) => {
      const session = await enterAdmin(page)
      const slug = `train-${uniqueSuffix()}`
      const data = { slug, title: slug, author: 'Pemba', datePosted: '2026-01-01', excerpt: '', body: 'Not yet.' }
      const { postId } = await callApi<PostRecord>(page.request, session, '/admin/posts', { method: 'POST', data })
      await page.goto(`/admin/posts/${postId}`)
      await page.getByLabel('Excerpt').fill('Typed in the train.')
      return () => page.getByRole('button', { name: 'Save post' }).click()
    },
    unchanged: (page) => expect(page.getByLabel('Excerpt')).toHaveValue('Typed in the train.'),
    unknown: /We do not know whether your changes are saved/,
    notDone: /Your changes are not saved/,
    done: (page) => expect(page.getByText('Your changes are saved.')).toBeVisible(),
  },
]

for (const { name, open, unchanged, unknown, notDone, done } of actions) {
  for (const phase of ['before', 'after'] as const) {
    test(`a connection lost ${phase} the shop handled ${name} keeps the page, and Check again tells the outcome`, {
      tag: phase === 'before' ? bothWidthsInFull : [bothWidthsInFull, onlyInFull],
    }, async ({ page }) => {
      const send = await open(page)
      const restore = await cutConnection(page, phase)
      await send()
      await expect(notice(page)).toContainText('The connection was lost.')
      await expect(notice(page)).toContainText(unknown)
      await unchanged(page)
      await notice(page).getByRole('button', { name: 'Check again' }).click()
      await expect(notice(page)).toContainText(unknown)
      await restore()
      await notice(page).getByRole('button', { name: 'Check again' }).click()
      if (phase === 'after') return done(page)
      await expect(page.getByRole('alert').filter({ hasText: notDone })).toBeVisible()
      await unchanged(page)
      await send()
      await expect(page.getByRole('alert').filter({ hasText: notDone })).toHaveCount(0)
    })
  }
}

test('a connection lost while settings are saved keeps the typed text', { tag: bothWidthsInFull }, async ({ page }) => {
  await enterAdmin(page)
  await page.goto('/admin/settings')
  await page.getByLabel('Seller address').fill('Typed in the train')
  await cutConnection(page, 'before')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(notice(page)).toContainText('We do not know whether your changes are saved.')
  await expect(page.getByLabel('Seller address')).toHaveValue('Typed in the train')
})

test('a connection lost while several orders are confirmed names what is unknown', async ({ page }) => {
  const { orderNumber } = await openOrder(page)
  await page.goto(`/admin/orders?status=Pending&q=${orderNumber}`)
  await page.getByRole('checkbox', { name: `Select ${orderNumber}` }).check()
  await cutConnection(page, 'before')
  await page.getByRole('button', { name: 'Confirm 1 order' }).click()
  await expect(notice(page)).toContainText('We do not know whether this is done: “Confirm 1 order”.')
  await expect(notice(page)).not.toContainText('typed')
})

test('a server error says that nothing was saved and keeps the typed text', async ({ page }) => {
  await enterAdmin(page)
  await page.goto('/admin/settings')
  const phone = page.getByLabel('Phone')
  const typed = `01-4${uniqueSuffix()}`
  await phone.fill(typed)
  await page.route('**/api/admin/settings', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }),
  )
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByRole('alert')).toContainText('The shop did not answer. Your changes are not saved.')
  await expect(phone).toHaveValue(typed)
})

test('a lost response to a new quote points to the list', { tag: onlyInFull }, async ({ page }) => {
  await enterAdmin(page)
  await page.goto('/admin/quotes/new')
  await page.getByLabel('Name').fill('Himal Traders')
  await cutConnection(page, 'before')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('alert')).toContainText('Look in the list before you save again.')
  await expect(page.getByRole('link', { name: 'Open list' })).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Himal Traders')
})
