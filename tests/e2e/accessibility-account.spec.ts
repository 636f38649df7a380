import { someOf } from '#tests/support/full-run.ts'
import { signIn } from './support/accounts.ts'
import { expectAccessible, expectAccessibleWhenNarrow } from './support/axe.ts'
import { withMedia } from './support/chromium.ts'
import { placeOrder } from './support/orders.ts'
import { expect, onlyInFull, test, waitForHydration } from './support/test.ts'

test.use(withMedia)

const forms = [
  ['/login', 'Login'],
  ['/forget-password', 'Send reset link'],
  ['/register', 'Create account'],
] as const

for (const [path, button] of someOf(forms, 3)) {
  test(`${path} and its error messages are accessible`, async ({ page }) => {
    await page.goto(path)
    await waitForHydration(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
    await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused()
    await expectAccessibleWhenNarrow(page)
  })
}

test('the address form, its country list and its error messages are accessible', async ({ page }) => {
  await signIn(page)
  await page.goto('/profile?tab=AddressSettings')
  await page.getByRole('button', { name: 'Add address' }).click()
  await page.getByLabel('Country', { exact: true }).fill('ne')
  await expect(page.getByRole('option').first()).toBeVisible()
  // While the list is open, Base UI hides the rest of the page from screen readers; leaving the field closes the list.
  await expectAccessible(page, ['aria-hidden-focus'])
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expectAccessibleWhenNarrow(page)
})

test('the delete-account dialog is accessible', { tag: onlyInFull }, async ({ page }) => {
  await signIn(page)
  await page.goto('/profile?tab=AccountSettings')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page)
})

test('an open order is accessible', { tag: onlyInFull }, async ({ page, request, customer }) => {
  const { orderNumber } = await placeOrder(request, customer, { slug: 'citrine-point', quantity: 2 })
  await page.goto(`/profile?tab=MyOrders&order=${orderNumber}`)
  await expect(page.getByRole('heading', { level: 2, name: `Order ${orderNumber}` })).toBeVisible()
  await expectAccessibleWhenNarrow(page)
})
