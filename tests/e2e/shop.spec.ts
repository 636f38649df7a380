import { category, shop, shopPage } from './addresses.ts'
import { holdBack } from './hold-back.ts'
import { cardNames, cardOf, cards, expect, hydrated, more, namesFrom, test } from './visit.ts'

test.describe('load more', () => {
  test('appends, keeps the place and writes the address', async ({ page, request }) => {
    const [first, second] = [
      await namesFrom(request, '/api/product?pageNumber=1'),
      await namesFrom(request, '/api/product?pageNumber=2'),
    ]
    await page.goto(shop)
    await hydrated(page)
    await expect(page.getByText('8 of 60', { exact: true })).toBeVisible()
    await more(page).scrollIntoViewIfNeeded()
    const top = await cardOf(page, first.at(-1) ?? '').boundingBox()
    await more(page).click()
    await expect(page.getByText('16 of 60', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(shopPage(2))
    await expect(cardNames(page)).toHaveText([...first, ...second])
    expect((await cardOf(page, first.at(-1) ?? '').boundingBox())?.y).toBe(top?.y)

    await page.reload()
    await expect(cards(page)).toHaveCount(16)
  })

  test('goes on to the last piece and then is gone', async ({ page }) => {
    await page.goto(shop)
    await hydrated(page)
    for (let shown = 16; shown <= 64; shown += 8) {
      await more(page).click()
      await expect(page.getByText(`${Math.min(shown, 60)} of 60`, { exact: true })).toBeVisible()
    }
    await expect(cards(page)).toHaveCount(60)
    expect(new Set(await cardNames(page).allTextContents()).size).toBe(60)
    await expect(more(page)).toHaveCount(0)
    await expect(page.getByText('60 of 60', { exact: true })).toBeFocused()

    // From a product the way back leads to the same place of the same long list.
    const scrolled = await page.evaluate(() => window.scrollY)
    await cards(page).nth(57).getByRole('link').click()
    await expect(page).toHaveURL(/\/shop\/[^/]+\/[^/]+$/)
    await page.goBack()
    await expect(cards(page)).toHaveCount(60)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(scrolled / 2)
  })

  test('keeps the places of what is coming, and says so', async ({ page }) => {
    await page.goto(shop)
    await hydrated(page)
    const letGo = await holdBack(page, '**/shop.data*')
    await more(page).click()
    await expect(page.getByRole('status').filter({ hasText: 'Loading products...' })).toBeAttached()
    await expect(page.getByRole('region', { name: 'Products' }).getByRole('listitem')).toHaveCount(16)
    letGo()
    await expect(cards(page)).toHaveCount(16)
    await expect(page.getByText('Loading products...')).toHaveCount(0)
  })
})

test('while another list is on its way, its boxes stand in its place', async ({ page }) => {
  await page.goto(category('crystal'))
  await hydrated(page)
  const letGo = await holdBack(page, '**/crystal.data*')
  await page.getByLabel('Sort by').selectOption('priceAsc')
  await expect(page.getByText('Loading products...')).toBeAttached()
  await expect(cards(page)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Products' }).getByRole('listitem')).toHaveCount(12)
  letGo()
  await expect(cards(page)).toHaveCount(12)
})
