import type { Locator, Page } from '@playwright/test'
import { home } from './support/addresses.ts'
import { withMedia, withMotion } from './support/chromium.ts'
import { bothWidths, bothWidthsInFull, expect, hydrated, onlyInFull, onlyPhone, test } from './support/test.ts'
import { swipe } from './support/touch.ts'

// A clock that was set stays set in its context.
test.use({ ...withMedia, ...withMotion, ownContext: true })

const dot = (number: number) => `Banner ${number}`

/** A carousel wakes when somebody comes near. */
async function nearBanners(page: Page): Promise<Locator> {
  await page.goto(home)
  await hydrated(page)
  const banners = page.getByRole('region', { name: 'Stories from the mountain' })
  await banners.scrollIntoViewIfNeeded()
  await expect(banners.locator('.carousel-slides')).toHaveAttribute('style', /transform/)
  return banners
}

test('banners go round by dots and arrows, and lead to the story', { tag: bothWidthsInFull }, async ({ page }) => {
  await page.goto(home)
  await hydrated(page)
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

test('banners are swiped on and back', { tag: [onlyPhone, onlyInFull] }, async ({ page }) => {
  const banners = await nearBanners(page)
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
  await hydrated(page)
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

test('banners move on after six seconds, but not under the pointer, with the focus or paused', {
  tag: onlyInFull,
}, async ({ page }) => {
  await page.clock.install()
  const banners = await nearBanners(page)
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

test('banners wait in a hidden tab, and go on when it is seen again', { tag: onlyInFull }, async ({ page }) => {
  await page.clock.install()
  const current = (await nearBanners(page)).locator('.dots [aria-current]')
  await page.clock.fastForward(6100)
  await expect(current).toHaveAccessibleName(dot(2))
  await page.evaluate(setVisibility, 'hidden' as const)
  await page.clock.fastForward(20_000)
  await expect(current).toHaveAccessibleName(dot(2))
  await page.evaluate(setVisibility, 'visible' as const)
  await page.clock.fastForward(6100)
  await expect(current).toHaveAccessibleName(dot(3))
})

/** A tab without a window is never hidden by itself, so the page is told what a browser would tell it. */
function setVisibility(state: 'hidden' | 'visible'): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => state === 'hidden' })
  document.dispatchEvent(new Event('visibilitychange'))
}
