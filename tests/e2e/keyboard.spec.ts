import type { Locator, Page } from '@playwright/test'
import { inFull } from '#tests/support/full-run.ts'
import { signIn } from './support/accounts.ts'
import { cartPanel } from './support/cart.ts'
import { checkoutForm, payButton } from './support/checkout.ts'
import { home, product } from './support/paths.ts'
import { expect, onlyInFull, test, waitForHydration } from './support/test.ts'

const pages: [string, string][] = [
  ['home', home],
  ['a product', product('crystal', 'citrine-point')],
  ['an unknown path', '/nowhere'],
]

for (const [title, path] of inFull(pages, pages.slice(0, 1))) {
  test(`Tab reaches Skip to content first on ${title}`, async ({ page }) => {
    await page.goto(path)
    await waitForHydration(page)
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

test('Enter on SHOP NOW opens the shop', async ({ page }) => {
  await page.goto(home)
  await waitForHydration(page)
  await page.getByRole('link', { name: 'SHOP NOW' }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle(/^Shop/)
})

const maxPresses = 120

/** Reaches the target with the Tab key only. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < maxPresses; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

async function pressEnterOn(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

test('a customer orders with the keyboard only', { tag: onlyInFull }, async ({ page }) => {
  await signIn(page)
  await page.goto(home)
  await waitForHydration(page)
  await pressEnterOn(page, page.getByRole('link', { name: 'Skip to content' }))
  await pressEnterOn(page, page.getByRole('main').getByRole('link', { name: 'SHOP NOW' }).first())
  await expect(page).toHaveURL('/shop')
  await pressEnterOn(page, page.getByRole('main').getByRole('article').first().getByRole('link'))
  await expect(page).toHaveURL(/\/shop\/[^/]+\/[^/]+$/)
  await pressEnterOn(page, page.getByRole('main').getByRole('button', { name: 'Add to Bag', exact: true }).first())
  const panel = cartPanel(page)
  await pressEnterOn(page, panel.getByRole('button', { name: 'CHECKOUT' }))
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
  await pressEnterOn(page, payButton(page))
  await expect(page).toHaveURL('/profile?tab=MyOrders')
  await expect(page.getByRole('complementary', { name: 'Order details' })).toContainText('Pending')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary', { name: 'Order details' })).toHaveCount(0)
})
