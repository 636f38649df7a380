import type { Page } from '@playwright/test'
import type { ProductRecord } from '#modules/catalog/admin-contract.ts'
import { test } from './support/admin.ts'
import { enterAdminWithProduct, picture } from './support/admin-products.ts'
import { callApi } from './support/api.ts'
import { expectAccessible, expectNoOverflow, narrowViewport } from './support/axe.ts'
import { bothWidths, expect, waitForHydration } from './support/test.ts'
import { calibrate, changeScreen, widthOf } from './support/true-size.ts'

test.use({ ownContext: true })

const outline = { left: 0.25, top: 0.3, width: 0.5, height: 0.4 }

/** Creates a product whose picture shows it in a box of this width, as high as wide, and opens its page. */
async function openProduct(page: Page, widthMm: number | undefined): Promise<string> {
  const { session, record } = await enterAdminWithProduct(page)
  const path = `/admin/products/${record.productId}`
  const images = []
  if (widthMm !== undefined) {
    const { pictureId } = await uploadPicture(page, session.token)
    images.push({ pictureId, alt: 'A grey square', outline: { ...outline, widthMm } })
  }
  const facts = { ...record.facts, sizeMm: [72, 24, 22] }
  await callApi<ProductRecord>(page.request, session, path, { method: 'PUT', data: { ...record, facts, images } })
  await page.goto(`/shop/crystal/${record.slug}`)
  await waitForHydration(page)
  return record.name
}

async function uploadPicture(page: Page, token: string): Promise<{ pictureId: number }> {
  const response = await page.request.post('/api/admin/pictures', {
    headers: { Authorization: `Bearer ${token}` },
    multipart: { file: await picture('grey.jpg', '#778899') },
  })
  return (await response.json()) as { pictureId: number }
}

const opener = (page: Page) => page.getByRole('button', { name: 'See it at its true size' })
const drawn = (page: Page) => page.getByRole('img', { name: /^The product/ })
const trueSize = (page: Page) => page.getByRole('heading', { name: 'At its true size' })

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 640

test('a product has its real size on each screen and at each zoom', { tag: bothWidths }, async ({ page }) => {
  const widthMm = 30
  const [first, second] = isPhone(page)
    ? [
        { width: 390, height: 844, ratio: 1 },
        { width: 412, height: 915, ratio: 2 },
      ]
    : [
        { width: 1920, height: 1080, ratio: 1 },
        { width: 1512, height: 982, ratio: 2 },
      ]
  await changeScreen(page, first)
  await openProduct(page, widthMm)
  await opener(page).click()
  await page.getByRole('button', { name: 'Show its true size' }).click()
  const scale = await calibrate(page, 5.3)
  const expectTrueSize = async (pixelsPerMm: number) => {
    await expect(trueSize(page)).toBeVisible()
    await expect.poll(async () => Math.abs((await widthOf(drawn(page))) / pixelsPerMm - widthMm)).toBeLessThan(0.5)
  }
  await expectTrueSize(scale)
  await page.getByRole('button', { name: 'Bank card' }).click()
  await expect(page.getByText('must match the drawn one. Scroll to see it.')).toHaveCount(isPhone(page) ? 1 : 0)
  await page.getByRole('button', { name: '1 euro' }).click()

  await changeScreen(page, { ...first, zoom: 1.25 })
  await expectTrueSize(scale / 1.25)

  await changeScreen(page, second)
  await expect(page.getByRole('heading', { name: 'Drawn to scale' })).toBeVisible()
  await page.getByRole('button', { name: 'Show its true size' }).click()
  await expectTrueSize(await calibrate(page, 6.1))

  await changeScreen(page, first)
  await expectTrueSize(scale)
  await page.reload()
  await waitForHydration(page)
  await opener(page).click()
  await expectTrueSize(scale)
})

