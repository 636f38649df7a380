import type { Locator, Page } from '@playwright/test'
import { signIn } from './support/accounts.ts'
import { product, search, shop } from './support/addresses.ts'
import { productOf } from './support/api.ts'
import { cartLines, cartOf, cartPanel, fillCart, openCart } from './support/cart.ts'
import { expectFocusKept, open, opener } from './support/overlays.ts'
import { cardOf } from './support/product-cards.ts'
import { bothWidthsInFull, expect, hydrated, onlyInFull, onlyPhone, test } from './support/test.ts'
import { expectToast, type Toast, toastOf } from './support/toasts.ts'

const main = (page: Page): Locator => page.getByRole('main')

test.describe('the panel', () => {
  test('asks a visitor to log in, and leads there', async ({ page }) => {
    await page.goto(shop)
    await hydrated(page)
    await expectToast(page, ['alert', 'login to see cart'], () => opener(page, 'Shopping bag').click())
    await expect(page).toHaveURL(/\/login\?returnTo=/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('leads from CHECKOUT with an empty cart to the shopping bag page', async ({ page }) => {
    await signIn(page)
    await page.goto(shop)
    const panel = await open(page, 'Shopping bag', 'SHOPPING BAG')
    await expect(panel.getByText('No items in cart')).toBeVisible()
    await expectToast(page, ['status', 'cart is empty'], () => panel.getByRole('button', { name: 'CHECKOUT' }).click())
    await expect(page).toHaveURL('/shopping-bag')
    await expect(panel).toHaveCount(0)
    await expect(main(page).getByText('No items in cart')).toBeVisible()
  })

  test('shows each product with its choice, quantity and price, and the subtotal', async ({
    page,
    request,
    customer,
  }) => {
    await fillCart(
      request,
      customer,
      { slug: 'smoky-quartz-point', choice: 'Medium' },
      { slug: 'citrine-point', quantity: 2 },
    )
    await page.goto(shop)
    const panel = await openCart(page, 3)
    const lines = cartLines(panel)
    await expect(lines).toHaveCount(2)
    await expect(lines.first()).toContainText(/Smoky Quartz Point.*Medium.*Quantity 1/s)
    await expect(lines.nth(1)).toContainText(/Citrine Point.*\$ 48.*Quantity 2/s)
    const { priceInUSD } = await productOf(request, 'smoky-quartz-point')
    await expect(panel.getByText('Subtotal')).toContainText(`$ ${priceInUSD + 48}`)
    await panel.getByRole('button', { name: 'CHECKOUT' }).click()
    await expect(page).toHaveURL('/checkout')
  })
})

test('the empty panel says so, keeps the focus and gives it back', { tag: bothWidthsInFull }, async ({ page }) => {
  await signIn(page)
  await page.goto(shop)
  const panel = await open(page, 'Shopping bag', 'SHOPPING BAG')
  await expect(panel.getByRole('heading', { name: 'SHOPPING BAG' })).toBeVisible()
  await expect(panel.getByText('No items in cart')).toBeVisible()
  await expect(panel.getByRole('link', { name: 'VIEW SHOPPING BAG' })).toHaveAttribute('href', '/shopping-bag')
  await expectFocusKept(page, panel)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(opener(page, 'Shopping bag')).toBeFocused()
})

test.describe('adding', () => {
  test('on a phone, covers neither the title nor the close button of the panel', { tag: onlyPhone }, async ({
    page,
  }) => {
    await signIn(page)
    await page.goto(search('citrine point'))
    await hydrated(page)
    const said: Toast = ['status', 'Product added to cart successfully']
    await expectToast(page, said, () => cardOf(page, 'Citrine Point').getByRole('button', { name: 'ADD TO BAG' }).tap())
    const panel = cartPanel(page)
    const boxOf = async (target: Locator) => (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const { y } = await boxOf(toastOf(page, said))
    for (const covered of [
      panel.getByRole('heading', { name: 'SHOPPING BAG' }),
      panel.getByRole('button', { name: 'Close' }),
    ]) {
      const box = await boxOf(covered)
      expect(box.y + box.height).toBeLessThanOrEqual(y)
    }
    await panel.getByRole('button', { name: 'Close' }).tap({ timeout: 2000 })
    await expect(panel).toHaveCount(0)
  })

  test('raises the quantity of a product that is in the cart, through an upsert', { tag: onlyInFull }, async ({
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
    await expect(opener(page, 'Shopping bag, 1 item')).toBeVisible()
    const add = cardOf(page, 'Citrine Point').getByRole('button', { name: 'ADD TO BAG' })
    await expectToast(page, ['status', 'Product updated successfully'], () => add.click())
    const panel = cartPanel(page)
    await expect(cartLines(panel)).toContainText('Quantity 2')
    expect(calls).toEqual([expect.stringMatching(/^PUT .*\/api\/ShoppingCart\/Upsert$/)])
    expect((await cartOf(request, customer)).cartItems).toMatchObject([{ quantity: 2 }])
  })

  test('from a card asks for the size, with the keyboard too, and the panel names it', async ({ page }) => {
    await signIn(page)
    await page.goto(search('smoky quartz point'))
    await hydrated(page)
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
    test.use({ refusals: ['/api/ShoppingCart'] })

    test('is rejected, and the panel opens with the old quantity', async ({ page, request, customer }) => {
      const { stockQuantity, name } = await productOf(request, 'watermelon-tourmaline')
      await fillCart(request, customer, { slug: 'watermelon-tourmaline', quantity: stockQuantity })
      await page.goto(product('crystal', 'watermelon-tourmaline'))
      await expect(opener(page, `Shopping bag, ${stockQuantity} items`)).toBeVisible()
      await expectToast(page, ['alert', 'Cannot add more. Product is out of stock.'], () =>
        main(page).getByRole('button', { name: 'Add to Bag', exact: true }).first().click(),
      )
      const panel = cartPanel(page)
      await expect(cartLines(panel).filter({ hasText: name })).toContainText(`Quantity ${stockQuantity}`)
    })
  })

  test('with Buy Now leads to the checkout', async ({ page, request, customer }) => {
    await page.goto(product('crystal', 'smoky-quartz-point'))
    await hydrated(page)
    await page.getByRole('button', { name: 'Large', exact: true }).click()
    await page.getByRole('button', { name: 'Buy Now' }).click()
    await expect(page).toHaveURL('/checkout')
    await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText('Large, 75–100 mm')
    expect((await cartOf(request, customer)).cartItems).toMatchObject([{ attributeValue: 'Large', quantity: 1 }])
  })
})
