import { publicPages } from './addresses.ts'
import { expectNoBarriers } from './axe.ts'
import { expectValidMarkup } from './markup.ts'
import { expect, hydrated, test } from './visit.ts'

const narrowest = 320

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const { title, address } of publicPages) {
  test(`everybody can use ${title}: axe finds nothing, and it fits the narrowest screen`, async ({
    page,
    isMobile,
  }) => {
    await page.goto(address)
    await hydrated(page)
    await expect(page).toHaveTitle(/ALPINE/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    for (const role of ['banner', 'main', 'contentinfo'] as const) await expect(page.getByRole(role)).toHaveCount(1)
    await expectNoBarriers(page)
    if (!isMobile) return expectValidMarkup(page)
    await page.setViewportSize({ width: narrowest, height: 640 })
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(narrowest)
  })
}
