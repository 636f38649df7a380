import { dot, nearBanners } from './banners-visit.ts'
import { expect, test } from './visit.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test.describe('the banners', () => {
  test('move on after six seconds, but not while they are looked at, in use or paused', async ({ page }) => {
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

  test('wait in a tab that nobody sees, and go on in one that is seen again', async ({ page }) => {
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
})

/** A tab without a window is never hidden by itself, so the page is told what a browser would tell it. */
function setVisibility(state: 'hidden' | 'visible'): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => state === 'hidden' })
  document.dispatchEvent(new Event('visibilitychange'))
}
