import type { Locator, Page } from '@playwright/test'
import { maxTurnBytes } from '#modules/media/turn.ts'
import { fetchProduct } from './support/api.ts'
import { expectAccessible, expectNoOverflow, narrowViewport } from './support/axe.ts'
import { withMedia, withMotion } from './support/chromium.ts'
import { product } from './support/paths.ts'
import { bothWidths, expect, onlyInFull, onlyPhone, test, waitForHydration } from './support/test.ts'
import { expectToast } from './support/toasts.ts'
import { isStill, shownFrame } from './support/turns.ts'

test.use(withMedia)

const turned = product('crystal', 'clear-quartz-point')

/** Of the frames, in their order. */
const fetchUrls = async (page: Page) =>
  (await fetchProduct(page.request, 'clear-quartz-point')).turnUrlList.map((url) => url.replace('.webp', '.avif'))

const slider = (page: Page): Locator => page.getByRole('slider', { name: 'Turn Clear Quartz Point' })
const turnButton = (page: Page): Locator => page.getByRole('button', { name: 'Turn it' })

async function openProduct(page: Page): Promise<void> {
  await page.goto(turned)
  await waitForHydration(page)
}

async function startTurn(page: Page): Promise<void> {
  await openProduct(page)
  await turnButton(page).click()
  await expect(slider(page)).toBeFocused()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
}

async function drag(page: Page, share: number): Promise<void> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await slider(page).boundingBox()) ?? {}
  const [from, middle] = [x + width / 2 - (width * share) / 2, y + height / 2]
  await page.mouse.move(from, middle)
  await page.mouse.down()
  await page.mouse.move(from + (width * share) / 2, middle)
  await page.mouse.move(from + width * share, middle)
  await page.mouse.up()
}

test('loads nothing before it is pressed, then the front and its neighbors, in at most 400 KB', {
  tag: bothWidths,
}, async ({ page }) => {
  const urls = await fetchUrls(page)
  const requested: string[] = []
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!urls.some((url) => pathname.includes(url.slice(0, -5)))) return
    requested.push(pathname)
    sizes.push(response.body().then(({ length }) => length))
  })
  await openProduct(page)
  const stage = page.locator('.gallery-stage')
  const before = await stage.boundingBox()
  await turnButton(page).hover()
  expect(requested).toEqual([])
  const { width = 0, height = 0 } = (await turnButton(page).boundingBox()) ?? {}
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)

  await turnButton(page).click()
  await expect(slider(page)).toBeFocused()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  expect(requested[0]).toBe(urls[0])
  expect(requested.slice(1, 5).toSorted()).toEqual([1, -1, 2, -2].map((index) => urls.at(index)).toSorted())
  expect(requested.toSorted()).toEqual(urls.toSorted())
  expect((await Promise.all(sizes)).reduce((sum, size) => sum + size)).toBeLessThanOrEqual(maxTurnBytes)
  expect(await shownFrame(page, urls)).toBe(0)
  expect(await stage.boundingBox()).toEqual(before)
})

