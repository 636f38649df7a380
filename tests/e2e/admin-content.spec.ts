import type { PostRecord } from '#modules/content/admin-contract.ts'
import type { Section } from '#modules/content/sections-contract.ts'
import { enterAdmin, heading, test } from './support/admin.ts'
import { picture, uniqueSuffix } from './support/admin-products.ts'
import { anotherBrowser } from './support/another-browser.ts'
import { callApi } from './support/api.ts'
import { expectAccessible } from './support/axe.ts'
import { search } from './support/paths.ts'
import { expect, onlyInFull } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test('the owner writes a post, previews it and publishes it', async ({ page }) => {
  const title = `A walk to the cleft ${uniqueSuffix()}`
  await enterAdmin(page)
  await page.goto('/admin/posts/new')
  await page.getByLabel('Title').fill(title)
  await page
    .getByLabel('Text (Markdown)')
    .fill('## The path\n\nIt is **steep**.\n\n<script>document.title="broken"</script>')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: 'The path' })).toBeVisible()
  await expect(preview.locator('script')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page).toHaveURL(/\/admin\/posts\/\d+$/)
  await expect(heading(page, title)).toBeVisible()
  await page.getByLabel('Status').selectOption('published')
  await expectToast(page, ['status', 'Post published'], () =>
    page.getByRole('button', { name: 'Publish post' }).click(),
  )
  await page.goto('/blogs')
  await page.getByRole('link', { name: title }).first().click()
  await expect(heading(page, title)).toBeVisible()
  await expect(page.getByText('It is steep.')).toBeVisible()
})

