import type { Page } from '@playwright/test'
import { enterAdmin, test } from './support/admin.ts'
import { enterAdminWithProduct, unfold } from './support/admin-products.ts'
import { expect, onlyInFull } from './support/test.ts'
import { button, type Form, grouped, refused, sentBy } from './support/typed-values.ts'

/** But the quantities of order lines, which show at once what they take. */
const numberFields = (page: Page) =>
  page.getByRole('main').locator('form input:is([inputmode="decimal"], [inputmode="numeric"]):not(.stepper *):visible')

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
  'the product editor with a variant': {
    open: async (page) => {
      const { record } = await enterAdminWithProduct(page)
      await page.goto(`/admin/products/${record.productId}`)
      await page.getByRole('button', { name: 'Add variant' }).click()
      await page.getByText('Set another price').click()
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
  'the discount editor with a percentage': {
    open: async (page) => {
      await enterAdmin(page)
      await page.goto('/admin/discounts/new')
    },
    submit: button(/^(Save|Add)/),
  },
  'the form of a new order': {
    open: async (page) => {
      const { record } = await enterAdminWithProduct(page, { price: 9000 })
      await page.goto('/admin/orders/new')
      await page.getByRole('radio', { name: 'Counter' }).check()
      await page.getByLabel('Paid and handed over now').check()
      await page.getByLabel('Add product').fill(record.name)
      await page.getByRole('listbox', { name: 'Matching products' }).getByRole('option').first().click()
    },
    submit: button('Complete sale'),
  },
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

test('the quantity of an order line reads grouped digits, and keeps its value if something else is typed', {
  tag: onlyInFull,
}, async ({ page }) => {
  const { record } = await enterAdminWithProduct(page, { stock: 9000 })
  await page.goto('/admin/orders/new')
  await page.getByLabel('Add product').fill(record.name)
  await page.getByRole('listbox', { name: 'Matching products' }).getByRole('option').first().click()
  const field = page.getByRole('textbox', { name: `quantity of ${record.name}` })
  for (const typed of grouped) {
    await field.fill('1')
    await field.fill(typed)
    await expect(field).toHaveValue('6000')
  }
  for (const typed of [...refused, '1.5', '']) {
    await field.fill(typed)
    await expect(field).toHaveAttribute('aria-invalid', String(typed !== ''))
    await field.blur()
    await expect(field).toHaveValue('6000')
  }
  await field.fill('10,000')
  await expect(field).toHaveValue('9000')
})
