import { shop } from './addresses.ts'
import { expectNoBarriers } from './axe.ts'
import { opener, signIn } from './frame-visit.ts'
import { expect, expectOpen, hydrated, test } from './visit.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('axe finds nothing in the open search, before and after typing', async ({ page }) => {
  await page.goto(shop)
  await hydrated(page)
  await opener(page, 'Search').click()
  await expect(page.getByRole('region', { name: 'Our Best Sellers' }).getByRole('link')).toHaveCount(3)
  await expectNoBarriers(page)
  await page.getByRole('searchbox').fill('ruby')
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(/results?$/)
  await expectNoBarriers(page)
})

test('axe finds nothing in the open bag', async ({ page }) => {
  await signIn(page)
  await page.goto(shop)
  await hydrated(page)
  await opener(page, 'Shopping bag').click()
  await expect(page.getByRole('dialog', { name: 'SHOPPING BAG' })).toBeVisible()
  await expectNoBarriers(page)
})

test('axe finds nothing in the open menus', async ({ page, isMobile }) => {
  await page.goto(shop)
  await hydrated(page)
  if (isMobile) {
    await opener(page, 'Menu').click()
    await page.getByRole('button', { name: 'Jewellery' }).click()
    await expectNoBarriers(page)
    return
  }
  await page.getByRole('banner').getByRole('link', { name: 'Crystal', exact: true }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'View all' })).toBeVisible()
  await expectNoBarriers(page)
  await opener(page, 'Account').click()
  await expectNoBarriers(page)
})

test.describe('first visit', () => {
  test.use({ firstVisit: true })

  test('axe finds nothing in the question for a currency', async ({ page }) => {
    await page.goto(shop)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoBarriers(page)
  })
})

test('nothing over the page is wider than the narrowest screen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page)
  await page.goto(shop)
  await hydrated(page)
  for (const name of ['Menu', 'Search', 'Shopping bag']) {
    await opener(page, name).click()
    const dialog = page.getByRole('dialog')
    await expectOpen(dialog)
    expect((await dialog.boundingBox())?.width).toBeLessThanOrEqual(320)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
})
