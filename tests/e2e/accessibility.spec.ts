import { publicPages } from './support/addresses.ts'
import { expectNoBarriers, expectNoOverflow, narrowest } from './support/axe.ts'
import { expectValidMarkup } from './support/markup.ts'
import { expect, hydrated, test } from './support/test.ts'

for (const { title, address } of publicPages) {
  test(`has no barriers and valid markup on ${title}, which fits the narrowest screen`, async ({ page }) => {
    await page.goto(address)
    await hydrated(page)
    await expect(page).toHaveTitle(/ALPINE/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    for (const role of ['banner', 'main', 'contentinfo'] as const) await expect(page.getByRole(role)).toHaveCount(1)
    await expectNoBarriers(page)
    await expectValidMarkup(page)
    await page.setViewportSize({ width: narrowest, height: 640 })
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expectNoOverflow(page)
  })
}
