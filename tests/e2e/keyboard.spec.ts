import type { Locator, Page } from '@playwright/test'
import { inFull } from '#tests/support/full.ts'
import { signIn } from './support/accounts.ts'
import { home, product } from './support/addresses.ts'
import { cartPanel } from './support/cart.ts'
import { checkoutForm, payButton } from './support/checkout.ts'
import { expect, hydrated, onlyInFull, test } from './support/test.ts'

const pages: [string, string][] = [
  ['home', home],
  ['a product', product('crystal', 'citrine-point')],
  ['an address where nothing is', '/nowhere'],
]

for (const [title, address] of inFull(pages, pages.slice(0, 1))) {
  test(`Tab reaches Skip to content first on ${title}`, async ({ page }) => {
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

test('Enter on SHOP NOW leads into the shop', async ({ page }) => {
  await page.goto(home)
  await hydrated(page)
  await page.getByRole('link', { name: 'SHOP NOW' }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle(/^Shop/)
})

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

test('a customer orders with the keyboard alone', { tag: onlyInFull }, async ({ page }) => {
  await signIn(page)
  await page.goto(home)
  await hydrated(page)
  await press(page, page.getByRole('link', { name: 'Skip to content' }))
  await press(page, page.getByRole('main').getByRole('link', { name: 'SHOP NOW' }).first())
  await expect(page).toHaveURL('/shop')
  await press(page, page.getByRole('main').getByRole('article').first().getByRole('link'))
  await expect(page).toHaveURL(/\/shop\/[^/]+\/[^/]+$/)
  await press(page, page.getByRole('main').getByRole('button', { name: 'Add to Bag', exact: true }).first())
  const panel = cartPanel(page)
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
