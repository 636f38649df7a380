import { signIn } from './support/accounts.ts'
import { expectFocusTrapped, openOverlay, overlayButton } from './support/overlays.ts'
import { home, tag } from './support/paths.ts'
import { expect, onlyPhone, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test('opens one category at a time and links to its subcategories', { tag: onlyPhone }, async ({ page }) => {
  await page.goto(home)
  const menu = await openOverlay(page, 'Menu')
  for (const [category, first] of [
    ['Crystals', 'Quartz'],
    ['Jewellery', 'Ring'],
    ['Accessories', 'Home decore'],
  ] as const) {
    await expect(menu.getByRole('link', { name: first, exact: true })).toHaveCount(0)
    await menu.getByRole('button', { name: category }).click()
    await expect(menu.getByRole('link', { name: first, exact: true })).toBeVisible()
  }
  await expect(menu.getByRole('link', { name: 'Quartz', exact: true })).toHaveCount(0)
  await menu.getByRole('link', { name: 'Phone case' }).click()
  await expect(page).toHaveURL(tag('phone case'))
  await expect(menu).toHaveCount(0)
})

test('links to the other pages, Login and Register, and traps the focus', { tag: onlyPhone }, async ({ page }) => {
  await page.goto(home)
  const menu = await openOverlay(page, 'Menu')
  for (const [name, to] of [
    ['Alpine Collection', '/alpine-collection'],
    ['Learn', '/learn'],
    ['Blogs', '/blogs'],
    ['Bulk Buying', '/bulk-buying'],
    ['Login', '/login'],
    ['Register', '/register'],
  ] as const)
    await expect(menu.getByRole('link', { name })).toHaveAttribute('href', to)
  await expectFocusTrapped(page, menu)
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(overlayButton(page, 'Menu')).toBeFocused()
})

test('signs a customer out', { tag: onlyPhone }, async ({ page }) => {
  await signIn(page)
  await page.goto(home)
  const menu = await openOverlay(page, 'Menu')
  await expect(menu.getByRole('link', { name: 'Login' })).toHaveCount(0)
  await expectToast(page, ['status', 'Logout successful'], () => menu.getByRole('button', { name: 'Logout' }).click())
  await openOverlay(page, 'Menu')
  await expect(menu.getByRole('link', { name: 'Register' })).toBeVisible()
})
