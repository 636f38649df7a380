import { expectNoBarriers, expectToFit } from './support/axe.ts'
import { fillCart, openCart } from './support/cart.ts'
import { checkoutForm, payButton, saveAddress } from './support/checkout.ts'
import { withMedia } from './support/chromium.ts'
import { expect, onlyInFull, test } from './support/test.ts'

test.use(withMedia)

test('has no barriers in the cart panel', async ({ page, request, customer }) => {
  await fillCart(
    request,
    customer,
    { slug: 'citrine-point', quantity: 2 },
    { slug: 'smoky-quartz-point', choice: 'Large' },
  )
  await page.goto('/shop')
  await openCart(page, 3)
  await expectNoBarriers(page)
})

test('has no barriers at the checkout and in its messages', async ({ page, request, customer }) => {
  await fillCart(request, customer, { slug: 'citrine-point' })
  await page.goto('/checkout')
  await payButton(page).click()
  await expect(checkoutForm(page).locator('[aria-invalid="true"]').first()).toBeFocused()
  await expectToFit(page)
})

test('has no barriers in the choice of an address', { tag: onlyInFull }, async ({ page, request, customer }) => {
  await fillCart(request, customer, { slug: 'citrine-point' })
  await saveAddress(request, customer)
  await page.goto('/checkout')
  await payButton(page).click()
  await expect(checkoutForm(page).getByText('Please select an address').first()).toBeVisible()
  await expectToFit(page)
})
