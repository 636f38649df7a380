import type { Locator, Page } from '@playwright/test'
import { createSession, register } from './support/accounts.ts'
import { enterAdmin, ownerSession, test } from './support/admin.ts'
import { enterAdminWithProduct } from './support/admin-products.ts'
import { callApi } from './support/api.ts'
import { deliverOrder, findCourier, placeOrder } from './support/orders.ts'
import { expect, onlyInFull } from './support/test.ts'
import { button, type Form, grouped, refuseChanges, refused, sentBy } from './support/typed-values.ts'

type Dialog = Form & { field: (page: Page) => Locator }

const dialog = (page: Page) => page.getByRole('alertdialog')

/** An order of $8,000 with shipping, and the owner signed in. */
async function placeLargeOrder(page: Page): Promise<string> {
  const { record } = await enterAdminWithProduct(page, { priceInUSD: 8000 })
  const session = await createSession(page.request, await register(page.request))
  const { orderId } = await placeOrder(page.request, session, { slug: record.slug })
  return orderId
}

async function move(page: Page, orderId: string, from: string, to: string): Promise<void> {
  const data = { from, to, courierId: await findCourier(page.request, 'Valley Riders') }
  await callApi(page.request, await ownerSession(page.request), `/admin/orders/${orderId}/moves`, {
    method: 'POST',
    data,
  })
}

const dialogs: Record<string, Dialog> = {
  'a payment': {
    open: async (page) => {
      await page.goto(`/admin/orders/${await placeLargeOrder(page)}`)
      await page.getByRole('button', { name: 'Record payment or refund' }).click()
    },
    field: (page) => dialog(page).getByLabel('Amount (USD)'),
    submit: (page) => dialog(page).getByRole('button', { name: 'Save entry' }),
  },
  'a return': {
    open: async (page) => {
      const orderId = await placeLargeOrder(page)
      await deliverOrder(page.request, orderId)
      await page.goto(`/admin/orders/${orderId}`)
      await page.getByRole('button', { name: 'Return products' }).click()
      await dialog(page).getByRole('button', { name: 'Everything came back' }).click()
      await dialog(page).getByLabel('Reason').fill('Too large')
    },
    field: (page) => dialog(page).getByLabel('Refund (USD)'),
    submit: (page) => dialog(page).getByRole('button', { name: 'Return products' }),
  },
  'a delivery': {
    open: async (page) => {
      const orderId = await placeLargeOrder(page)
      await move(page, orderId, 'Pending', 'Confirmed')
      await move(page, orderId, 'Confirmed', 'Shipped')
      await page.goto(`/admin/orders/${orderId}`)
      await page.getByRole('button', { name: 'Collected less?' }).click()
    },
    field: (page) => page.getByLabel('Amount collected (USD)'),
    submit: button('Mark as delivered'),
  },
  'an order handed over in the shop': {
    open: async (page) => {
      const orderId = await placeLargeOrder(page)
      await move(page, orderId, 'Pending', 'Confirmed')
      await page.goto(`/admin/orders/${orderId}`)
      await page.getByRole('button', { name: 'Hand over in the shop' }).click()
    },
    field: (page) => dialog(page).getByLabel('Amount paid now (USD)'),
    submit: (page) => dialog(page).getByRole('button', { name: 'Mark as handed over' }),
  },
  'a correction of stock': {
    open: async (page) => {
      const { record } = await enterAdminWithProduct(page)
      await page.goto(`/admin/products/${record.productId}/stock`)
      await page.getByRole('button', { name: `Correct stock of ${record.name}` }).click()
      await dialog(page).getByLabel('Reason').fill('Counted')
    },
    field: (page) => dialog(page).getByLabel('New stock'),
    submit: (page) => dialog(page).getByRole('button', { name: 'Correct stock' }),
  },
}

test.use({ allowConsoleErrors: true })

for (const [name, { open, field, submit }] of Object.entries(dialogs)) {
  test(`${name} reads grouped digits, and is not sent with anything else`, { tag: onlyInFull }, async ({ page }) => {
    await open(page)
    await refuseChanges(page)
    let changes = 0
    page.on('request', (request) => {
      if (request.method() !== 'GET') changes++
    })
    for (const typed of [...refused, '-1', '']) {
      await field(page).fill(typed)
      await submit(page).click()
      await expect(field(page), typed).toHaveAttribute('aria-invalid', 'true')
    }
    expect(changes).toBe(0)
    for (const typed of grouped) {
      await field(page).fill(typed)
      expect(await sentBy(page, () => submit(page).click()), typed).toContain(6000)
    }
  })
}

test('the days of an export say what is wrong with them', { tag: onlyInFull }, async ({ page }) => {
  await enterAdmin(page)
  await page.goto('/admin/exports')
  const download = page.getByRole('button', { name: 'Download Orders' })
  for (const [typed, message] of [
    ['0026-11-01', 'Please choose a year from 1900 to 2199.'],
    ['20260-11-01', 'Please choose a date.'],
    ['', 'Please choose a date.'],
  ] as const) {
    await page.getByLabel('From').fill(typed)
    await expect(page.getByText(message)).toBeVisible()
    await expect(download).toBeDisabled()
  }
  await page.getByLabel('From').fill('2026-11-02')
  await page.getByLabel('To').fill('2026-11-01')
  await expect(page.getByText('Please choose a day on or after the first one.')).toBeVisible()
  await page.getByLabel('To').fill('2026-11-02')
  await expect(download).toBeEnabled()
})
