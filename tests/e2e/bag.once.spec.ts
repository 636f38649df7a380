import { shop } from './addresses.ts'
import { expectToast, open, opener, signIn } from './frame-visit.ts'
import { expect, hydrated, test } from './visit.ts'

test('a visitor is told to log in, and led there', async ({ page }) => {
  await page.goto(shop)
  await hydrated(page)
  await expectToast(page, ['alert', 'login to see cart'], () => opener(page, 'Shopping bag').click())
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('CHECKOUT with an empty bag leads to the shopping bag', async ({ page }) => {
  await signIn(page)
  await page.goto(shop)
  const panel = await open(page, 'Shopping bag', 'SHOPPING BAG')
  await expectToast(page, ['status', 'cart is empty'], () => panel.getByRole('button', { name: 'CHECKOUT' }).click())
  await expect(page).toHaveURL('/shopping-bag')
  await expect(panel).toHaveCount(0)
})

test('the badge counts the pieces of whoever is signed in', async ({ page }) => {
  await signIn(page, { pieces: [2, 1] })
  await page.goto(shop)
  await expect(opener(page, 'Shopping bag, 3 items')).toHaveText('3')
  await page.evaluate(() => localStorage.clear())
  await page.goto(shop)
  await hydrated(page)
  await expect(opener(page, 'Shopping bag')).toHaveText('')
})
