import type { Page } from '@playwright/test'
import type { EnquiryRow } from '#modules/enquiries/admin-contract.ts'
import { createSession, register } from './support/accounts.ts'
import { enterAdmin, heading, test } from './support/admin.ts'
import { enterAdminWithProduct, uniqueSuffix } from './support/admin-products.ts'
import { callApi } from './support/api.ts'
import { holdRequests } from './support/network.ts'
import { placeOrder } from './support/orders.ts'
import { bothWidthsInFull, expect, onlyInFull } from './support/test.ts'

type Form = { name: string; open: (page: Page) => Promise<string>; field: string | RegExp }

async function openEnquiry(page: Page): Promise<string> {
  const suffix = uniqueSuffix()
  const data = { name: suffix, email: `${suffix}@mail.example`, phoneNumber: '9801234567', message: 'Key rings?' }
  await page.request.post('/api/BulkBuying', { data })
  const session = await enterAdmin(page)
  const { rows } = await callApi<{ rows: EnquiryRow[] }>(page.request, session, `/admin/enquiries?q=${suffix}`)
  return `/admin/enquiries/${rows[0]?.enquiryId}`
}

async function orderOfCustomer(page: Page): Promise<string> {
  const { record } = await enterAdminWithProduct(page)
  const session = await createSession(page.request, await register(page.request))
  return (await placeOrder(page.request, session, { slug: record.slug })).orderId
}

async function ownerPage(page: Page, path: string): Promise<string> {
  await enterAdmin(page)
  return path
}

const forms: Form[] = [
  { name: 'a new post', open: (page) => ownerPage(page, '/admin/posts/new'), field: 'Text (Markdown)' },
  { name: 'a new product', open: (page) => ownerPage(page, '/admin/products/new'), field: 'Description' },
  {
    name: 'a product',
    open: async (page) => `/admin/products/${(await enterAdminWithProduct(page)).record.productId}`,
    field: 'Description',
  },
  { name: 'a new quote', open: (page) => ownerPage(page, '/admin/quotes/new'), field: /^Note/ },
  { name: 'the page texts', open: (page) => ownerPage(page, '/admin/pages'), field: 'Story: lead text' },
  { name: 'the FAQ', open: (page) => ownerPage(page, '/admin/pages?part=faqs'), field: 'Question 1' },
  { name: 'the settings', open: (page) => ownerPage(page, '/admin/settings'), field: 'Seller name' },
  { name: 'a reply to an enquiry', open: openEnquiry, field: 'Message' },
  {
    name: 'a note on an order',
    open: async (page) => {
      const orderId = await orderOfCustomer(page)
      return `/admin/orders/${orderId}`
    },
    field: 'Internal note',
  },
]

for (const [index, { name, open, field }] of forms.entries()) {
  test(`text typed into ${name} survives a reload`, {
    tag: index === 0 ? bothWidthsInFull : onlyInFull,
  }, async ({ page }) => {
    await page.goto(await open(page))
    const input = page.getByRole('main').getByLabel(field).first()
    await input.fill('Typed before the reload')
    await page.reload()
    await expect(input).toHaveValue('Typed before the reload')
  })
}

test.describe('a tab with unsaved text', () => {
  test.use({ ownContext: true })

  test('asks before it is closed, also from the preview', async ({ page }) => {
    const { record } = await enterAdminWithProduct(page)
    await page.goto(`/admin/products/${record.productId}`)
    await page.getByLabel('Description').pressSequentially('Typed')
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByRole('button', { name: 'Back to editing' })).toBeVisible()
    const dialog = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    expect((await dialog).type()).toBe('beforeunload')
    await (await dialog).dismiss()
  })
})

test('text typed while a new post is saved survives the answer', { tag: onlyInFull }, async ({ page }) => {
  await enterAdmin(page)
  await page.goto('/admin/posts/new')
  const title = `Snow on the pass ${uniqueSuffix()}`
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Text (Markdown)').fill('Saved.')
  const release = await holdRequests(page, '**/api/admin/posts')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByLabel('Excerpt').fill('Typed meanwhile')
  release()
  await expect(page.getByText('Post saved')).toBeVisible()
  await expect(page.getByLabel('Excerpt')).toHaveValue('Typed meanwhile')
  await page.getByRole('button', { name: 'Save post' }).click()
  await expect(page).toHaveURL(/\/admin\/posts\/\d+$/)
  await expect(heading(page, title)).toBeVisible()
  await expect(page.getByLabel('Excerpt')).toHaveValue('Typed meanwhile')
})

test('text typed while a note is saved survives the answer', { tag: onlyInFull }, async ({ page }) => {
  const orderId = await orderOfCustomer(page)
  await page.goto(`/admin/orders/${orderId}`)
  const note = page.getByLabel('Internal note')
  await note.fill('Speaks Swe')
  const release = await holdRequests(page, '**/notes')
  await page.getByRole('button', { name: 'Add note' }).click()
  await note.fill('Speaks Swedish')
  release()
  await expect(page.getByText('Speaks Swe', { exact: true })).toBeVisible()
  await expect(note).toHaveValue('Speaks Swedish')
})
