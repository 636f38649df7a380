import type { Page } from '@playwright/test'
import { enterAdmin, heading, test } from './support/admin.ts'
import { enterAdminWithProduct, uniqueSuffix } from './support/admin-products.ts'
import { bothWidths, expect, onlyInFull, onlyPhone, waitForHydration } from './support/test.ts'
import { toastOf } from './support/toasts.ts'

// An installed clock stays in its context.
test.use({ ownContext: true })

/** Archives the product of the open page, and returns the toast with the Undo button. */
async function archive(page: Page, name: string) {
  await page.getByRole('button', { name: 'Archive product' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive product' }).click()
  const toast = toastOf(page, ['status', `${name} archived`])
  await expect(toast).toBeVisible()
  await expect(page.getByText('This product is archived')).toBeVisible()
  return toast
}

test('Undo in a toast takes the change back, and the toast covers no button of the page', { tag: bothWidths }, async ({
  page,
}) => {
  const { record } = await enterAdminWithProduct(page)
  await page.goto(`/admin/products/${record.productId}`)
  const toast = await archive(page, record.name)
  const toastBox = await toast.boundingBox()
  const headBox = await page.getByRole('button', { name: 'Unarchive product' }).boundingBox()
  expect(toastBox?.y ?? 0).toBeGreaterThan((headBox?.y ?? 0) + (headBox?.height ?? 0))
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('This product is archived')).toHaveCount(0)
  await expect(toastOf(page, ['status', `${record.name} is active again`])).toBeVisible()
  expect((await page.request.get(`/api/product/${record.slug}`)).status()).toBe(200)
})

test('a post fits on a phone, and its toast is above the button that saves', { tag: onlyPhone }, async ({ page }) => {
  await enterAdmin(page)
  await page.goto('/admin/posts/new')
  const title = page.getByLabel('Title')
  const name = `The path ${uniqueSuffix()}`
  await title.fill(name)
  const text = page.getByLabel('Text (Markdown)')
  await text.fill(`![A path](/media/${'0'.repeat(60)}-800.webp)`)
  expect((await text.boundingBox())?.width, 'a long word widens no field').toBe((await title.boundingBox())?.width)
  await page.getByRole('button', { name: 'Save draft' }).click()
  // The page of the saved post replaces the page of the new one.
  await expect(heading(page, name)).toBeVisible()
  const toast = toastOf(page, ['status', 'Post saved'])
  await expect(toast).toBeVisible()
  const save = page.getByRole('button', { name: 'Save post' })
  await expect(save).toBeInViewport({ ratio: 1 })
  const [toastBox, saveBox] = [await toast.boundingBox(), await save.boundingBox()]
  expect((toastBox?.y ?? Infinity) + (toastBox?.height ?? 0)).toBeLessThanOrEqual(saveBox?.y ?? 0)
})

test('a toast with an action stays for ten seconds and is reached with F6', { tag: onlyInFull }, async ({ page }) => {
  const { record } = await enterAdminWithProduct(page)
  await page.clock.install()
  await page.goto(`/admin/products/${record.productId}`)
  await waitForHydration(page)
  const toast = await archive(page, record.name)
  await page.clock.fastForward(6000)
  await expect(toast).toBeVisible()
  await page.clock.fastForward(6000)
  await expect(toast).toHaveCount(0)
  await page.getByRole('button', { name: 'Unarchive product' }).click()
  await expect(page.getByText('This product is archived')).toHaveCount(0)

  const again = await archive(page, record.name)
  await page.keyboard.press('F6')
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeFocused()
  await page.clock.fastForward(60_000)
  await expect(again).toBeVisible()
  const undo = again.getByRole('button', { name: 'Undo' })
  for (let presses = 0; presses < 6 && !(await undo.evaluate((button) => button === document.activeElement)); presses++)
    await page.keyboard.press('Tab')
  await expect(undo).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('This product is archived')).toHaveCount(0)
})
