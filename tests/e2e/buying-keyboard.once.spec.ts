import type { Locator, Page } from '@playwright/test'
import { home } from './addresses.ts'
import { checkoutForm, payButton } from './buying.ts'
import { signIn } from './frame-visit.ts'
import { expect, hydrated, test } from './visit.ts'

const farthest = 120

/** By Tab alone, as somebody without a mouse gets there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < farthest; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

async function press(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

test('with the keyboard alone, from the home page to an order', async ({ page }) => {
  await signIn(page)
  await page.goto(home)
  await hydrated(page)
  await press(page, page.getByRole('link', { name: 'Skip to content' }))
  await press(page, page.getByRole('main').getByRole('link', { name: 'SHOP NOW' }).first())
  await expect(page).toHaveURL('/shop')
  await press(page, page.getByRole('main').getByRole('article').first().getByRole('link'))
  await expect(page).toHaveURL(/\/shop\/[^/]+\/[^/]+$/)
  await press(page, page.getByRole('main').getByRole('button', { name: 'Add to Bag', exact: true }).first())
  const panel = page.getByRole('dialog', { name: 'SHOPPING BAG' })
  await press(page, panel.getByRole('button', { name: 'CHECKOUT' }))
  await expect(page).toHaveURL('/checkout')
  const form = checkoutForm(page)
  for (const [label, text] of [
    ['Country', 'Sweden'],
    ['Street', 'Skeppsbron 12'],
    ['City', 'Stockholm'],
    ['County', 'Stockholms län'],
    ['Phone', ' 70 555 01 00'],
  ] as const) {
    await tabTo(page, form.getByLabel(label, { exact: true }))
    await page.keyboard.press('End')
    await page.keyboard.type(text)
    if (label === 'Country') await page.keyboard.press('Enter')
  }
  await press(page, payButton(page))
  await expect(page).toHaveURL('/profile?tab=MyOrders')
  await press(page, page.getByRole('table').getByRole('link').first())
  await expect(page.getByRole('complementary', { name: 'Chosen order' })).toContainText('Pending')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary', { name: 'Chosen order' })).toHaveCount(0)
})
