import type { Locator, Page } from '@playwright/test'
import { someOf } from '#tests/support/full-run.ts'
import { createSession, logIn, register, signIn } from './support/accounts.ts'
import { callApi, fetchProduct } from './support/api.ts'
import { cartLines, cartPanel, fetchCart, fillCart, openCart } from './support/cart.ts'
import { holdRequests } from './support/network.ts'
import { type PlacedOrder, placeOrder } from './support/orders.ts'
import { overlayButton } from './support/overlays.ts'
import { search } from './support/paths.ts'
import { cardOf } from './support/product-cards.ts'
import { expect, onlyInFull, test, waitForHydration } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const cartPage = '/shopping-bag'
const main = (page: Page): Locator => page.getByRole('main')
const lineOf = (page: Page, name: string): Locator => cartLines(main(page)).filter({ hasText: name })
const quantityOf = (page: Page, name: string): Locator => page.getByRole('group', { name: `Quantity of ${name}` })
const increaseButton = (page: Page, name: string): Locator =>
  quantityOf(page, name).getByRole('button', { name: 'Increase quantity' })
const quantityText = (page: Page, name: string): Locator => quantityOf(page, name).getByRole('status')
const summary = (page: Page): Locator => page.getByRole('complementary', { name: 'Summary' })

test.describe('the page', () => {
  test('shows a changed quantity at once and sends it soon after', async ({ page, request, customer }) => {
    await fillCart(request, customer, { slug: 'citrine-point' })
    await page.goto(cartPage)
    const release = Promise.withResolvers<void>()
    const bodies: { cartItems: { quantity: number }[] }[] = []
    await page.route('**/api/ShoppingCart/Upsert', async (route) => {
      bodies.push(route.request().postDataJSON())
      await release.promise
      await route.continue()
    })
    await increaseButton(page, 'Citrine Point').click()
    await expect(quantityText(page, 'Citrine Point')).toHaveText('2')
    await expect.poll(() => bodies.length).toBe(1)
    await increaseButton(page, 'Citrine Point').click()
    await increaseButton(page, 'Citrine Point').click()
    await expect(quantityText(page, 'Citrine Point')).toHaveText('4')
    await expect(summary(page)).toContainText('$ 136')
    await expectToast(page, ['status', 'Cart updated successfully'], async () => release.resolve())
    await expect.poll(async () => (await fetchCart(request, customer)).cartItems[0]?.quantity).toBe(4)
    await expect(quantityText(page, 'Citrine Point')).toHaveText('4')
    expect(bodies.map(({ cartItems }) => cartItems[0]?.quantity)).toEqual([2, 4])
  })

  const pages = [
    ['cart', cartPage],
    ['checkout', '/checkout'],
  ] as const
  for (const [name, path] of someOf(pages, 2)) {
    test(`changes the size of a product in the ${name}`, async ({ page, request, customer }) => {
      await fillCart(request, customer, { slug: 'smoky-quartz-point', variant: 'Small', quantity: 2 })
      await page.goto(path)
      await page.getByRole('button', { name: 'Change Small, 40–55 mm: Smoky Quartz Point' }).click()
      await expectToast(page, ['status', 'Cart updated successfully'], () =>
        page.getByRole('menuitem', { name: 'Medium, 55–75 mm' }).click(),
      )
      await expect(page.getByRole('button', { name: 'Change Medium, 55–75 mm: Smoky Quartz Point' })).toBeFocused()
      expect((await fetchCart(request, customer)).cartItems).toMatchObject([{ attributeValue: 'Medium', quantity: 2 }])
    })
  }

  test('lowers a quantity by one and removes the last one', async ({ page, request, customer }) => {
    await fillCart(request, customer, { slug: 'citrine-point', quantity: 2 }, { slug: 'lokta-notebook' })
    await page.goto(cartPage)
    await quantityOf(page, 'Citrine Point').getByRole('button', { name: 'Decrease quantity' }).click()
    await expect(quantityText(page, 'Citrine Point')).toHaveText('1')
    await expectToast(page, ['status', 'Item removed from cart'], () =>
      quantityOf(page, 'Citrine Point').getByRole('button', { name: 'Remove the last one' }).click(),
    )
    await expect(lineOf(page, 'Citrine Point')).toHaveCount(0)
    await expect.poll(async () => (await fetchCart(request, customer)).cartItems.length).toBe(1)
    await lineOf(page, 'Lokta Notebook').getByRole('button', { name: 'Remove Lokta Notebook' }).click()
    await expect(main(page).getByText('No items in cart')).toBeVisible()
    await expect(overlayButton(page, 'Shopping bag')).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('cart:'))))
      .toEqual([])
  })

  test('rejects more than the stock', async ({ page, request, customer }) => {
    const { stockQuantity, name } = await fetchProduct(request, 'watermelon-tourmaline')
    await fillCart(request, customer, { slug: 'watermelon-tourmaline', quantity: stockQuantity })
    await page.goto(cartPage)
    await expectToast(page, ['status', 'Cannot add more. Product is out of stock.'], () =>
      increaseButton(page, name).click(),
    )
    await expect(quantityText(page, name)).toHaveText(String(stockQuantity))
  })

  test('shows prices in the stored currency', { tag: onlyInFull }, async ({ page, request }) => {
    const session = await signIn(page, 'NPR')
    const { price } = await fetchProduct(request, 'citrine-point')
    await fillCart(request, session, { slug: 'citrine-point' })
    await page.goto(cartPage)
    await expect(summary(page)).toContainText('Rs 100')
    await expect(summary(page)).toContainText(`Rs ${(price + 100).toLocaleString('en-IN')}`)
  })

  test('is empty for a visitor, with a link to the login', async ({ page }) => {
    await page.goto(cartPage)
    await expect(main(page).getByText('No items in cart')).toBeVisible()
    await main(page).getByRole('link', { name: 'Login' }).click()
    await expect(page).toHaveURL('/login?returnTo=%2Fshopping-bag')
  })
})

