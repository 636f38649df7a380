import type { Page } from '@playwright/test'
import { overlayButton } from './support/overlays.ts'
import { product, search, shop } from './support/paths.ts'
import { cardOf } from './support/product-cards.ts'
import { bothWidths, bothWidthsInFull, expect, onlyInFull, test, waitForHydration } from './support/test.ts'
import { type Toast, toastOf } from './support/toasts.ts'

// An installed clock stays in its context.
test.use({ ownContext: true })

const durationMs = 3000

/** Opens the page and pauses its clock. */
async function openWithPausedClock(page: Page, path: string): Promise<void> {
  await page.clock.install()
  await page.goto(path)
  await waitForHydration(page)
  await page.clock.pauseAt(Date.now() + 60_000)
}

async function expectDuration(page: Page, expected: Toast): Promise<void> {
  const toast = toastOf(page, expected)
  await page.clock.runFor(durationMs - 500)
  await expect(toast).toBeVisible()
  await page.clock.runFor(1000)
  await expect(toast).toHaveCount(0)
}

test('a toast stays for three seconds at the top right below the header', { tag: bothWidthsInFull }, async ({
  page,
  isMobile,
}) => {
  const expected: Toast = ['status', 'Please login to add product to cart']
  await openWithPausedClock(page, search('citrine point'))
  await cardOf(page, 'Citrine Point').getByRole('button', { name: 'ADD TO BAG' }).click()
  await expect(toastOf(page, expected)).toBeVisible()
  await page.clock.runFor(100)
  const screen = page.viewportSize()?.width ?? 0
  const { height: header = 0 } = (await page.getByRole('banner').boundingBox()) ?? {}
  await expect(async () => {
    const { x = 0, y = 0, width = 0 } = (await toastOf(page, expected).boundingBox()) ?? {}
    expect(y).toBeGreaterThan(header)
    expect(y - header).toBeLessThan(40)
    expect(screen - x - width).toBeLessThan(40)
    if (isMobile) expect(width).toBeGreaterThan(screen - 60)
  }).toPass()
  await expectDuration(page, expected)
})

test('a toast stays during a navigation', { tag: [bothWidths, onlyInFull] }, async ({ page }) => {
  const expected: Toast = ['alert', 'login to see cart']
  await openWithPausedClock(page, shop)
  await overlayButton(page, 'Shopping bag').click()
  // The toast appears under the mouse, which would keep it open.
  await page.mouse.move(0, 400)
  await expect(page).toHaveURL(/\/login\?returnTo=/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(toastOf(page, expected)).toBeVisible()
  await expectDuration(page, expected)
})

test('a toast stays under the pointer, but not for ever, and closes by its button', { tag: onlyInFull }, async ({
  page,
}) => {
  const expected: Toast = ['status', 'Please login to save products']
  await openWithPausedClock(page, product('crystal', 'citrine-point'))
  const save = page.getByRole('main').getByRole('button', { name: 'Save Citrine Point' })
  await save.click()
  await toastOf(page, expected).hover()
  await page.clock.runFor(4 * durationMs)
  await expect(toastOf(page, expected)).toBeVisible()
  await page.clock.runFor(durationMs)
  await expect(toastOf(page, expected)).toHaveCount(0)
  await save.click()
  await toastOf(page, expected).getByRole('button', { name: 'Close' }).click()
  await page.clock.runFor(1000)
  await expect(toastOf(page, expected)).toHaveCount(0)
})

test('the same message restarts its toast instead of showing a second one', async ({ page }) => {
  const expected: Toast = ['status', 'Please login to save products']
  await openWithPausedClock(page, product('crystal', 'citrine-point'))
  const press = () => page.getByRole('main').getByRole('button', { name: 'Save Citrine Point' }).click()
  await press()
  await expect(toastOf(page, expected)).toBeVisible()
  await page.clock.runFor(durationMs - 1000)
  await press()
  await page.clock.runFor(100)
  await expect(toastOf(page, expected)).toHaveCount(1)
  await page.clock.runFor(durationMs - 1000)
  await expect(toastOf(page, expected)).toBeVisible()
  await page.clock.runFor(2000)
  await expect(toastOf(page, expected)).toHaveCount(0)
})
