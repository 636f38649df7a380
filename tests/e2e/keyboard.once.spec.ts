import { home, product } from './addresses.ts'
import { expect, hydrated, test } from './visit.ts'

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