test.describe('a rejected quantity', () => {
  test.use({ expectedFailures: ['/api/ShoppingCart'] })

  test('shows the remaining stock and a button to correct it', { tag: onlyInFull }, async ({
    page,
    request,
    customer,
  }) => {
    const name = 'Pink Tourmaline Group'
    const { stockQuantity } = await fetchProduct(request, 'pink-tourmaline-group')
    await fillCart(request, customer, { slug: 'pink-tourmaline-group', quantity: stockQuantity - 1 })
    await page.goto(cartPage)
    await expect(quantityText(page, name)).toHaveText(String(stockQuantity - 1))
    const other = await createSession(request, await register(request))
    const { orderId } = await placeOrder(request, other, { slug: 'pink-tourmaline-group', quantity: 2 })

    await expectToast(page, ['alert', 'Cannot add more. Product is out of stock.'], () =>
      increaseButton(page, name).click(),
    )
    const remaining = stockQuantity - 2
    await expect(lineOf(page, name)).toContainText(`Only ${remaining} are left.`)
    await expect(summary(page).getByRole('link', { name: 'CHECKOUT' })).toHaveCount(0)
    await expect(summary(page)).toContainText('Please change or remove the marked items')
    await main(page)
      .getByRole('button', { name: `Change quantity to ${remaining}` })
      .click()
    await expect(quantityText(page, name)).toHaveText(String(remaining))
    await expect(summary(page).getByRole('link', { name: 'CHECKOUT' })).toBeVisible()
    await callApi<PlacedOrder>(request, other, `/order/${orderId}/cancel`, { method: 'POST' })
  })
})

