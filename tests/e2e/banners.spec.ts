import { home } from './addresses.ts'
import { dot, nearBanners } from './banners-visit.ts'
import { swipe } from './touch.ts'
import { expect, hydrated, test } from './visit.ts'

test.describe('the banners', () => {
  test('go round by dots and arrows, and lead to the story', async ({ page }) => {
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

  test('are swiped on and back', async ({ page, isMobile }) => {
    test.skip(!isMobile, 'needs a touch screen')
    const banners = await nearBanners(page)
    const current = banners.locator('.dots [aria-current]')
    await banners.getByRole('button', { name: 'Pause banners' }).tap()
    await swipe(banners.getByRole('group', { name: '1 of 3' }), -0.7)
    await expect(current).toHaveAccessibleName(dot(2))
    await swipe(banners.getByRole('group', { name: '2 of 3' }), 0.7)
    await expect(current).toHaveAccessibleName(dot(1))
    await expect(page).toHaveURL(home)
  })

  test('come as wide or as tall pictures, as the screen is', async ({ page, viewport }) => {
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
})