test('turns with the arrow keys and by dragging, and Escape shows the pictures', { tag: bothWidths }, async ({
  page,
}) => {
  const urls = await fetchUrls(page)
  await startTurn(page)
  const expectTurned = async (degrees: number) => {
    await expect(slider(page)).toHaveAttribute('aria-valuetext', `Turned by ${degrees}°`)
    expect(await shownFrame(page, urls)).toBe(degrees / 15)
  }
  await expectTurned(0)
  await page.keyboard.press('ArrowRight')
  await expectTurned(15)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowDown')
  await expectTurned(345)
  await drag(page, 0.5)
  await expectTurned(165)
  await drag(page, -0.25)
  await expectTurned(75)
  await page.keyboard.press('Home')
  await expectTurned(0)
  await page.keyboard.press('Escape')
  await expect(slider(page)).toHaveCount(0)
  await expect(turnButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(slider(page)).toBeFocused()
  await page.getByRole('button', { name: 'Show pictures' }).click()
  await expect(page.getByRole('button', { name: /^View picture 1/ })).toBeVisible()
})

test('turns with a finger, and the page still scrolls up and down', { tag: onlyPhone }, async ({ page }) => {
  await startTurn(page)
  const touch = await page.context().newCDPSession(page)
  const move = async (by: { x: number; y: number }) => {
    const at = (part: number) => [{ x: 100 + by.x * part, y: 300 + by.y * part, id: 1 }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
    for (const part of [0.25, 0.5, 0.75, 1])
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(part) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await move({ x: 195, y: 0 })
  await expect(slider(page)).toHaveAttribute('aria-valuetext', 'Turned by 180°')
  await move({ x: 0, y: -200 })
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50)
})

test('shows the nearest frame until all are loaded', { tag: onlyInFull }, async ({ page }) => {
  const urls = await fetchUrls(page)
  const others = Promise.withResolvers<void>()
  await page.route('**/media/*-640.*', async (route) => {
    if (!urls.slice(0, 2).includes(new URL(route.request().url()).pathname)) await others.promise
    await route.continue()
  })
  await openProduct(page)
  await turnButton(page).click()
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toHaveAttribute('value', '2')
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight')
  expect(await shownFrame(page, urls.slice(0, 2))).toBe(1)
  others.resolve()
  await expect.poll(() => shownFrame(page, urls)).toBe(5)
})

test('never turns by itself with reduced motion', { tag: onlyInFull }, async ({ page }) => {
  await startTurn(page)
  expect(await isStill(page)).toBe(true)
  await expect(page.getByRole('button', { name: 'Pause the turn' })).toHaveCount(0)
})

test('is accessible while it is turned', { tag: bothWidths }, async ({ page }) => {
  await startTurn(page)
  await expectAccessible(page)
  await page.setViewportSize(narrowViewport)
  await expectNoOverflow(page)
  await expect(slider(page)).toBeVisible()
})

test.describe('without reduced motion', () => {
  test.use(withMotion)

  test('turns slowly until it is touched, and never off the screen', async ({ page }) => {
    const urls = await fetchUrls(page)
    await startTurn(page)
    await expect(slider(page)).toHaveAttribute('aria-valuetext', 'Turning slowly')
    await expect.poll(() => shownFrame(page, urls)).not.toBe(0)
    await page.getByRole('button', { name: 'Pause the turn' }).click()
    await expect(slider(page)).toHaveAttribute('aria-valuetext', /^Turned by \d+°$/)
    expect(await isStill(page)).toBe(true)
    await page.getByRole('button', { name: 'Turn slowly' }).click()
    expect(await isStill(page)).toBe(false)
    await slider(page).press('ArrowRight')
    expect(await isStill(page)).toBe(true)
    await page.getByRole('button', { name: 'Turn slowly' }).click()
    await drag(page, 0.2)
    expect(await isStill(page)).toBe(true)
    await page.getByRole('button', { name: 'Turn slowly' }).click()
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(slider(page)).not.toBeInViewport()
    expect(await isStill(page)).toBe(true)
    await slider(page).scrollIntoViewIfNeeded()
    expect(await isStill(page)).toBe(false)
  })
})

test.describe('a frame that cannot be loaded', () => {
  test.use({ allowConsoleErrors: true })

  test('brings the pictures back with a message', async ({ page }) => {
    const [, , , failing] = await fetchUrls(page)
    await page.route(`**${failing}`, (route) => route.abort())
    await openProduct(page)
    const message = 'The pictures could not be loaded. Please check your connection and try again.'
    await expectToast(page, ['alert', message], () => turnButton(page).click())
    await expect(slider(page)).toHaveCount(0)
    await expect(turnButton(page)).toBeFocused()
    await page.unroute(`**${failing}`)
    await turnButton(page).click()
    await expect(slider(page)).toBeFocused()
  })
})
