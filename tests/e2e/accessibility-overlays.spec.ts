import { signIn } from './support/accounts.ts'
import { expectAccessible, expectNoOverflow, narrowViewport } from './support/axe.ts'
import { withMedia } from './support/chromium.ts'
import { expectOpen, openOverlay, overlayButton } from './support/overlays.ts'
import { shop } from './support/paths.ts'
import { expect, onlyInFull, onlyPhone, test, waitForHydration } from './support/test.ts'

test.use(withMedia)

test('the search overlay is accessible before and after typing', async ({ page }) => {
  await page.goto(shop)
  const overlay = await openOverlay(page, 'Search')
  await expect(overlay.getByRole('region', { name: 'Our Best Sellers' }).getByRole('link')).toHaveCount(3)
  await expectAccessible(page)
  await overlay.getByRole('searchbox').fill('ruby')
  await expect(overlay.getByRole('status')).toHaveText(/results?$/)
  await expectAccessible(page)
})

test('the empty cart panel is accessible', { tag: onlyInFull }, async ({ page }) => {
  await signIn(page)
  await page.goto(shop)
  await openOverlay(page, 'Shopping bag', 'SHOPPING BAG')
  await expectAccessible(page)
})

test('a dropdown and the account menu are accessible', { tag: onlyInFull }, async ({ page }) => {
  await page.goto(shop)
  await waitForHydration(page)
  await page.getByRole('banner').getByRole('link', { name: 'Crystal', exact: true }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'View all' })).toBeVisible()
  await expectAccessible(page)
  await overlayButton(page, 'Account').click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Register' })).toBeVisible()
  await expectAccessible(page)
})

test('the side menu is accessible', { tag: [onlyPhone, onlyInFull] }, async ({ page }) => {
  await page.goto(shop)
  const menu = await openOverlay(page, 'Menu')
  await menu.getByRole('button', { name: 'Jewellery' }).click()
  await expect(menu.getByRole('link', { name: 'Ring', exact: true })).toBeVisible()
  await expectAccessible(page)
})

test.describe('first visit', () => {
  test.use({ firstVisit: true })

  test('the currency dialog is accessible', { tag: onlyInFull }, async ({ page }) => {
    await page.goto(shop)
    await expectOpen(page.getByRole('dialog'))
    await expectAccessible(page)
  })
})

test('no panel is wider than the narrowest screen', { tag: [onlyPhone, onlyInFull] }, async ({ page }) => {
  await page.setViewportSize(narrowViewport)
  await signIn(page)
  await page.goto(shop)
  for (const [name, title] of [
    ['Menu', 'Menu'],
    ['Search', 'Search'],
    ['Shopping bag', 'SHOPPING BAG'],
  ] as const) {
    const panel = await openOverlay(page, name, title)
    await expect.poll(async () => (await panel.boundingBox())?.width).toBeLessThanOrEqual(narrowViewport.width)
    await expectNoOverflow(page)
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
  }
})
