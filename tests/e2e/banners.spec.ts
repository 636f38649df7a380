import type { Locator, Page } from '@playwright/test'
import { withMedia, withMotion } from './support/chromium.ts'
import { home } from './support/paths.ts'
import { bothWidths, bothWidthsInFull, expect, onlyInFull, onlyPhone, test, waitForHydration } from './support/test.ts'
import { swipe } from './support/touch.ts'

// An installed clock stays in its context.
test.use({ ...withMedia, ...withMotion, ownContext: true })

const dot = (number: number) => `Banner ${number}`

/** A carousel starts when it scrolls near the viewport. */
async function openBanners(page: Page): Promise<Locator> {
  await page.goto(home)
  await waitForHydration(page)
  const banners = page.getByRole('region', { name: 'Stories from the mountain' })
  await banners.scrollIntoViewIfNeeded()
  await expect(banners.locator('.carousel-slides')).toHaveAttribute('style', /transform/)
  return banners
}

test('dots and arrows move the banners in a loop, and Read More opens learn', { tag: bothWidthsInFull }, async ({
  page,
}) => {
  await page.goto(home)
  await waitForHydration(page)
  const banners = page.getByRole('region', { name: 'Stories from the mountain' })
  const current = (number: number) => banners.getByRole('button', { name: dot(number), exact: true })
  await current(3).click()
  await expect(current(3)).toHaveAttribute('aria-current', 'true')
  await banners.getByRole('button', { name: 'Next banner' }).click()
  await expect(current(1)).toHaveAttribute('aria-current', 'true')
  await banners.getByRole('button', { name: 'Previous banner' }).click()
  await expect(current(3)).toHaveAttribute('aria-current', 'true')
  await expect(current(1)).not.toHaveAttribute('aria-current')
  const slide = banners.getByRole('group', { name: '3 of 3' })
  await slide.getByRole('link', { name: 'Read More' }).click()
  await expect(page).toHaveURL('/learn')
})

test('swiping moves the banners forward and back', { tag: [onlyPhone, onlyInFull] }, async ({ page }) => {
  const banners = await openBanners(page)
  const current = banners.locator('.dots [aria-current]')
  await banners.getByRole('button', { name: 'Pause banners' }).tap()
  await swipe(banners.getByRole('group', { name: '1 of 3' }), -0.7)
  await expect(current).toHaveAccessibleName(dot(2))
  await swipe(banners.getByRole('group', { name: '2 of 3' }), 0.7)
  await expect(current).toHaveAccessibleName(dot(1))
  await expect(page).toHaveURL(home)
})

test('banners show wide pictures on a desktop and tall ones on a phone', { tag: [bothWidths, onlyInFull] }, async ({
  page,
  viewport,
}) => {
  await page.goto(home)
  await waitForHydration(page)
  const banners = page.getByRole('region', { name: 'Stories from the mountain' })
  await banners.scrollIntoViewIfNeeded()
  const narrow = (viewport?.width ?? 0) <= 480
  const picture = banners.getByRole('group', { name: '1 of 3' }).locator('img')
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.currentSrc))
    .toMatch(narrow ? /banner-1-small/ : /banner-1-large/)
  const width = await banners.getByRole('group', { name: '1 of 3' }).evaluate((slide) => slide.clientWidth)
  const share = width / (await page.evaluate(() => document.documentElement.clientWidth))
  expect(share).toBeCloseTo(narrow ? 1 : 0.68, 1)
  await expect(banners.getByRole('group', { name: '2 of 3' })).toHaveCSS('opacity', narrow ? '1' : '0.45')
})

test('banners advance after six seconds, except under the pointer, with focus or when paused', {
  tag: onlyInFull,
}, async ({ page }) => {
  await page.clock.install()
  const banners = await openBanners(page)
  const current = banners.locator('.dots [aria-current]')
  await expect(current).toHaveAccessibleName(dot(1))
  await page.clock.fastForward(6100)
  await expect(current).toHaveAccessibleName(dot(2))

  await banners.getByRole('group', { name: '2 of 3' }).hover()
  await page.clock.fastForward(13_000)
  await expect(current).toHaveAccessibleName(dot(2))
  await page.mouse.move(0, 0)

  await banners.getByRole('button', { name: 'Next banner' }).focus()
  await page.clock.fastForward(13_000)
  await expect(current).toHaveAccessibleName(dot(2))

  await page.getByRole('button', { name: 'Send' }).focus()
  await page.clock.fastForward(6100)
  await expect(current).toHaveAccessibleName(dot(3))

  await banners.getByRole('button', { name: 'Pause banners' }).click()
  await page.mouse.move(0, 0)
  await page.getByRole('button', { name: 'Send' }).focus()
  await page.clock.fastForward(13_000)
  await expect(current).toHaveAccessibleName(dot(3))
  await expect(banners.getByRole('button', { name: 'Play banners' })).toBeVisible()
})

test('banners stop in a hidden tab and continue when it is visible again', { tag: onlyInFull }, async ({ page }) => {
  await page.clock.install()
  const current = (await openBanners(page)).locator('.dots [aria-current]')
  await page.clock.fastForward(6100)
  await expect(current).toHaveAccessibleName(dot(2))
  await page.evaluate(setVisibility, 'hidden' as const)
  await page.clock.fastForward(20_000)
  await expect(current).toHaveAccessibleName(dot(2))
  await page.evaluate(setVisibility, 'visible' as const)
  await page.clock.fastForward(6100)
  await expect(current).toHaveAccessibleName(dot(3))
})

/** Headless tabs are never hidden, so this sets the state and fires the event of a real browser. */
function setVisibility(state: 'hidden' | 'visible'): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => state === 'hidden' })
  document.dispatchEvent(new Event('visibilitychange'))
}
