import { search, tag } from './addresses.ts'
import { cardOf, expect, hydrated, test } from './visit.ts'

test('a card tells name and price, and is one link to its product', async ({ page }) => {
  await page.goto(search('citrine point'))
  await hydrated(page)
  const card = cardOf(page, 'Citrine Point')
  await expect(card.getByRole('heading', { level: 3, name: 'Citrine Point' })).toBeVisible()
  await expect(card.getByText('$ 24', { exact: true })).toBeVisible()
  await expect(card.getByRole('link')).toHaveCount(1)
  const heart = await card.getByRole('button', { name: 'Save Citrine Point' }).boundingBox()
  expect(heart?.width).toBeGreaterThanOrEqual(44)
  expect(heart?.height).toBeGreaterThanOrEqual(44)
  // Anywhere on the tile is the link.
  await card.click({ position: { x: 60, y: 100 } })
  await expect(page).toHaveURL('/shop/crystal/citrine-point')
})

test('a sold-out piece is marked, cannot be added and is still a link', async ({ page }) => {
  await page.goto(tag('handbags'))
  const card = cardOf(page, 'Terhathum Dhaka Tote')
  await expect(card.getByText('SOLD OUT', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'ADD TO BAG' })).toHaveCount(0)
  await card.getByRole('link').click()
  await expect(page).toHaveURL('/shop/accessory/terhathum-dhaka-tote')
})

test('a mouse over the tile brings the second picture', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a finger cannot hover')
  await page.goto(search('citrine point'))
  const [first, second] = await cardOf(page, 'Citrine Point').locator('img').all()
  if (!first || !second) throw new Error('The card has no second picture')
  await expect(second).toHaveCSS('opacity', '0')
  await cardOf(page, 'Citrine Point').hover({ position: { x: 60, y: 100 } })
  await expect(second).toHaveCSS('opacity', '1')
  await expect(first).toHaveCSS('opacity', '0')
})
