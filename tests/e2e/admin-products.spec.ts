import type { ProductRecord } from '#modules/catalog/admin-contract.ts'
import { enterAdmin, heading, test } from './support/admin.ts'
import { enterAdminWithProduct, picture, unfold, uniqueSuffix } from './support/admin-products.ts'
import { callApi } from './support/api.ts'
import { holdRequests } from './support/network.ts'
import { expect, onlyInFull } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test('the owner adds a product with pictures, and the shop shows it', async ({ page }) => {
  await enterAdmin(page)
  const name = `Ganesh Himal Point ${uniqueSuffix()}`
  await page.goto('/admin/products')
  await page.getByRole('link', { name: 'Add product' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await expect(page.getByLabel('URL')).toHaveValue(name.toLowerCase().replaceAll(' ', '-'))
  await page.getByLabel('Description').fill('A clear point, found at 4,200 metres.')
  await page.getByLabel('Price (USD)', { exact: true }).fill('48.50')
  await page.getByLabel('Price (NPR)', { exact: true }).fill('6450')
  await page.getByLabel('Stock', { exact: true }).fill('2')
  await unfold(page, 'Status and organization')
  await page.getByLabel('Tags').fill('quartz, gift')
  await unfold(page, 'Product details')
  await page.getByLabel('Altitude (m)').fill('4200')
  await page
    .getByLabel(/^Add pictures/)
    .setInputFiles([await picture('front.jpg', '#ccd0d4'), await picture('macro.jpg', '#334455')])
  const pictures = page.getByRole('list', { name: 'Pictures' }).getByRole('listitem')
  await expect(pictures.getByRole('button', { name: /^Remove picture/ })).toHaveCount(2)
  await page.getByLabel('Alt text of picture 1').fill('The whole point')
  await page.getByLabel('Alt text of picture 2').fill('Its tip, close up')
  await page.getByRole('button', { name: 'Move picture 2 forward' }).click()
  await expect(page.getByLabel('Alt text of picture 1')).toHaveValue('Its tip, close up')

  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name })).toBeFocused()
  await expect(preview).toContainText('$ 48.50')
  await preview.getByRole('button', { name: 'Back to editing' }).click()

  await page.getByRole('button', { name: 'Add product' }).click()
  await expect(heading(page, name)).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/products\/\d+$/)
  await page.goto(`/shop/crystal/${name.toLowerCase().replaceAll(' ', '-')}`)
  await expect(heading(page, name)).toBeVisible()
  await expect(page.getByRole('img', { name: 'Its tip, close up' }).first()).toBeVisible()
  await expect(page.getByText('$ 48.50').first()).toBeVisible()
})

test.describe('a file that is not a picture', () => {
  test.use({ allowConsoleErrors: true })
  test('is rejected, and the other files are uploaded', { tag: onlyInFull }, async ({ page }) => {
    await enterAdmin(page)
    await page.goto('/admin/products/new')
    const svg = { name: 'stone.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') }
    const field = page.getByLabel(/^Add pictures/)
    await field.setInputFiles([svg, await picture('good.jpg', '#aabbcc')])
    await expect(page.getByRole('button', { name: /^Remove picture/ })).toHaveCount(1)
    const message = page.getByText('stone.png: This file is not a picture we can read.')
    await expect(message).toBeVisible()
    await field.setInputFiles([await picture('other.jpg', '#aabbcd')])
    await expect(message).toBeHidden()
  })
})

test('saves a price edited in the list, and the shop shows it', async ({ page }) => {
  const { record } = await enterAdminWithProduct(page)
  await page.goto(`/admin/products?q=${encodeURIComponent(record.name)}`)
  const price = page.getByLabel(`Price of ${record.name} in dollars`)
  await expectToast(page, ['status', `${record.name} saved`], async () => {
    await price.fill('9.75')
    await price.press('Enter')
  })
  await expect(price).toHaveValue('9.75')
  const stock = page.getByLabel(`Stock of ${record.name}`)
  await stock.fill('7')
  await stock.press('Escape')
  await expect(stock).toHaveValue('5')
  await page.goto(`/shop/crystal/${record.slug}`)
  await expect(page.getByText('$ 9.75').first()).toBeVisible()
})

