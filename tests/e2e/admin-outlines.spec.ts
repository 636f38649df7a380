import type { Locator, Page } from '@playwright/test'
import type { ProductRecord } from '#modules/catalog/admin-contract.ts'
import { test } from './support/admin.ts'
import { enterAdminWithProduct, picture, unfold } from './support/admin-products.ts'
import { callApi } from './support/api.ts'
import { expectAccessible } from './support/axe.ts'
import { withMedia } from './support/chromium.ts'
import { bothWidths, expect } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.use(withMedia)

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Outline of picture 1' })
const box = (page: Page) => dialogOf(page).getByRole('button', { name: /^Outline/ })

async function openEditor(page: Page) {
  const { session, record } = await enterAdminWithProduct(page)
  await page.goto(`/admin/products/${record.productId}`)
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
  await unfold(page, 'Product details')
  await page.getByLabel('Length × width × height (mm) (optional)').fill('24 × 72 × 22')
  await page.getByLabel(/^Add pictures/).setInputFiles([await picture('grey.jpg', '#778899')])
  const stored = () => callApi<ProductRecord>(page.request, session, `/admin/products/${record.productId}`)
  const save = () =>
    expectToast(page, ['status', `${record.name} saved`], () =>
      page.getByRole('button', { name: 'Save product' }).click(),
    )
  return { record, stored, save }
}

test('the outline is marked by keyboard, changed and removed', async ({ page }) => {
  const { record, stored, save } = await openEditor(page)
  await page.getByRole('button', { name: 'Mark the outline of picture 1' }).press('Enter')
  await expect(dialogOf(page).getByLabel('The box is (mm)')).toHaveValue('72')
  await expect(dialogOf(page).getByLabel('Measured')).toHaveValue('height')
  await box(page).press('ArrowRight')
  await box(page).press('ArrowUp')
  await box(page).press('Shift+ArrowLeft')
  await dialogOf(page).getByRole('button', { name: 'Corner bottom left' }).press('ArrowDown')
  await expectAccessible(page)
  await dialogOf(page).getByRole('button', { name: 'Mark outline' }).press('Enter')
  await expect(dialogOf(page)).toHaveCount(0)
  await save()
  const outline = { left: 0.205, top: 0.195, width: 0.595, height: 0.605 }
  const widthMm = Math.round((7200 * (0.595 * 800)) / (0.605 * 1000)) / 100
  expect((await stored()).images.map((image) => image.outline)).toEqual([{ ...outline, widthMm }])

  await page.getByRole('button', { name: 'Change the outline of picture 1' }).click()
  const length = dialogOf(page).getByLabel('The box is (mm)')
  await expect(length).toHaveValue('72')
  await length.fill('0')
  await dialogOf(page).getByRole('button', { name: 'Mark outline' }).click()
  await expect(length).toHaveAccessibleDescription('Please enter a length of 0.1 mm or more.')
  await length.fill('50.5')
  await dialogOf(page).getByLabel('Measured').selectOption('wide')
  await dialogOf(page).getByRole('button', { name: 'Mark outline' }).click()
  await save()
  expect((await stored()).images[0]?.outline).toEqual({ ...outline, widthMm: 50.5 })
  await page.goto(`/shop/crystal/${record.slug}`)
  await page.getByRole('button', { name: 'See it at its true size' }).click()
  await expect(page.getByRole('img', { name: 'The product, 51 mm wide and 64 mm high' })).toBeVisible()

  await page.goto(`/admin/products/${record.productId}`)
  await page.getByRole('button', { name: 'Change the outline of picture 1' }).click()
  await dialogOf(page).getByRole('button', { name: 'Remove outline' }).click()
  await save()
  expect((await stored()).images.map((image) => image.outline)).toEqual([null])
})

test('the outline is dragged with a pointer', { tag: bothWidths }, async ({ page }) => {
  const { stored, save } = await openEditor(page)
  await page.getByRole('button', { name: 'Mark the outline of picture 1' }).click()
  const placeOf = async (element: Locator) => (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await expect.poll(async () => (await placeOf(box(page))).width).toBeGreaterThan(50)
  const start = await placeOf(box(page))
  const picture = { width: start.width / 0.6, height: start.height / 0.6 }
  const drag = async (handle: Locator, right: number, down: number) => {
    await handle.hover()
    const { x, y, width, height } = await placeOf(handle)
    const [centerX, centerY] = [x + width / 2, y + height / 2]
    await page.mouse.down()
    await page.mouse.move(centerX + right * picture.width, centerY + down * picture.height, { steps: 3 })
    await page.mouse.up()
  }
  await drag(box(page), 0.1, -0.05)
  await expect.poll(async () => (await placeOf(box(page))).x).toBeGreaterThan(start.x + 0.05 * picture.width)
  await drag(dialogOf(page).getByRole('button', { name: 'Corner top left' }), -0.05, 0.1)
  await expect.poll(async () => (await placeOf(box(page))).height).toBeLessThan(0.55 * picture.height)
  await dialogOf(page).getByRole('button', { name: 'Mark outline' }).click()
  await save()
  const [image] = (await stored()).images
  const near = (value: number) => expect.closeTo(value, 1)
  expect(image?.outline).toEqual({
    left: near(0.25),
    top: near(0.25),
    width: near(0.65),
    height: near(0.5),
    widthMm: expect.closeTo((72 * 0.65 * 800) / (0.5 * 1000), -1),
  })
})
