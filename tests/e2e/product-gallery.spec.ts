import type { Locator, Page } from '@playwright/test'
import { fetchProduct } from './support/api.ts'
import { withMedia, withMotion } from './support/chromium.ts'
import { product } from './support/paths.ts'
import { bothWidths, bothWidthsInFull, expect, onlyInFull, onlyPhone, test, waitForHydration } from './support/test.ts'
import { swipe } from './support/touch.ts'

test.use({ ...withMedia, ...withMotion })

const featured = product('Jewellery', 'ruby-halo-ring')
const notFeatured = product('crystal', 'citrine-point')

const gallery = (page: Page): Locator => page.getByRole('region', { name: /^Pictures of/ })

test('shows every picture of a product with thumbnails', { tag: bothWidthsInFull }, async ({ page }) => {
  const { imageUrlList } = await fetchProduct(page.request, 'citrine-point')
  expect(imageUrlList.length).toBeGreaterThan(1)
  await page.goto(notFeatured)
  await waitForHydration(page)
  const thumbs = gallery(page).getByRole('button', { name: /^Show picture/ })
  await expect(thumbs).toHaveCount(imageUrlList.length)
  await expect(thumbs.first()).toHaveAttribute('aria-current', 'true')
  await thumbs.nth(1).click()
  await expect(thumbs.nth(1)).toHaveAttribute('aria-current', 'true')
  const second = gallery(page).getByRole('img', { name: imageUrlList[1]?.alt ?? '' })
  await expect(second).toBeInViewport({ ratio: 0.3 })
})

test('starts with the second picture of a featured product', { tag: bothWidthsInFull }, async ({ page }) => {
  const { imageUrlList } = await fetchProduct(page.request, 'ruby-halo-ring')
  await page.goto(featured)
  await expect(gallery(page).getByRole('img', { name: imageUrlList[1]?.alt ?? '' })).toBeVisible()
  await expect(gallery(page).getByRole('img', { name: imageUrlList[0]?.alt ?? '' })).toHaveCount(0)
  const pictureCount = imageUrlList.length - 1
  const thumbs = gallery(page).getByRole('button', { name: /^Show picture/ })
  await expect(thumbs, 'a single picture needs no thumbnail').toHaveCount(pictureCount > 1 ? pictureCount : 0)
})

test('the caption changes with the picture without a layout shift', { tag: bothWidthsInFull }, async ({ page }) => {
  const { imageUrlList } = await fetchProduct(page.request, 'ruby-halo-ring')
  const [, first, second] = imageUrlList.map(({ alt }) => alt)
  await page.goto(featured)
  await waitForHydration(page)
  const caption = (text: string | undefined) => page.locator('figcaption').getByText(text ?? '', { exact: true })
  const title = page.getByRole('heading', { level: 1 })
  const before = await title.boundingBox()
  await expect(caption(first)).toBeVisible()
  await expect(caption(second)).toBeHidden()
  await gallery(page).getByRole('button', { name: 'Show picture 2 of 2' }).click()
  await expect(caption(second)).toBeVisible()
  await expect(caption(first)).toBeHidden()
  expect(await title.boundingBox()).toEqual(before)
})

test('preloads its first picture with high priority', { tag: bothWidthsInFull }, async ({ request }) => {
  const html = await (await request.get(notFeatured)).text()
  const preload = /<link rel="preload"[^>]*as="image"[^>]*>/.exec(html)?.[0] ?? ''
  expect(preload).toMatch(/imagesrcset="\/media\/[^"]+avif/i)
  expect(preload).toMatch(/fetchpriority="high"/i)
  expect(html).toMatch(/<img[^>]*loading="eager"/)
})

test('magnifies under the pointer', { tag: onlyInFull }, async ({ page }) => {
  await page.goto(notFeatured)
  await waitForHydration(page)
  const box = page.locator('.zoom-box')
  const picture = gallery(page).getByRole('button', { name: /^View picture 1/ })
  await picture.hover({ position: { x: 300, y: 300 } })
  await expect(box).toBeVisible()
  const { width = 0 } = (await picture.boundingBox()) ?? {}
  const size = await box.evaluate((element) => Number.parseFloat(getComputedStyle(element).backgroundSize))
  const { imageUrlList } = await fetchProduct(page.request, 'citrine-point')
  expect(size, 'no larger than the file').toBeCloseTo(Math.min(imageUrlList[0]?.width ?? 0, 2.5 * width), 0)
  await page.getByRole('main').getByRole('heading', { level: 1 }).hover()
  await expect(box).toBeHidden()
})

test('opens full screen, zooms, shows the next picture and returns the focus', { tag: bothWidths }, async ({
  page,
}) => {
  await page.goto(notFeatured)
  await waitForHydration(page)
  const viewButton = gallery(page).getByRole('button', { name: /^View picture 1/ })
  await viewButton.click()
  const viewer = page.getByRole('dialog', { name: 'Citrine Point' })
  await expect(viewer).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Previous picture' })).toHaveAttribute('aria-disabled', 'true')
  await viewer.getByRole('button', { name: 'Zoom in' }).click()
  await expect(viewer.getByRole('img')).toHaveCSS('transform', /^matrix\(1\.5,/)
  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByText('2 of 2')).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Zoom out' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(viewButton).toBeFocused()
})

test('zooms with a pinch', { tag: onlyPhone }, async ({ page }) => {
  await page.goto(notFeatured)
  await waitForHydration(page)
  await gallery(page)
    .getByRole('button', { name: /^View picture 1/ })
    .tap()
  const picture = page.getByRole('dialog').getByRole('img')
  await expect(picture).toBeVisible()
  const touch = await page.context().newCDPSession(page)
  const fingers = (apart: number) => [
    { x: 195 - apart, y: 400, id: 1 },
    { x: 195 + apart, y: 400, id: 2 },
  ]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(30) })
  for (const apart of [45, 60, 75])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect
    .poll(() => picture.evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).a))
    .toBeGreaterThan(2)
})

test('swiping shows the next picture', { tag: onlyPhone }, async ({ page }) => {
  await page.goto(notFeatured)
  await waitForHydration(page)
  await swipe(gallery(page).getByRole('button', { name: /^View picture 1/ }), -0.8)
  await expect(gallery(page).getByRole('button', { name: 'Show picture 2 of 2' })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
