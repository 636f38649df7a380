import type { Page } from '@playwright/test'
import { enterAdmin, test } from './support/admin.ts'
import { enterAdminWithProduct } from './support/admin-products.ts'
import { expect, onlyInFull } from './support/test.ts'
import { button, type Form, sentBy } from './support/typed-values.ts'

const yearMessage = 'Please choose a year from 1900 to 2199.'
const noDate = /^Please choose a date( and time)?\.$/
/** In every field of a date, or of a date and time. */
const table = [
  { typed: '2028-02-29', message: null },
  { typed: '2199-12-31', message: null },
  { typed: '0026-11-18', message: yearMessage },
  { typed: '2200-01-01', message: yearMessage },
  { typed: '20260-11-18', message: noDate },
]
const time = '10:30'

const dateFields = (page: Page) =>
  page.getByRole('main').locator('form input:is([type="date"], [type="datetime-local"])')

async function openNewPost(page: Page, status: 'Draft' | 'Scheduled'): Promise<void> {
  await enterAdmin(page)
  await page.goto('/admin/posts/new')
  await page.getByLabel('Title').fill('A typed date')
  await page.getByLabel('Text (Markdown)').fill('Text')
  // The preview is loaded with a call of its own.
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Text')
  await page.getByLabel('Status').selectOption({ label: status })
}

const forms: Record<string, Form> = {
  'the product editor': {
    open: async (page) => {
      const { record } = await enterAdminWithProduct(page)
      await page.goto(`/admin/products/${record.productId}`)
      await page.getByText('Sale', { exact: true }).click()
    },
    submit: button('Save product'),
  },
  'the quote editor': {
    open: async (page) => {
      await enterAdmin(page)
      await page.goto('/admin/quotes/new')
    },
    submit: button('Save draft'),
  },
  'the discount editor': {
    open: async (page) => {
      await enterAdmin(page)
      await page.goto('/admin/discounts/new')
    },
    submit: button(/^(Save|Add)/),
  },
  'the post editor': { open: (page) => openNewPost(page, 'Draft'), submit: button('Save draft') },
  'the post editor with a scheduled post': {
    open: (page) => openNewPost(page, 'Scheduled'),
    submit: button('Schedule post'),
  },
}

test.use({ allowConsoleErrors: true, timezoneId: 'Asia/Kathmandu', ownContext: true })

for (const [name, { open, submit }] of Object.entries(forms)) {
  test(`${name} takes a date as it is typed, and says what is wrong with a wrong one`, {
    tag: onlyInFull,
  }, async ({ page }) => {
    await open(page)
    await expect(dateFields(page).first()).toBeVisible()
    const fields = await dateFields(page).all()
    const fill = async (typed: string) => {
      for (const field of fields) {
        const isWithTime = (await field.getAttribute('type')) === 'datetime-local'
        await field.fill(isWithTime ? `${typed}T${time}` : typed)
      }
    }
    for (const { typed, message } of table) {
      await fill(typed)
      if (message) {
        await submit(page).click()
        for (const field of fields) {
          const id = (await field.getAttribute('aria-describedby')) ?? ''
          await expect(field, typed).toHaveAttribute('aria-invalid', 'true')
          await expect(page.locator(`[id="${id}"]`), typed).toHaveText(message)
        }
      } else {
        const values = await sentBy(page, () => submit(page).click())
        await page.unroute('**/api/admin/**')
        const utc = `${typed}T04:45:00.000Z`
        expect(values.filter((value) => value === typed || value === utc).length, typed).toBe(fields.length)
      }
    }
  })
}
