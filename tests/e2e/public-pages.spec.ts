import { expectAccessible, expectNoOverflow, narrowViewport } from './support/axe.ts'
import { withMedia } from './support/chromium.ts'
import { expectValidMarkup } from './support/markup.ts'
import { publicPages } from './support/paths.ts'
import { expectPicturesInView, watchPolicy } from './support/policy.ts'
import { shopUnderTest } from './support/shop-under-test.ts'
import { expect, onlyInFull, test, waitForHydration } from './support/test.ts'

test.use(withMedia)

for (const { title, path, variant } of publicPages) {
  const tag = variant ? onlyInFull : []
  test(`${title}: accessible, valid markup, no other host, no overflow on the narrowest screen`, { tag }, async ({
    page,
  }) => {
    const { hosts, violations } = await watchPolicy(page)
    await page.goto(path)
    await waitForHydration(page)
    await expect(page).toHaveTitle(/ALPINE/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    for (const role of ['banner', 'main', 'contentinfo'] as const) await expect(page.getByRole(role)).toHaveCount(1)
    await expectAccessible(page)
    await expectValidMarkup(page)
    await page.setViewportSize(narrowViewport)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expectNoOverflow(page)
    await expectPicturesInView(page)
    expect([...hosts]).toEqual([shopUnderTest().url])
    expect(await violations()).toEqual([])
    expect(await page.context().cookies()).toEqual([])
  })
}
