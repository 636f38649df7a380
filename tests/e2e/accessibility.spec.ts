import { AxeBuilder } from '@axe-core/playwright'
import { home, product, publicPages } from './addresses.ts'
import { expect, hydrated, test } from './visit.ts'

const narrowest = 320

// Colours are measured as they stand, not half-way through a fade.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const { title, address } of publicPages) {
  test(`axe finds nothing on ${title}`, async ({ page }) => {
    await page.goto(address)
    await hydrated(page)
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze()
    const found = violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(' ')})`)
    expect(found).toEqual([])
  })

  test(`${title} has one main heading, one main part and a language`, async ({ page }) => {
    await page.goto(address)
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByRole('main')).toHaveCount(1)
    await expect(page.getByRole('banner')).toHaveCount(1)
    await expect(page.getByRole('contentinfo')).toHaveCount(1)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page).toHaveTitle(/ALPINE/)
  })

  test(`${title} fits a screen ${narrowest} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width: narrowest, height: 640 })
    await page.goto(address)
    await hydrated(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(narrowest)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(narrowest)
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
