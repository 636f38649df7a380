import { randomBytes } from 'node:crypto'
import type { PostRecord, ShownSheet } from '#modules/content/editor-schema.ts'
import { enterOffice, heading } from './admin.ts'
import { expectNoBarriers } from './axe.ts'
import { ask } from './buying.ts'
import { expectToast } from './frame-visit.ts'
import { expect, test } from './visit.ts'

test('an owner writes a post, sees it as it will be, and publishes it', async ({ page }) => {
  const title = `A walk to the cleft ${randomBytes(3).toString('hex')}`
  await enterOffice(page)
  await page.goto('/admin/posts/new')
  await page.getByLabel('Title').fill(title)
  await page
    .getByLabel('Words, in Markdown')
    .fill('## The path\n\nIt is **steep**.\n\n<script>document.title="broken"</script>')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: 'The path' })).toBeVisible()
  await expect(preview.locator('script')).toHaveCount(0)
  await expectNoBarriers(page)
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await expect(page).toHaveURL(/\/admin\/posts\/\d+$/)
  await expect(heading(page, title)).toBeVisible()
  await page.getByLabel('State').selectOption('published')
  await expectToast(page, ['status', 'The post is in the shop'], () =>
    page.getByRole('button', { name: 'Publish' }).click(),
  )
  await page.goto('/blogs')
  await page.getByRole('link', { name: title }).first().click()
  await expect(heading(page, title)).toBeVisible()
  await expect(page.getByText('It is steep.')).toBeVisible()
})

test('a draft is for nobody else', async ({ page }) => {
  const session = await enterOffice(page)
  const slug = `draft-${randomBytes(3).toString('hex')}`
  const data = { slug, title: slug, author: 'Pemba', datePosted: '2026-01-01', excerpt: '', body: 'Not yet.' }
  await ask<PostRecord>(page.request, session, '/admin/posts', { method: 'POST', data })
  expect((await page.request.get(`/blogs/${slug}`)).status()).toBe(404)
})

test('a text of a page is put into other words, and back', async ({ page }) => {
  const session = await enterOffice(page)
  const words = `Ask us, whatever the number. ${randomBytes(3).toString('hex')}`
  await page.goto('/admin/pages')
  const field = page.locator('[name="bulk.lead"]')
  const before = await field.inputValue()
  await field.fill(words)
  await expectToast(page, ['status', 'Saved. The shop shows it now.'], () =>
    page.getByRole('button', { name: 'Save' }).click(),
  )
  await page.goto('/bulk-buying')
  await expect(page.getByText(words)).toBeVisible()
  const { version, rows } = await ask<ShownSheet<'texts'>>(page.request, session, '/admin/texts')
  const data = { version, rows: rows.map((row) => (row.key === 'bulk.lead' ? { ...row, words: before } : row)) }
  await ask(page.request, session, '/admin/texts', { method: 'PUT', data })
})

test('who turns to another part with changes in hand is asked first', async ({ page }) => {
  await enterOffice(page)
  await page.goto('/admin/pages')
  const field = page.locator('[name="bulk.lead"]')
  await field.fill('Ask us.')
  const part = page.getByRole('link', { name: 'Banners', exact: true })
  await part.click()
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL('/admin/pages')
  await expect(field).toHaveValue('Ask us.')
  await part.click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('form', { name: 'Banners' })).toBeVisible()
})
