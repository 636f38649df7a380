import type { Locator, Page } from '@playwright/test'
import { signIn } from './support/accounts.ts'
import { expectNoBarriers, expectToFit } from './support/axe.ts'
import { cartLines, fillCart, openCart } from './support/cart.ts'
import { checkoutForm, payButton, saveAddress } from './support/checkout.ts'
import { expect, test } from './support/test.ts'

const main = (page: Page): Locator => page.getByRole('main')

test('has no barriers in the cart panel and on the shopping bag page', async ({ page, request, customer }) => {
  await fillCart(
    request,
    customer,
    { slug: 'citrine-point', quantity: 2 },
    { slug: 'smoky-quartz-point', choice: 'Large' },
  )
  await page.goto('/shop')
  await openCart(page, 3)
  await expectNoBarriers(page)
  await page.goto('/shopping-bag')
  await expect(cartLines(main(page))).toHaveCount(2)
  await expectToFit(page)
})

test('has no barriers on the empty shopping bag page', async ({ page }) => {
  await signIn(page)
  await page.goto('/shopping-bag')
  await expect(main(page).getByText('No items in cart')).toBeVisible()
  await expectToFit(page)
})

test('has no barriers at the checkout and in its messages', async ({ page, request, customer }) => {
  await fillCart(request, customer, { slug: 'citrine-point' })
  await page.goto('/checkout')
  await payButton(page).click()
  await expect(checkoutForm(page).locator('[aria-invalid="true"]').first()).toBeFocused()
  await expectToFit(page)
})

test('has no barriers in the choice of an address', async ({ page, request, customer }) => {
  await fillCart(request, customer, { slug: 'citrine-point' })
  await saveAddress(request, customer)
  await page.goto('/checkout')
  await payButton(page).click()
  await expect(checkoutForm(page).getByText('Please select an address').first()).toBeVisible()
  await expectToFit(page)
})