test('keeps text typed into the next fields while one is being saved', { tag: onlyInFull }, async ({ page }) => {
  const { session, record } = await enterAdminWithProduct(page)
  await page.goto(`/admin/products?q=${encodeURIComponent(record.name)}`)
  const dollars = page.getByLabel(`Price of ${record.name} in dollars`)
  const rupees = page.getByLabel(`Price of ${record.name} in rupees`)
  const stock = page.getByLabel(`Stock of ${record.name}`)
  const releaseRequests = await holdRequests(page, '**/quick')
  await rupees.fill('1,250')
  await rupees.press('Tab')
  await expect(dollars).toBeFocused()
  await dollars.fill('9.75')
  await dollars.press('Tab')
  await expect(stock).toBeFocused()
  await stock.fill('1')
  releaseRequests()
  for (const saved of [dollars, rupees]) await expect(saved).toHaveAttribute('aria-busy', 'false')
  await expect(stock).toBeFocused()
  await stock.press('2')
  await stock.press('Enter')
  const stored = () => callApi<ProductRecord>(page.request, session, `/admin/products/${record.productId}`)
  await expect.poll(stored).toMatchObject({ priceInUSD: 9.75, price: 1250, stock: 12 })
})

test('the editor keeps text typed while it saves', { tag: onlyInFull }, async ({ page }) => {
  const { record } = await enterAdminWithProduct(page)
  await page.goto(`/admin/products/${record.productId}`)
  await page.getByLabel('Description').fill('Saved.')
  const releaseRequests = await holdRequests(page, `**/api/admin/products/${record.productId}`)
  await page.getByRole('button', { name: 'Save product' }).click()
  await unfold(page, 'Status and organization')
  await page.getByLabel('Tags').fill('typed meanwhile')
  await expectToast(page, ['status', `${record.name} saved`], async () => releaseRequests())
  await expect(page.getByLabel('Tags')).toHaveValue('typed meanwhile')
  await expect(page.getByLabel('Description')).toHaveValue('Saved.')
  await expect(page.getByText('You have unsaved changes.').filter({ visible: true })).toBeVisible()
})

test('unsaved changes survive a reload, and leaving the page discards them', { tag: onlyInFull }, async ({ page }) => {
  const { record } = await enterAdminWithProduct(page)
  await page.goto(`/admin/products/${record.productId}`)
  await unfold(page, 'Status and organization')
  const tags = page.getByLabel('Tags')
  await tags.fill('typed before the reload')
  await expectToast(page, ['status', 'Your unsaved changes are still here'], async () => void (await page.reload()))
  await expect(tags).toHaveValue('typed before the reload')
  await expect(page.getByText('You have unsaved changes.').filter({ visible: true })).toBeVisible()

  await page.getByRole('link', { name: 'Products', exact: true }).first().click()
  await page.getByRole('button', { name: 'Leave page' }).click()
  await expect(page).toHaveURL(/\/admin\/products$/)
  await page.goto(`/admin/products/${record.productId}`)
  await expect(tags).toHaveValue(record.tags.join(', '))
})

test.describe('a price that someone else changed', () => {
  test.use({ expectedFailures: ['/api/admin/products'] })
  test('is not overwritten without a warning, and the typed value stays', { tag: onlyInFull }, async ({ page }) => {
    const { record: other } = await enterAdminWithProduct(page)
    const { session, record } = await enterAdminWithProduct(page)
    await page.goto('/admin/products?q=Moon+Stone')
    const releaseRequests = await holdRequests(page, '**/quick')
    const price = page.getByLabel(`Price of ${record.name} in rupees`)
    const elsewhere = page.getByLabel(`Stock of ${other.name}`)
    await elsewhere.fill('7')
    await elsewhere.press('Enter')
    await price.fill('1300')
    const path = `/admin/products/${record.productId}`
    const data = { version: record.version, price: 1200 }
    await callApi(page.request, session, `${path}/quick`, { method: 'PUT', data })
    releaseRequests()
    await expect(elsewhere).toHaveAttribute('aria-busy', 'false')
    await price.press('Enter')
    await expect(page.getByText('Not saved. The current value is 1200.')).toBeVisible()
    await expect(price).toHaveValue('1300')
    await price.press('Enter')
    const stored = () => callApi<ProductRecord>(page.request, session, path)
    await expect.poll(stored).toMatchObject({ price: 1300 })
    await expect(page.getByText('Not saved.')).toHaveCount(0)
  })
})

