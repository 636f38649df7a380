import type { Locator, Page } from '@playwright/test'
import { signIn } from './support/accounts.ts'
import { fetchProduct } from './support/api.ts'
import { cartLines, cartPanel, fetchCart, fillCart, openCart } from './support/cart.ts'
import { expectFocusTrapped, openOverlay, overlayButton } from './support/overlays.ts'
import { product, search, shop } from './support/paths.ts'
import { cardOf } from './support/product-cards.ts'
import { bothWidthsInFull, expect, onlyInFull, onlyPhone, test, waitForHydration } from './support/test.ts'
import { expectToast, type Toast, toastOf } from './support/toasts.ts'

const main = (page: Page): Locator => page.getByRole('main')

test.describe('the panel', () => {
  test('asks a visitor to log in and opens the login page', async ({ page }) => {
    await page.goto(shop)
    await waitForHydration(page)
    await expectToast(page, ['alert', 'login to see cart'], () => overlayButton(page, 'Shopping bag').click())
    await expect(page).toHaveURL(/\/login\?returnTo=/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('CHECKOUT with an empty cart opens the shopping bag page', async ({ page }) => {
    await signIn(page)
    await page.goto(shop)
    const panel = await openOverlay(page, 'Shopping bag', 'SHOPPING BAG')
    await expect(panel.getByText('No items in cart')).toBeVisible()
    await expectToast(page, ['status', 'cart is empty'], () => panel.getByRole('button', { name: 'CHECKOUT' }).click())
    await expect(page).toHaveURL('/shopping-bag')
    await expect(panel).toHaveCount(0)
    await expect(main(page).getByText('No items in cart')).toBeVisible()
  })

  test('shows each product with its variant, quantity and price, and the subtotal', async ({
    page,
    request,
    customer,
  }) => {
    await fillCart(
      request,
      customer,
      { slug: 'smoky-quartz-point', variant: 'Medium' },
      { slug: 'citrine-point', quantity: 2 },
    )
    await page.goto(shop)
    const panel = await openCart(page, 3)
    const lines = cartLines(panel)
    await expect(lines).toHaveCount(2)
    await expect(lines.first()).toContainText(/Smoky Quartz Point.*Medium.*Quantity 1/s)
    await expect(lines.nth(1)).toContainText(/Citrine Point.*\$ 48.*Quantity 2/s)
    const { priceInUSD } = await fetchProduct(request, 'smoky-quartz-point')
    await expect(panel.getByText('Subtotal')).toContainText(`$ ${priceInUSD + 48}`)
    await panel.getByRole('button', { name: 'CHECKOUT' }).click()
    await expect(page).toHaveURL('/checkout')
  })
})

test('the empty panel traps the focus and returns it on close', { tag: bothWidthsInFull }, async ({ page }) => {
  await signIn(page)
  await page.goto(shop)
  const panel = await openOverlay(page, 'Shopping bag', 'SHOPPING BAG')
  await expect(panel.getByRole('heading', { name: 'SHOPPING BAG' })).toBeVisible()
  await expect(panel.getByText('No items in cart')).toBeVisible()
  await expect(panel.getByRole('link', { name: 'VIEW SHOPPING BAG' })).toHaveAttribute('href', '/shopping-bag')
  await expectFocusTrapped(page, panel)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(overlayButton(page, 'Shopping bag')).toBeFocused()
})

test.describe('adding a product', () => {
  test('shows a toast that covers neither the title nor the close button on a phone', { tag: onlyPhone }, async ({
    page,
  }) => {
    await signIn(page)
    await page.goto(search('citrine point'))
    await waitForHydration(page)
    const expected: Toast = ['status', 'Product added to cart successfully']
    await expectToast(page, expected, () =>
      cardOf(page, 'Citrine Point').getByRole('button', { name: 'ADD TO BAG' }).tap(),
    )
    const panel = cartPanel(page)
    const boxOf = async (element: Locator) => (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const { y } = await boxOf(toastOf(page, expected))
    for (const target of [
      panel.getByRole('heading', { name: 'SHOPPING BAG' }),
      panel.getByRole('button', { name: 'Close' }),
    ]) {
      const box = await boxOf(target)
      expect(box.y + box.height).toBeLessThanOrEqual(y)
    }
    await panel.getByRole('button', { name: 'Close' }).tap({ timeout: 2000 })
    await expect(panel).toHaveCount(0)
  })

  test('raises the quantity of a product in the cart with one upsert call', { tag: onlyInFull }, async ({
    page,
    request,
    customer,
  }) => {
    await fillCart(request, customer, { slug: 'citrine-point' })
    const calls: string[] = []
    page.on('request', (call) => {
      if (call.method() !== 'GET' && call.url().includes('/ShoppingCart')) calls.push(`${call.method()} ${call.url()}`)
    })
    await page.goto(search('citrine point'))
    await expect(overlayButton(page, 'Shopping bag, 1 item')).toBeVisible()
    const add = cardOf(page, 'Citrine Point').getByRole('button', { name: 'ADD TO BAG' })
    await expectToast(page, ['status', 'Product updated successfully'], () => add.click())
    const panel = cartPanel(page)
    await expect(cartLines(panel)).toContainText('Quantity 2')
    expect(calls).toEqual([expect.stringMatching(/^PUT .*\/api\/ShoppingCart\/Upsert$/)])
    expect((await fetchCart(request, customer)).cartItems).toMatchObject([{ quantity: 2 }])
  })

  test('from a card with sizes opens a size menu that works by keyboard', async ({ page }) => {
    await signIn(page)
    await page.goto(search('smoky quartz point'))
    await waitForHydration(page)
    const add = cardOf(page, 'Smoky Quartz Point').getByRole('button', { name: 'ADD TO BAG' })
    await add.press('Enter')
    await expect(page.getByRole('menuitem')).toHaveText(['Small, 40–55 mm', 'Medium, 55–75 mm', 'Large, 75–100 mm'])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(add).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(cartLines(cartPanel(page))).toContainText('Medium, 55–75 mm')
  })

  test.describe('more than the stock', () => {
    test.use({ expectedFailures: ['/api/ShoppingCart'] })

    test('is rejected, and the panel opens with the old quantity', async ({ page, request, customer }) => {
      const { stockQuantity, name } = await fetchProduct(request, 'watermelon-tourmaline')
      await fillCart(request, customer, { slug: 'watermelon-tourmaline', quantity: stockQuantity })
      await page.goto(product('crystal', 'watermelon-tourmaline'))
      await expect(overlayButton(page, `Shopping bag, ${stockQuantity} items`)).toBeVisible()
      await expectToast(page, ['alert', 'Cannot add more. Product is out of stock.'], () =>
        main(page).getByRole('button', { name: 'Add to Bag', exact: true }).first().click(),
      )
      const panel = cartPanel(page)
      await expect(cartLines(panel).filter({ hasText: name })).toContainText(`Quantity ${stockQuantity}`)
    })
  })

  test('with Buy Now opens the checkout', async ({ page, request, customer }) => {
    await page.goto(product('crystal', 'smoky-quartz-point'))
    await waitForHydration(page)
    await page.getByRole('button', { name: /^Large/ }).click()
    await page.getByRole('button', { name: 'Buy Now' }).click()
    await expect(page).toHaveURL('/checkout')
    await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText('Large, 75–100 mm')
    expect((await fetchCart(request, customer)).cartItems).toMatchObject([{ attributeValue: 'Large', quantity: 1 }])
  })
})
