import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { ProductRecord } from '#modules/catalog/admin-contract.ts'
import { enterAdmin, test } from './support/admin.ts'
import { enterAdminWithProduct, unfold, uniqueSuffix } from './support/admin-products.ts'
import { callApi } from './support/api.ts'
import { expect, onlyInFull } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// Refused values are answers with status 400.
test.use({ allowConsoleErrors: true })

const editorOf = ({ productId }: ProductRecord) => `/admin/products/${productId}`
const save = (page: Page, { name }: ProductRecord) =>
  expectToast(page, ['status', `${name} saved`], () => page.getByRole('button', { name: 'Save product' }).click())

test('variants have their own prices and a sale, and the shop shows them', async ({ page }) => {
  const { record } = await enterAdminWithProduct(page)
  await page.goto(editorOf(record))
  await unfold(page, 'Variants')
  for (const [position, name] of ['Small', 'Large'].entries()) {
    await page.getByRole('button', { name: 'Add variant' }).click()
    await page.getByLabel(`Name of variant ${position + 1}`).fill(name)
  }
  await page.getByText('Set another price').last().click()
  await page.getByLabel('Price (NPR) of variant 2', { exact: true }).fill('2 000')
  const dollars = page.getByLabel('Price (USD) of variant 2', { exact: true })
  await page.getByRole('button', { name: 'Save product' }).click()
  await expect(dollars).toBeFocused()
  await expect(dollars).toHaveAccessibleDescription('Please enter a price in both currencies.')
  await dollars.fill('16')
  await page.getByText('Sale', { exact: true }).click()
  await page.getByLabel('Sale price (NPR)', { exact: true }).fill('1,100')
  await page.getByLabel('Sale price (USD)', { exact: true }).fill('6')
  await page.getByRole('button', { name: 'Save product' }).click()
  await expect(page.getByText('The sale price must be lower than the price.')).toBeVisible()
  await page.getByLabel('Sale price (NPR)', { exact: true }).fill('900')
  await expect(page.getByText('The sale price must be lower than the price.')).toBeHidden()
  const saleInDollars = page.getByLabel('Sale price (USD)', { exact: true })
  await page.getByLabel('Sale price (NPR)', { exact: true }).fill('')
  await expect(saleInDollars).toBeVisible()
  await page.getByText('Sale', { exact: true }).click()
  await page.getByRole('button', { name: 'Save product' }).click()
  await expect(page.getByLabel('Sale price (NPR)', { exact: true })).toBeFocused()
  await page.getByLabel('Sale price (NPR)', { exact: true }).fill('900')
  await save(page, record)
  await page.goto(`/shop/crystal/${record.slug}`)
  const price = page.locator('.product-price').first()
  await expect(price).toContainText('from $ 6')
  await expect(price.locator('s')).toContainText('$ 8')
  await page.getByRole('button', { name: 'Large' }).click()
  await expect(price).toHaveText(/^\$ 16/)
})

test('a price of 0 asks, in the editor and in the list', async ({ page }) => {
  const { session, record } = await enterAdminWithProduct(page)
  const stored = () => callApi<ProductRecord>(page.request, session, `/admin/products/${record.productId}`)
  await page.goto(editorOf(record))
  await page.getByLabel('Price (USD)', { exact: true }).fill('0')
  await page.getByRole('button', { name: 'Save product' }).click()
  const question = page.getByRole('alertdialog', { name: `Sell ${record.name} for 0?` })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect((await stored()).priceInUSD).toBe(8)
  await page.getByLabel('Price (USD)', { exact: true }).fill('8')
  await page.goto(`/admin/products?q=${encodeURIComponent(record.name)}`)
  const price = page.getByLabel(`Price of ${record.name} in dollars`)
  await price.fill('0')
  await price.press('Enter')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(price).toHaveValue('8')
  await price.fill('0')
  await price.press('Enter')
  await expectToast(page, ['status', `${record.name} saved`], () =>
    question.getByRole('button', { name: 'Save price of 0' }).click(),
  )
  expect((await stored()).priceInUSD).toBe(0)
})

test('a picture is cropped to 4:5, and the crop can be undone', { tag: onlyInFull }, async ({ page }) => {
  await enterAdmin(page)
  await page.goto('/admin/products/new')
  const buffer = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#778899' } })
    .jpeg()
    .toBuffer()
  await page.getByLabel(/^Add pictures/).setInputFiles([{ name: 'wide.jpg', mimeType: 'image/jpeg', buffer }])
  const size = () =>
    page
      .getByRole('list', { name: 'Pictures' })
      .locator('img')
      .evaluate((img) => `${img.getAttribute('width')} × ${img.getAttribute('height')}`)
  await page.getByRole('button', { name: 'Crop picture 1' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Crop picture' })
  await dialog.getByLabel('From left to right').press('End')
  await dialog.getByRole('button', { name: 'Crop picture' }).click()
  await expect.poll(size).toBe('640 × 800')
  await expect(page.getByRole('button', { name: 'Crop picture 1' })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(size).toBe('1200 × 800')
})

test('what is typed survives a closed tab', async ({ page, context }) => {
  await enterAdmin(page)
  await page.goto('/admin')
  const old = JSON.stringify({ writtenAt: Date.now() - 8 * 24 * 3_600_000, draft: { name: 'Old' } })
  await page.evaluate((draft) => localStorage.setItem('draft:me:product 1', draft), old)
  await page.goto('/admin/products/new')
  const name = `Half typed ${uniqueSuffix()}`
  await page.getByLabel('Name', { exact: true }).fill(name)
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length)
  await expect.poll(drafts).toBe(1)
  const other = await context.newPage()
  await other.goto('/admin/products/new')
  await expect(other.getByLabel('Name', { exact: true })).toHaveValue(name)
  await other.close()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('Save stays in view and sections fold', async ({ page }) => {
    const { record } = await enterAdminWithProduct(page)
    await page.goto(editorOf(record))
    const saveButton = page.getByRole('button', { name: 'Save product' })
    await expect(saveButton).toBeInViewport({ ratio: 1 })
    await page.getByLabel('Price (NPR)', { exact: true }).scrollIntoViewIfNeeded()
    await expect(saveButton).toBeInViewport({ ratio: 1 })
    const top = await page.getByLabel('Price (NPR)', { exact: true }).evaluate((field) => {
      return field.getBoundingClientRect().top + window.scrollY
    })
    expect(top).toBeLessThan(2 * 844)
    await expect(page.getByLabel('Altitude (m)')).toBeHidden()
    await page.getByRole('button', { name: /^Product details/ }).click()
    await page.getByLabel('Altitude (m)').fill('9999')
    await page.getByRole('button', { name: /^Product details/ }).click()
    await saveButton.click()
    await expect(page.getByLabel('Altitude (m)')).toBeFocused()
  })
})