test.describe('two people who edit one product', () => {
  test.use({ allowConsoleErrors: true })
  test('resolve the conflict without losing changes', { tag: onlyInFull }, async ({ page }) => {
    const { session, record } = await enterAdminWithProduct(page)
    await page.goto(`/admin/products/${record.productId}`)
    await page.getByLabel('Name', { exact: true }).fill(`${record.name} of mine`)
    const data = {
      ...record,
      name: `${record.name} of theirs`,
      description: 'Their words.',
      relatedIds: [],
      images: [],
      attributes: [],
    }
    await callApi(page.request, session, `/admin/products/${record.productId}`, { method: 'PUT', data })
    await page.getByRole('button', { name: 'Save product' }).click()
    const merge = page.getByRole('alert').filter({ hasText: 'Someone else changed this while you were editing' })
    await expect(merge.getByRole('group', { name: 'Name' })).toContainText(/of mine.*of theirs/s)
    await expect(merge.getByRole('group', { name: 'Description' })).toHaveCount(0)
    await merge
      .getByRole('group', { name: 'Name' })
      .getByLabel(/^Your version/)
      .check()
    await merge.getByRole('button', { name: 'Merge changes' }).click()
    await expect(page.getByLabel('Description')).toHaveValue('Their words.')
    await page.getByRole('button', { name: 'Save product' }).click()
    await expect(heading(page, `${record.name} of mine`)).toBeVisible()
  })
})

test('archives a product after a confirmation, and unarchives it', async ({ page }) => {
  const { record } = await enterAdminWithProduct(page)
  await page.goto(`/admin/products/${record.productId}`)
  await page.getByRole('button', { name: 'Archive product' }).click()
  const dialog = page.getByRole('alertdialog', { name: `Archive ${record.name}?` })
  await expect(dialog).toContainText('can no longer see or buy this product')
  await dialog.getByRole('button', { name: 'Archive product' }).click()
  await expect(page.getByText('This product is archived')).toBeVisible()
  expect((await page.request.get(`/api/product/${record.slug}`)).status()).toBe(404)
  await page.getByRole('button', { name: 'Unarchive product' }).click()
  await expect(page.getByText('This product is archived')).toHaveCount(0)
  expect((await page.request.get(`/api/product/${record.slug}`)).status()).toBe(200)
})

test('filters keep the focus and typed text, and follow Back and Forward', { tag: onlyInFull }, async ({ page }) => {
  await enterAdmin(page)
  await page.goto('/admin/products')
  const stock = page.getByRole('combobox', { name: 'Stock' })
  await stock.focus()
  await stock.selectOption('low')
  await expect(page).toHaveURL(/stock=low/)
  await expect(stock).toBeFocused()
  const search = page.getByRole('searchbox', { name: 'Name, tag or description' })
  const releaseRequests = await holdRequests(page, '**/api/admin/products?*')
  await search.fill('ring')
  await search.press('Enter')
  await search.pressSequentially(' of silver')
  releaseRequests()
  await expect(page).toHaveURL(/q=ring&.*stock=low/)
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('ring of silver')
  await page.goBack()
  await expect(search).toHaveValue('')
  await expect(stock).toHaveValue('low')
  await page.goBack()
  await expect(stock).toHaveValue('')
  await page.goForward()
  await expect(stock).toHaveValue('low')
  await page.getByRole('link', { name: 'Clear filters' }).press('Enter')
  await expect(page).toHaveURL('/admin/products')
  await expect(stock).toHaveValue('')
  await expect(search).toBeFocused()
})

test('a changed URL redirects from the old one, and only the new one is in the sitemap', async ({ page, baseURL }) => {
  const { session, record } = await enterAdminWithProduct(page)
  const { productId, slug } = record
  const rename = async (newSlug: string) => {
    await page.goto(`/admin/products/${productId}`)
    await page.getByLabel('URL').fill(newSlug)
    await page.getByRole('button', { name: 'Save product' }).click()
    await expect
      .poll(() => callApi<ProductRecord>(page.request, session, `/admin/products/${productId}`))
      .toMatchObject({ slug: newSlug })
  }
  await rename(`${slug}-new`)
  await rename(`${slug}-newest`)
  for (const old of [slug, `${slug}-new`]) {
    const response = await page.request.get(`/shop/crystal/${old}`, { maxRedirects: 0 })
    expect([response.status(), response.headers().location]).toEqual([301, `/shop/crystal/${slug}-newest`])
    expect((await page.request.get(`/api/product/${old}`)).status()).toBe(404)
  }
  await page.goto(`/shop/crystal/${slug}`)
  await expect(page).toHaveURL(`${baseURL}/shop/crystal/${slug}-newest`)
  const sitemap = await (await page.request.get('/sitemap.xml')).text()
  expect(sitemap).toContain(`/${slug}-newest<`)
  expect(sitemap).not.toContain(`/${slug}<`)
  await rename(slug)
  expect((await page.request.get(`/shop/crystal/${slug}`, { maxRedirects: 0 })).status()).toBe(200)
})