test('formats a post with the toolbar and the keyboard, with a picture in the text', async ({ page }) => {
  await enterAdmin(page)
  await page.goto('/admin/posts/new')
  const text = page.getByLabel('Text (Markdown)')
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' })
  const press = (name: string) => toolbar.getByRole('button', { name, exact: true }).click()
  await text.fill('steep')
  await text.selectText()
  await press('Bold')
  await expect(text).toHaveValue('**steep**')
  await expect(text).toBeFocused()
  await page.keyboard.press('Control+b')
  await expect(text).toHaveValue('steep')
  await page.keyboard.press('Control+z')
  await expect(text).toHaveValue('**steep**')
  await page.keyboard.press('End')
  await press('Heading')
  await expect(text).toHaveValue('## **steep**')
  await toolbar.getByRole('button', { name: 'Heading', exact: true }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(toolbar.getByRole('button', { name: 'Subheading' })).toBeFocused()
  await text.press('Control+End')
  await page.getByLabel('Picture in the text').setInputFiles(await picture('path.jpg', '#d8d2c8'))
  await expect(text).toHaveValue(/^## \*\*steep\*\*\n\n!\[Describe the picture\]\(\/media\/\S+-\d+\.webp\)$/)
  await page.keyboard.type('The path')
  const view = page.getByRole('group', { name: 'View' })
  if (await view.isVisible()) await view.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  const image = preview.getByRole('img', { name: 'The path' })
  const source = await image.getAttribute('src')
  expect((await page.request.get(source ?? '')).headers()['content-type']).toBe('image/webp')
  await expectAccessible(page)
})

test('asks before a time that has passed, and shares a draft by a link', async ({ page, browser }) => {
  const title = `A shared draft ${uniqueSuffix()}`
  await enterAdmin(page)
  await page.goto('/admin/posts/new')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Text (Markdown)').fill('Not **yet**.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(heading(page, title)).toBeVisible()
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = await page.getByLabel('Link to the draft').inputValue()
  const visitor = await anotherBrowser(browser)
  const response = await visitor.goto(new URL(link).pathname)
  expect(response?.headers()['cache-control']).toBe('no-store')
  await expect(heading(visitor, title)).toBeVisible()
  await expect(visitor.getByText('This is a draft.')).toBeVisible()
  await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await expectAccessible(visitor)

  await page.getByLabel('Status').selectOption('scheduled')
  await page.getByLabel('Publish at (your local time)').fill('2026-01-01T08:00')
  await page.getByRole('button', { name: 'Schedule post' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Publish the post now?' })
  await dialog.getByRole('button', { name: 'Change time' }).click()
  await page.getByLabel('Publish at (your local time)').fill('2099-01-01T08:00')
  await expectToast(page, ['status', 'Post saved'], () => page.getByRole('button', { name: 'Schedule post' }).click())
  await page.getByLabel('Publish at (your local time)').fill('2026-01-01T08:00')
  await page.getByRole('button', { name: 'Save post' }).click()
  await expectToast(page, ['status', 'Post published'], () =>
    dialog.getByRole('button', { name: 'Publish now' }).click(),
  )
  await visitor.goto(new URL(link).pathname)
  await expect(visitor).toHaveURL(/\/blogs\//)
  await expect(heading(visitor, title)).toBeVisible()
  await visitor.close()
})

test.describe('with a failed call', () => {
  test.use({ allowConsoleErrors: true })
  test('a file that is no picture is named at the text', async ({ page }) => {
    await enterAdmin(page)
    await page.goto('/admin/posts/new')
    const file = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
    await page.getByLabel('Picture in the text').setInputFiles(file)
    await expect(page.getByLabel('Text (Markdown)')).toHaveAccessibleDescription(/picture/)
  })

  test('a revoked link does not work any more', async ({ page }) => {
    const session = await enterAdmin(page)
    const slug = `revoked-${uniqueSuffix()}`
    const data = { slug, title: slug, author: 'Pemba', datePosted: '2026-01-01', excerpt: '', body: 'Not yet.' }
    const { postId } = await callApi<PostRecord>(page.request, session, '/admin/posts', { method: 'POST', data })
    const path = `/admin/posts/${postId}/link`
    const { shareToken } = await callApi<PostRecord>(page.request, session, path, { method: 'POST' })
    expect((await page.request.get(`/drafts/${shareToken}`)).status()).toBe(200)
    await page.goto(`/admin/posts/${postId}`)
    await page.getByRole('button', { name: 'Revoke link' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke link' }).click()
    await expect(page.getByRole('button', { name: 'Create link' })).toBeVisible()
    expect((await page.request.get(`/drafts/${shareToken}`)).status()).toBe(404)
  })
})

test('hides a draft from visitors', { tag: onlyInFull }, async ({ page }) => {
  const session = await enterAdmin(page)
  const slug = `draft-${uniqueSuffix()}`
  const data = { slug, title: slug, author: 'Pemba', datePosted: '2026-01-01', excerpt: '', body: 'Not yet.' }
  await callApi<PostRecord>(page.request, session, '/admin/posts', { method: 'POST', data })
  expect((await page.request.get(`/blogs/${slug}`)).status()).toBe(404)
})

test('shows an edited text on its page', async ({ page }) => {
  const session = await enterAdmin(page)
  const newText = `Ask us, whatever the number. ${uniqueSuffix()}`
  await page.goto('/admin/pages')
  const field = page.locator('[name="bulk.lead"]')
  const before = await field.inputValue()
  await field.fill(newText)
  await expectToast(page, ['status', 'Changes saved and published'], () =>
    page.getByRole('button', { name: 'Save changes' }).click(),
  )
  await page.goto('/bulk-buying')
  await expect(page.getByText(newText)).toBeVisible()
  const { version, rows } = await callApi<Section<'texts'>>(page.request, session, '/admin/texts')
  const data = { version, rows: rows.map((row) => (row.key === 'bulk.lead' ? { ...row, text: before } : row)) }
  await callApi(page.request, session, '/admin/texts', { method: 'PUT', data })
})

test('finds products by a synonym that the owner adds', async ({ page }) => {
  const session = await enterAdmin(page)
  const word = `kula${uniqueSuffix().replace(/[^a-z]/g, '')}zzq`
  await page.goto('/admin/pages?part=synonyms')
  await page.getByRole('button', { name: 'Add synonym' }).click()
  const count = await page.getByLabel(/^Word \d+$/).count()
  await page.getByLabel(`Word ${count}`, { exact: true }).fill(word)
  await page.getByLabel('Also finds').last().fill('shaligram')
  await expectToast(page, ['status', 'Changes saved and published'], () =>
    page.getByRole('button', { name: 'Save changes' }).click(),
  )
  await page.goto(search(word))
  await expect(heading(page, `Results for “${word}”`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Products' })).toContainText('Shaligram Ammonite')
  const { version, rows } = await callApi<Section<'synonyms'>>(page.request, session, '/admin/synonyms')
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
  const dialog = page.getByRole('alertdialog', { name: 'Leave page with unsaved changes?' })
  await dialog.getByRole('button', { name: 'Stay on page' }).click()
  await expect(page).toHaveURL('/admin/pages')
  await expect(field).toHaveValue('Ask us.')
  await part.click()
  await dialog.getByRole('button', { name: 'Leave page' }).click()
  await expect(page.getByRole('form', { name: 'Banners' })).toBeVisible()
})