test('by keyboard: opens, measures the screen, compares, forgets and returns the focus', { tag: bothWidths }, async ({
  page,
}) => {
  const name = await openProduct(page, 30)
  await opener(page).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog.getByRole('heading', { name: 'Drawn to scale' })).toBeVisible()
  const bar = dialog.getByRole('img', { name: /^Scale: (\d+) mm$/ })
  const [, millimeters] = /(\d+) mm/.exec((await bar.getAttribute('aria-label')) ?? '') ?? []
  const drawnScale = (await widthOf(drawn(page))) / 30
  expect((await widthOf(bar)) / drawnScale).toBeCloseTo(Number(millimeters), 0)
  await expectAccessible(page)

  await dialog.getByRole('button', { name: 'Show its true size' }).press('Enter')
  const slider = dialog.getByRole('slider', { name: 'Size of the frame' })
  const frame = dialog.locator('[data-card-frame]')
  const before = await widthOf(frame)
  await slider.press('ArrowRight')
  const difference = async () => (await widthOf(frame)) - before
  await expect.poll(difference).toBeGreaterThan(0.2)
  expect(await difference()).toBeLessThan(1.5)
  await slider.press('Shift+ArrowLeft')
  await expect.poll(difference).toBeLessThan(-5)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save size' }).press('Enter')
  await expect(trueSize(page)).toBeVisible()

  await dialog.getByRole('button', { name: 'US quarter' }).press('Enter')
  const coin = dialog.getByRole('img', { name: 'US quarter, 24.26 mm wide' })
  await expect.poll(async () => (await widthOf(coin)) / (await widthOf(drawn(page)))).toBeCloseTo(24.26 / 30, 2)
  await expectAccessible(page)
  const viewport = page.viewportSize() ?? narrowViewport
  await page.setViewportSize(narrowViewport)
  await expectNoOverflow(page)
  await page.setViewportSize(viewport)

  await dialog.getByRole('button', { name: 'Measure the screen again' }).press('Enter')
  await dialog.getByRole('button', { name: 'Forget this screen' }).press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Drawn to scale' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener(page)).toBeFocused()
})

test('a product larger than the window scrolls, and fits on request', { tag: bothWidths }, async ({ page }) => {
  await openProduct(page, 400)
  await opener(page).click()
  await page.getByRole('button', { name: 'Show its true size' }).click()
  const scale = await calibrate(page, 4)
  await expect(page.getByText(/It is larger than this window/)).toBeVisible()
  expect((await widthOf(drawn(page))) / scale).toBeCloseTo(400, 0)
  await expect(drawn(page)).toBeInViewport()
  const drawing = page.getByRole('region', { name: 'Drawing' })
  await drawing.focus()
  const left = () => drawing.evaluate((element) => element.scrollLeft)
  const start = await left()
  await page.keyboard.press('ArrowRight')
  await expect.poll(left).toBeGreaterThan(start)
  await page.getByRole('button', { name: 'Fit to screen' }).click()
  await expect(page.getByRole('heading', { name: 'Drawn to scale' })).toBeVisible()
  await expect(drawn(page)).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Show its true size' }).click()
  await expect(trueSize(page)).toBeVisible()
})

test('without a picture the frame has the two longest sides', async ({ page }) => {
  await openProduct(page, undefined)
  await opener(page).click()
  await expect(page.getByText(/The frame is 72 mm × 24 mm, the two longest sides/)).toBeVisible()
  const { width = 0, height = 1 } = (await drawn(page).boundingBox()) ?? {}
  expect(width / height).toBeCloseTo(3, 1)
})

test('the dialog is loaded on first use', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await openProduct(page, 30)
  const dialogFiles = () => requested.filter((url) => url.includes('size-dialog'))
  expect(dialogFiles()).toEqual([])
  await opener(page).click()
  await expect(page.getByRole('heading', { name: 'Drawn to scale' })).toBeVisible()
  expect(dialogFiles().length).toBeGreaterThan(0)
})
