import { expectAccessible, expectAccessibleWhenNarrow } from './support/axe.ts'
import { fillCart, openCart } from './support/cart.ts'
import { checkoutForm, payButton, saveAddress } from './support/checkout.ts'
import { withMedia } from './support/chromium.ts'
import { expect, onlyInFull, test } from './support/test.ts'

test.use(withMedia)

test('the cart panel is accessible', async ({ page, request, customer }) => {
  await fillCart(
    request,
    customer,
    { slug: 'citrine-point', quantity: 2 },
    { slug: 'smoky-quartz-point', variant: 'Large' },
  )
  await page.goto('/shop')
  await openCart(page, 3)
  await expectAccessible(page)
})

test('the checkout and its error messages are accessible', async ({ page, request, customer }) => {
  await fillCart(request, customer, { slug: 'citrine-point' })
  await page.goto('/checkout')
  await payButton(page).click()
  await expect(checkoutForm(page).locator('[aria-invalid="true"]').first()).toBeFocused()
  await expectAccessibleWhenNarrow(page)
})

test('the address picker is accessible', { tag: onlyInFull }, async ({ page, request, customer }) => {
  await fillCart(request, customer, { slug: 'citrine-point' })
  await saveAddress(request, customer)
  await page.goto('/checkout')
  await payButton(page).click()
  await expect(checkoutForm(page).getByText('Please select an address').first()).toBeVisible()
  await expectAccessibleWhenNarrow(page)
})