test('marks changed, sold-out and removed products, and excludes what cannot be ordered from the total', async ({
  page,
  request,
  customer,
}) => {
  await fillCart(
    request,
    customer,
    { slug: 'citrine-point' },
    { slug: 'lokta-notebook' },
    { slug: 'clear-quartz-point' },
  )
  const notices = [
    { notice: 'price', previousUnitPrice: 3000, previousUnitPriceInUSD: 22 },
    { notice: 'soldOut', productQuantity: 0 },
    { notice: 'gone', productQuantity: 0 },
  ]
  await page.route('**/api/ShoppingCart/userId/*', async (route) => {
    const response = await route.fetch()
    const { cartItems, ...cart } = (await response.json()) as { cartItems: object[] }
    await route.fulfill({
      json: { ...cart, cartItems: cartItems.map((line, index) => ({ ...line, ...notices[index] })) },
    })
  })
  await page.goto(cartPage)
  await expect(lineOf(page, 'Citrine Point')).toContainText('The price has changed. It was $ 22 when you added it.', {
    useInnerText: true,
  })
  await expect(lineOf(page, 'Lokta Notebook')).toContainText('Sold out since you added it.')
  await expect(lineOf(page, 'Clear Quartz Point')).toContainText('No longer sold.')
  await expect(lineOf(page, 'Clear Quartz Point').getByRole('link')).toHaveCount(0)
  await expect(summary(page)).toContainText('$ 64')
  await expect(summary(page).getByRole('link', { name: 'CHECKOUT' })).toHaveCount(0)
  const panel = await openCart(page, 3)
  await panel.getByRole('button', { name: 'CHECKOUT' }).click()
  await expect(page).toHaveURL(cartPage)
  await page.goto('/checkout')
  await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText(
    'Some items in your bag cannot be ordered',
  )
  await expect(page.getByRole('button', { name: /^Proceed to Payment/ })).toHaveCount(0)
})

test.describe('one cart on all devices', () => {
  test('another tab updates at once, another device on focus', async ({ page, request, context, customer }) => {
    await page.goto(search('citrine point'))
    await waitForHydration(page)
    const second = await context.newPage()
    await second.goto(cartPage)
    await expect(main(second).getByText('No items in cart')).toBeVisible()

    const added = page.waitForResponse('**/api/ShoppingCart/**')
    const release = await holdRequests(page, `**/api/ShoppingCart/userId/${customer.userId}`)
    await cardOf(page, 'Citrine Point').getByRole('button', { name: 'ADD TO BAG' }).click()
    await expect(lineOf(second, 'Citrine Point')).toBeVisible()
    await expect(overlayButton(second, 'Shopping bag, 1 item')).toBeVisible()
    await added

    await fillCart(request, customer, { slug: 'lokta-notebook', quantity: 2 })
    await expect(lineOf(second, 'Lokta Notebook')).toHaveCount(0)
    release()
    await second.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(lineOf(second, 'Lokta Notebook')).toBeVisible()
    await expect(cartLines(cartPanel(page))).toHaveCount(2)
  })

  test('a change keeps the products added on another device', { tag: onlyInFull }, async ({
    page,
    request,
    customer,
  }) => {
    await fillCart(request, customer, { slug: 'citrine-point' })
    await page.goto(cartPage)
    await expect(quantityText(page, 'Citrine Point')).toHaveText('1')
    await fillCart(request, customer, { slug: 'lokta-notebook' })
    await increaseButton(page, 'Citrine Point').click()
    await expect(lineOf(page, 'Lokta Notebook')).toBeVisible()
    expect((await fetchCart(request, customer)).cartItems).toMatchObject([{ quantity: 2 }, { quantity: 1 }])
  })

  test('the cart is restored after logout and login', async ({ page, request }) => {
    const person = await register(request)
    const session = await createSession(request, person)
    await fillCart(request, session, { slug: 'citrine-point', quantity: 2 }, { slug: 'lokta-notebook' })
    const logInAtHome = async () => {
      await page.goto('/login')
      await waitForHydration(page)
      await logIn(page, person.email, person.password)
      await expect(page).toHaveURL('/')
      await expect(page.getByRole('heading', { level: 1, name: 'Elevated from the Himalayas' })).toBeVisible()
    }
    await logInAtHome()
    await expect(overlayButton(page, 'Shopping bag, 3 items')).toHaveText('3')
    await overlayButton(page, 'Account').click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(overlayButton(page, 'Shopping bag')).toHaveText('')
    const stored = await page.evaluate((key) => localStorage.getItem(key), `cart:${session.userId}`)
    expect(JSON.parse(stored ?? '[]')).toMatchObject([{ quantity: 2 }, { quantity: 1 }])
    await logInAtHome()
    await expect(overlayButton(page, 'Shopping bag, 3 items')).toHaveText('3')
  })
})
