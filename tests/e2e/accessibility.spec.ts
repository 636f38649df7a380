import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { home, product, publicPages } from './addresses.ts'
import { expect, hydrated, test } from './visit.ts'

const narrowest = 320
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze()
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(' ')})`)
}

// Colours are measured as they stand, not half-way through a fade.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const { title, address } of publicPages) {
  test(`everybody can use ${title}: axe finds nothing, and it fits a screen ${narrowest} pixels wide`, async ({
    page,
  }) => {
    await page.goto(address)
    await hydrated(page)
    await expect(page).toHaveTitle(/ALPINE/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    for (const role of ['banner', 'main', 'contentinfo'] as const) await expect(page.getByRole(role)).toHaveCount(1)
    expect(await axeFindings(page)).toEqual([])

    await page.setViewportSize({ width: narrowest, height: 640 })
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(narrowest)
    expect(await axeFindings(page), `at ${narrowest} pixels`).toEqual([])
  })
}

for (const [title, address] of [
  ['home', home],
  ['a product', product('crystal', 'citrine-point')],
  ['an address where nothing is', '/nowhere'],
] as const) {
  test(`with the keyboard, the way past the header comes first on ${title}`, async ({ page }) => {
    await page.goto(address)
    await hydrated(page)
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).not.toBeInViewport()
    await page.keyboard.press('Tab')
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/#content$/)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
  })
}

test('with the keyboard alone a visitor gets from the home page into the shop', async ({ page }) => {
  await page.goto(home)
  await hydrated(page)
  await page.getByRole('link', { name: 'SHOP NOW' }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle(/^Shop/)
})
