import type { Locator, Page } from '@playwright/test'
import { enterAdmin, test } from './support/admin.ts'
import { enterAdminWithProduct, unfold } from './support/admin-products.ts'
import { expect, onlyInFull } from './support/test.ts'

/** Each of them is 6000, in every field. */
const grouped = ['6000', '6,000', '6 000', '6\u00a0000', "6'000"]
/** None of them is a number: the field says so, and nothing is saved. */
const refused = ['six', '6,00', '1.2.3']

type Form = {
  open: (page: Page) => Promise<unknown>
  submit: (page: Page) => Locator
}

const numberFields = (page: Page) =>
  page
    .getByRole('main')
    .or(page.getByRole('dialog'))
    .locator('form input:is([inputmode="decimal"], [inputmode="numeric"]):visible')

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name })

const forms: Record<string, Form> = {
  'the product editor': {
    open: async (page) => {
      const { record } = await enterAdminWithProduct(page)
      await page.goto(`/admin/products/${record.productId}`)
      await page.getByText('Sale', { exact: true }).click()
      await unfold(page, 'Product details')
    },
    submit: button('Save product'),
  },
  'the quote editor': {
    open: async (page) => {
      await enterAdmin(page)
      await page.goto('/admin/quotes/new')
      await page.getByLabel('Add product').fill('tumbled stone')
      await page.getByRole('listbox', { name: 'Matching products' }).getByRole('option').first().click()
    },
    submit: button('Save draft'),
  },
  'the settings': {
    open: async (page) => {
      await enterAdmin(page)
      await page.goto('/admin/settings')
    },
    submit: button(/^Save/),
  },
  'the discount editor': {
    open: async (page) => {
      await enterAdmin(page)
      await page.goto('/admin/discounts/new')
      await page.getByLabel('Amount', { exact: true }).check()
    },
    submit: button(/^(Save|Add)/),
  },
}

/** All numbers and texts of a request. */
function valuesIn(body: unknown): unknown[] {
  return typeof body === 'object' && body !== null ? Object.values(body).flatMap(valuesIn) : [body]
}

/** Sends the form and returns the request, which never reaches the shop. */
async function sentBy(page: Page, submit: () => Promise<void>): Promise<unknown[]> {
  const answer = { status: 400, json: { message: 'Not saved in this test.' } }
  await page.route('**/api/admin/**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill(answer),
  )
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.method() !== 'GET' && each.url().includes('/api/admin/')),
    submit(),
  ])
  return valuesIn(request.postDataJSON())
}

test.use({ allowConsoleErrors: true })

for (const [name, { open, submit }] of Object.entries(forms)) {
  test(`${name} reads grouped digits in every field alike`, { tag: onlyInFull }, async ({ page }) => {
    await open(page)
    const fields = numberFields(page)
    await expect(fields.first()).toBeVisible()
    const count = await fields.count()
    for (const typed of [...grouped, ...refused]) {
      for (let index = 0; index < count; index++) await fields.nth(index).fill(typed)
      const values = await sentBy(page, () => submit(page).click())
      const expected = grouped.includes(typed) ? 6000 : typed
      expect(values.filter((value) => value === expected).length, `${typed} in ${count} fields`).toBeGreaterThanOrEqual(
        count,
      )
    }
  })
}

test('the product list reads grouped digits, and marks what is not a number', { tag: onlyInFull }, async ({ page }) => {
  const { record } = await enterAdminWithProduct(page)
  await page.goto(`/admin/products?q=${encodeURIComponent(record.name)}`)
  const labels = [`Price of ${record.name} in rupees`, `Price of ${record.name} in dollars`, `Stock of ${record.name}`]
  for (const label of labels) {
    const field = page.getByLabel(label)
    for (const typed of refused) {
      await field.fill(typed)
      await field.press('Enter')
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await field.press('Escape')
    }
    for (const typed of grouped) {
      await field.fill(typed)
      expect(await sentBy(page, () => field.press('Enter'))).toContain(6000)
    }
  }
})
