import { publicPages } from './support/addresses.ts'
import { expectNoBarriers, expectNoOverflow, narrowest } from './support/axe.ts'
import { withMedia } from './support/chromium.ts'
import { expectValidMarkup } from './support/markup.ts'
import { expectPicturesInView, watchPolicy } from './support/policy.ts'
import { shopUnderTest } from './support/shop-under-test.ts'
import { expect, hydrated, onlyInFull, test } from './support/test.ts'

test.use(withMedia)

for (const { title, address, variant } of publicPages) {
  const tag = variant ? onlyInFull : []
  test(`${title}: no barriers, valid markup, no other host, and it fits the narrowest screen`, { tag }, async ({
    page,
  }) => {
    const { hosts, violations } = await watchPolicy(page)
    await page.goto(address)
    await hydrated(page)
    await expect(page).toHaveTitle(/ALPINE/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    for (const role of ['banner', 'main', 'contentinfo'] as const) await expect(page.getByRole(role)).toHaveCount(1)
    await expectNoBarriers(page)
    await expectValidMarkup(page)
    await page.setViewportSize(narrowest)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expectNoOverflow(page)
    await expectPicturesInView(page)
    expect([...hosts]).toEqual([shopUnderTest().url])
    expect(await violations()).toEqual([])
    expect(await page.context().cookies()).toEqual([])
  })
}
