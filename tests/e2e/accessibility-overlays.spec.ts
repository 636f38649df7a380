import { signIn } from './support/accounts.ts'
import { shop } from './support/addresses.ts'
import { expectNoBarriers, expectNoOverflow, narrowest } from './support/axe.ts'
import { withMedia } from './support/chromium.ts'
import { expectOpen, open, opener } from './support/overlays.ts'
import { expect, hydrated, onlyInFull, onlyPhone, test } from './support/test.ts'

test.use(withMedia)

test('has no barriers in the search, before and after typing', async ({ page }) => {
  await page.goto(shop)
  const sheet = await open(page, 'Search')
  await expect(sheet.getByRole('region', { name: 'Our Best Sellers' }).getByRole('link')).toHaveCount(3)
  await expectNoBarriers(page)
  await sheet.getByRole('searchbox').fill('ruby')
  await expect(sheet.getByRole('status')).toHaveText(/results?$/)
  await expectNoBarriers(page)
})

test('has no barriers in the empty cart panel', { tag: onlyInFull }, async ({ page }) => {
  await signIn(page)
  await page.goto(shop)
  await open(page, 'Shopping bag', 'SHOPPING BAG')
  await expectNoBarriers(page)
})

test('has no barriers in a dropdown and in the account menu', { tag: onlyInFull }, async ({ page }) => {
  await page.goto(shop)
  await hydrated(page)
  await page.getByRole('banner').getByRole('link', { name: 'Crystal', exact: true }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'View all' })).toBeVisible()
  await expectNoBarriers(page)
  await opener(page, 'Account').click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Register' })).toBeVisible()
  await expectNoBarriers(page)
})

test('has no barriers in the side menu', { tag: [onlyPhone, onlyInFull] }, async ({ page }) => {
  await page.goto(shop)
  const menu = await open(page, 'Menu')
  await menu.getByRole('button', { name: 'Jewellery' }).click()
  await expect(menu.getByRole('link', { name: 'Ring', exact: true })).toBeVisible()
  await expectNoBarriers(page)
})

test.describe('first visit', () => {
  test.use({ firstVisit: true })

  test('has no barriers in the currency dialog', { tag: onlyInFull }, async ({ page }) => {
    await page.goto(shop)
    await expectOpen(page.getByRole('dialog'))
    await expectNoBarriers(page)
  })
})

test('shows no panel wider than the narrowest screen', { tag: [onlyPhone, onlyInFull] }, async ({ page }) => {
  await page.setViewportSize(narrowest)
  await signIn(page)
  await page.goto(shop)
  for (const [name, title] of [
    ['Menu', 'Menu'],
    ['Search', 'Search'],
    ['Shopping bag', 'SHOPPING BAG'],
  ] as const) {
    const panel = await open(page, name, title)
    await expect.poll(async () => (await panel.boundingBox())?.width).toBeLessThanOrEqual(narrowest.width)
    await expectNoOverflow(page)
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
  }
})
