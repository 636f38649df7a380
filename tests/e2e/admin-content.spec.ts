import type { PostRecord, ShownSheet } from '#modules/content/admin-schema.ts'
import { search } from './support/addresses.ts'
import { enterAdmin, heading, test } from './support/admin.ts'
import { mark } from './support/admin-products.ts'
import { callApi } from './support/api.ts'
import { expectNoBarriers } from './support/axe.ts'
import { expect, onlyInFull } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test('the owner writes a post, previews it and publishes it', async ({ page }) => {
  const title = `A walk to the cleft ${mark()}`
  await enterAdmin(page)
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

test('hides a draft from visitors', { tag: onlyInFull }, async ({ page }) => {
  const session = await enterAdmin(page)
  const slug = `draft-${mark()}`
  const data = { slug, title: slug, author: 'Pemba', datePosted: '2026-01-01', excerpt: '', body: 'Not yet.' }
  await callApi<PostRecord>(page.request, session, '/admin/posts', { method: 'POST', data })
  expect((await page.request.get(`/blogs/${slug}`)).status()).toBe(404)
})

test('shows a changed text on its page', async ({ page }) => {
  const session = await enterAdmin(page)
  const words = `Ask us, whatever the number. ${mark()}`
  await page.goto('/admin/pages')
  const field = page.locator('[name="bulk.lead"]')
  const before = await field.inputValue()
  await field.fill(words)
  await expectToast(page, ['status', 'Saved. The shop shows it now.'], () =>
    page.getByRole('button', { name: 'Save' }).click(),
  )
  await page.goto('/bulk-buying')
  await expect(page.getByText(words)).toBeVisible()
  const { version, rows } = await callApi<ShownSheet<'texts'>>(page.request, session, '/admin/texts')
  const data = { version, rows: rows.map((row) => (row.key === 'bulk.lead' ? { ...row, words: before } : row)) }
  await callApi(page.request, session, '/admin/texts', { method: 'PUT', data })
})

test('finds products by a synonym that the owner adds', async ({ page }) => {
  const session = await enterAdmin(page)
  const word = `kula${mark().replace(/[^a-z]/g, '')}zzq`
  await page.goto('/admin/pages?part=synonyms')
  await page.getByRole('button', { name: 'Add synonym' }).click()
  const count = await page.getByLabel(/^Word \d+$/).count()
  await page.getByLabel(`Word ${count}`, { exact: true }).fill(word)
  await page.getByLabel('Also finds').last().fill('shaligram')
  await expectToast(page, ['status', 'Saved. The shop shows it now.'], () =>
    page.getByRole('button', { name: 'Save' }).click(),
  )
  await page.goto(search(word))
  await expect(heading(page, `Results for “${word}”`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Products' })).toContainText('Shaligram Ammonite')
  const { version, rows } = await callApi<ShownSheet<'synonyms'>>(page.request, session, '/admin/synonyms')
  const data = { version, rows: rows.filter((row) => row.word !== word) }
  await callApi(page.request, session, '/admin/synonyms', { method: 'PUT', data })
})

test('asks before leaving unsaved changes', async ({ page }) => {
  await enterAdmin(page)
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
