import { someOf } from '#tests/support/full.ts'
import { signIn } from './support/accounts.ts'
import { expectNoBarriers, expectToFit } from './support/axe.ts'
import { withMedia } from './support/chromium.ts'
import { placeOrder } from './support/orders.ts'
import { expect, hydrated, onlyInFull, test } from './support/test.ts'

test.use(withMedia)

const forms = [
  ['/login', 'Login'],
  ['/forget-password', 'Send reset link'],
  ['/register', 'Create account'],
] as const

for (const [address, button] of someOf(forms, 3)) {
  test(`has no barriers on ${address} and in its messages`, async ({ page }) => {
    await page.goto(address)
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
    await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused()
    await expectToFit(page)
  })
}

test('has no barriers in the address form, its list of countries and its messages', async ({ page }) => {
  await signIn(page)
  await page.goto('/profile?tab=AddressSettings')
  await page.getByRole('button', { name: 'Add an address' }).click()
  await page.getByLabel('Country', { exact: true }).fill('ne')
  await expect(page.getByRole('option').first()).toBeVisible()
  // While the list is open, Base UI hides the rest of the page from screen readers; a step out of the field closes it.
  await expectNoBarriers(page, ['aria-hidden-focus'])
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expectToFit(page)
})

test('has no barriers in the dialog that deletes the account', { tag: onlyInFull }, async ({ page }) => {
  await signIn(page)
  await page.goto('/profile?tab=AccountSettings')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectNoBarriers(page)
})

test('has no barriers in an open order', { tag: onlyInFull }, async ({ page, request, customer }) => {
  const { orderNumber } = await placeOrder(request, customer, { slug: 'citrine-point', quantity: 2 })
  await page.goto(`/profile?tab=MyOrders&order=${orderNumber}`)
  await expect(page.getByRole('heading', { level: 2, name: `Order ${orderNumber}` })).toBeVisible()
  await expectToFit(page)
})
