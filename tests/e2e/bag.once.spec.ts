import type { Locator, Page } from '@playwright/test'
import { register, sessionOf } from './accounts-people.ts'
import { product, search, shop } from './addresses.ts'
import { ask, bagLines, bagOf, fillBag, openBag, type PlacedOrder, placeOrder, productOf } from './buying.ts'
import { expectToast, open, opener, signIn } from './frame-visit.ts'
import { holdBack } from './hold-back.ts'
import { cardOf, expect, hydrated, test } from './visit.ts'

const bagPage = '/shopping-bag'
const main = (page: Page): Locator => page.getByRole('main')
const lineOf = (page: Page, name: string): Locator => bagLines(main(page)).filter({ hasText: name })
const quantityOf = (page: Page, name: string): Locator => page.getByRole('group', { name: `Quantity of ${name}` })
const more = (page: Page, name: string): Locator =>
  quantityOf(page, name).getByRole('button', { name: 'Increase quantity' })
const shown = (page: Page, name: string): Locator => quantityOf(page, name).getByRole('status')
const summary = (page: Page): Locator => page.getByRole('complementary', { name: 'Summary' })

test.describe('the panel', () => {
  test('a visitor is told to log in, and led there', async ({ page }) => {
    await page.goto(shop)
    await hydrated(page)
    await expectToast(page, ['alert', 'login to see cart'], () => opener(page, 'Shopping bag').click())
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('CHECKOUT with an empty bag leads to the shopping bag', async ({ page }) => {
    await signIn(page)
    await page.goto(shop)
    const panel = await open(page, 'Shopping bag', 'SHOPPING BAG')
    await expect(panel.getByText('No items in cart')).toBeVisible()
    await expectToast(page, ['status', 'cart is empty'], () => panel.getByRole('button', { name: 'CHECKOUT' }).click())
    await expect(page).toHaveURL(bagPage)
    await expect(panel).toHaveCount(0)
    await expect(main(page).getByText('No items in cart')).toBeVisible()
  })

  test('it tells each piece with its choice, quantity and price, and what they come to', async ({ page, request }) => {
    const session = await signIn(page)
    await fillBag(
      request,
      session,
      { slug: 'smoky-quartz-point', choice: 'Medium' },
      { slug: 'citrine-point', quantity: 2 },
    )
    await page.goto(shop)
    const panel = await openBag(page, 3)
    const lines = bagLines(panel)
    await expect(lines).toHaveCount(2)
    await expect(lines.first()).toContainText(/Smoky Quartz Point.*Medium.*Quantity 1/s)
    await expect(lines.nth(1)).toContainText(/Citrine Point.*\$ 48.*Quantity 2/s)
    const { priceInUSD } = await productOf(request, 'smoky-quartz-point')
    await expect(panel.getByText('Subtotal')).toContainText(`$ ${priceInUSD + 48}`)
    await panel.getByRole('button', { name: 'CHECKOUT' }).click()
    await expect(page).toHaveURL('/checkout')
  })
})

test.describe('adding', () => {
  test('what is there already is raised by one, through an upsert', async ({ page, request }) => {
    const session = await signIn(page)
    await fillBag(request, session, { slug: 'citrine-point' })
    const calls: string[] = []
    page.on('request', (call) => {
      if (call.method() !== 'GET' && call.url().includes('/ShoppingCart')) calls.push(`${call.method()} ${call.url()}`)
    })
    await page.goto(search('citrine point'))
    await expect(opener(page, 'Shopping bag, 1 item')).toBeVisible()
    const add = cardOf(page, 'Citrine Point').getByRole('button', { name: 'ADD TO BAG' })
    await expectToast(page, ['status', 'Product updated successfully'], () => add.click())
    const panel = page.getByRole('dialog', { name: 'SHOPPING BAG' })
    await expect(bagLines(panel)).toContainText('Quantity 2')
    expect(calls).toEqual([expect.stringMatching(/^PUT .*\/api\/ShoppingCart\/Upsert$/)])
    expect((await bagOf(request, session)).cartItems).toMatchObject([{ quantity: 2 }])
  })

  test('a card takes the first choice in stock, and the panel names it', async ({ page }) => {
    await signIn(page)
    await page.goto(search('smoky quartz point'))
    await hydrated(page)
    await cardOf(page, 'Smoky Quartz Point').getByRole('button', { name: 'ADD TO BAG' }).click()
    await expect(bagLines(page.getByRole('dialog', { name: 'SHOPPING BAG' }))).toContainText('Small')
  })

  test.describe('more than there is', () => {
    test.use({ refusals: ['/api/ShoppingCart'] })

    test('is refused in the words of the stock, and the bag opens as it was', async ({ page, request }) => {
      const session = await signIn(page)
      const { stockQuantity, name } = await productOf(request, 'watermelon-tourmaline')
      await fillBag(request, session, { slug: 'watermelon-tourmaline', quantity: stockQuantity })
      await page.goto(product('crystal', 'watermelon-tourmaline'))
      await expect(opener(page, `Shopping bag, ${stockQuantity} items`)).toBeVisible()
      await expectToast(page, ['alert', 'Cannot add more. Product is out of stock.'], () =>
        main(page).getByRole('button', { name: 'Add to Bag', exact: true }).first().click(),
      )
      const panel = page.getByRole('dialog', { name: 'SHOPPING BAG' })
      await expect(bagLines(panel).filter({ hasText: name })).toContainText(`Quantity ${stockQuantity}`)
    })
  })

  test('Buy Now puts the piece into the bag and leads to the checkout', async ({ page, request }) => {
    const session = await signIn(page)
    await page.goto(product('crystal', 'smoky-quartz-point'))
    await hydrated(page)
    await page.getByRole('button', { name: 'Large', exact: true }).click()
    await page.getByRole('button', { name: 'Buy Now' }).click()
    await expect(page).toHaveURL('/checkout')
    await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText('Large, Quantity 1')
    expect((await bagOf(request, session)).cartItems).toMatchObject([{ attributeValue: 'Large', quantity: 1 }])
  })
})

test.describe('the page', () => {
  test('a quantity shows at once, and reaches the server soon after', async ({ page, request }) => {
    const session = await signIn(page)
    await fillBag(request, session, { slug: 'citrine-point' })
    await page.goto(bagPage)
    const letGo = Promise.withResolvers<void>()
    const bodies: { cartItems: { quantity: number }[] }[] = []
    await page.route('**/api/ShoppingCart/Upsert', async (route) => {
      bodies.push(route.request().postDataJSON())
      await letGo.promise
      await route.continue()
    })
    await more(page, 'Citrine Point').click()
    await expect(shown(page, 'Citrine Point')).toHaveText('2')
    await expect.poll(() => bodies.length).toBe(1)
    await more(page, 'Citrine Point').click()
    await more(page, 'Citrine Point').click()
    await expect(shown(page, 'Citrine Point')).toHaveText('4')
    await expect(summary(page)).toContainText('$ 136')
    await expectToast(page, ['status', 'Cart updated successfully'], async () => letGo.resolve())
    await expect.poll(async () => (await bagOf(request, session)).cartItems[0]?.quantity).toBe(4)
    await expect(shown(page, 'Citrine Point')).toHaveText('4')
    expect(bodies.map(({ cartItems }) => cartItems[0]?.quantity)).toEqual([2, 4])
  })

  test('less lowers by one, and takes the last one out', async ({ page, request }) => {
    const session = await signIn(page)
    await fillBag(request, session, { slug: 'citrine-point', quantity: 2 }, { slug: 'lokta-notebook' })
    await page.goto(bagPage)
    await quantityOf(page, 'Citrine Point').getByRole('button', { name: 'Decrease quantity' }).click()
    await expect(shown(page, 'Citrine Point')).toHaveText('1')
    await expectToast(page, ['status', 'Item removed from cart'], () =>
      quantityOf(page, 'Citrine Point').getByRole('button', { name: 'Remove the last one' }).click(),
    )
    await expect(lineOf(page, 'Citrine Point')).toHaveCount(0)
    await expect.poll(async () => (await bagOf(request, session)).cartItems.length).toBe(1)
    await lineOf(page, 'Lokta Notebook').getByRole('button', { name: 'Remove Lokta Notebook' }).click()
    await expect(main(page).getByText('No items in cart')).toBeVisible()
    await expect(opener(page, 'Shopping bag')).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('cart:'))))
      .toEqual([])
  })

  test('no more than the stock', async ({ page, request }) => {
    const session = await signIn(page)
    const { stockQuantity, name } = await productOf(request, 'watermelon-tourmaline')
    await fillBag(request, session, { slug: 'watermelon-tourmaline', quantity: stockQuantity })
    await page.goto(bagPage)
    await expectToast(page, ['status', 'Cannot add more. Product is out of stock.'], () => more(page, name).click())
    await expect(shown(page, name)).toHaveText(String(stockQuantity))
  })

  test('rupees, where they were chosen', async ({ page, request }) => {
    const session = await signIn(page, 'NPR')
    const { price } = await productOf(request, 'citrine-point')
    await fillBag(request, session, { slug: 'citrine-point' })
    await page.goto(bagPage)
    await expect(summary(page)).toContainText('Rs 100')
    await expect(summary(page)).toContainText(`Rs ${(price + 100).toLocaleString('en-IN')}`)
  })

  test('a visitor finds it empty, with the way to the login', async ({ page }) => {
    await page.goto(bagPage)
    await expect(main(page).getByText('No items in cart')).toBeVisible()
    await main(page).getByRole('link', { name: 'Login' }).click()
    await expect(page).toHaveURL('/login?returnTo=%2Fshopping-bag')
  })
})

test.describe('a refusal', () => {
  test.use({ refusals: ['/api/ShoppingCart'] })

  test('puts the shown quantity right and tells how many are left', async ({ page, request }) => {
    const session = await signIn(page)
    const name = 'Pink Tourmaline Group'
    const { stockQuantity } = await productOf(request, 'pink-tourmaline-group')
    await fillBag(request, session, { slug: 'pink-tourmaline-group', quantity: stockQuantity - 1 })
    await page.goto(bagPage)
    await expect(shown(page, name)).toHaveText(String(stockQuantity - 1))
    const other = await sessionOf(request, await register(request))
    const { orderId } = await placeOrder(request, other, { slug: 'pink-tourmaline-group', quantity: 2 })

    await expectToast(page, ['alert', 'Cannot add more. Product is out of stock.'], () => more(page, name).click())
    const left = stockQuantity - 2
    await expect(lineOf(page, name)).toContainText(`Only ${left} are left.`)
    await expect(summary(page).getByRole('link', { name: 'CHECKOUT' })).toHaveCount(0)
    await expect(summary(page)).toContainText('Please remove or change the marked pieces.')
    await main(page)
      .getByRole('button', { name: `Take ${left} instead of ${left + 1}` })
      .click()
    await expect(shown(page, name)).toHaveText(String(left))
    await expect(summary(page).getByRole('link', { name: 'CHECKOUT' })).toBeVisible()
    await ask<PlacedOrder>(request, other, `/order/${orderId}/cancel`, { method: 'POST' })
  })
})

test('what changed, sold out or vanished says so, and is not counted', async ({ page, request }) => {
  const session = await signIn(page)
  await fillBag(request, session, { slug: 'citrine-point' }, { slug: 'lokta-notebook' }, { slug: 'clear-quartz-point' })
  const news = [
    { notice: 'price', previousUnitPrice: 3000, previousUnitPriceInUSD: 22 },
    { notice: 'soldOut', productQuantity: 0 },
    { notice: 'gone', productQuantity: 0 },
  ]
  await page.route('**/api/ShoppingCart/userId/*', async (route) => {
    const answer = await route.fetch()
    const { cartItems, ...bag } = (await answer.json()) as { cartItems: object[] }
    await route.fulfill({ json: { ...bag, cartItems: cartItems.map((line, index) => ({ ...line, ...news[index] })) } })
  })
  await page.goto(bagPage)
  await expect(lineOf(page, 'Citrine Point')).toContainText('The price has changed. It was $ 22 when you chose it.', {
    useInnerText: true,
  })
  await expect(lineOf(page, 'Lokta Notebook')).toContainText('Sold out since you chose it.')
  await expect(lineOf(page, 'Clear Quartz Point')).toContainText('No longer sold.')
  await expect(lineOf(page, 'Clear Quartz Point').getByRole('link')).toHaveCount(0)
  await expect(summary(page)).toContainText('$ 64')
  await expect(summary(page).getByRole('link', { name: 'CHECKOUT' })).toHaveCount(0)
  const panel = await openBag(page, 3)
  await panel.getByRole('button', { name: 'CHECKOUT' }).click()
  await expect(page).toHaveURL(bagPage)
  await page.goto('/checkout')
  await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText('Some pieces cannot be ordered')
  await expect(page.getByRole('button', { name: /^Proceed to Payment/ })).toHaveCount(0)
})

test.describe('the same bag everywhere', () => {
  test('another tab follows at once, another device after a focus', async ({ page, request, context }) => {
    const session = await signIn(page)
    await page.goto(search('citrine point'))
    await hydrated(page)
    const second = await context.newPage()
    await second.goto(bagPage)
    await expect(main(second).getByText('No items in cart')).toBeVisible()

    const added = page.waitForResponse('**/api/ShoppingCart/**')
    const letGo = await holdBack(page, `**/api/ShoppingCart/userId/${session.userId}`)
    await cardOf(page, 'Citrine Point').getByRole('button', { name: 'ADD TO BAG' }).click()
    await expect(lineOf(second, 'Citrine Point')).toBeVisible()
    await expect(opener(second, 'Shopping bag, 1 item')).toBeVisible()
    await added

    await fillBag(request, session, { slug: 'lokta-notebook', quantity: 2 })
    await expect(lineOf(second, 'Lokta Notebook')).toHaveCount(0)
    letGo()
    await second.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(lineOf(second, 'Lokta Notebook')).toBeVisible()
    await expect(bagLines(page.getByRole('dialog', { name: 'SHOPPING BAG' }))).toHaveCount(2)
  })

  test('a change made here does not lose what another device has put in', async ({ page, request }) => {
    const session = await signIn(page)
    await fillBag(request, session, { slug: 'citrine-point' })
    await page.goto(bagPage)
    await expect(shown(page, 'Citrine Point')).toHaveText('1')
    await fillBag(request, session, { slug: 'lokta-notebook' })
    await more(page, 'Citrine Point').click()
    await expect(lineOf(page, 'Lokta Notebook')).toBeVisible()
    expect((await bagOf(request, session)).cartItems).toMatchObject([{ quantity: 2 }, { quantity: 1 }])
  })

  test('it survives signing out, and comes back', async ({ page, request }) => {
    const person = await register(request)
    const session = await sessionOf(request, person)
    await fillBag(request, session, { slug: 'citrine-point', quantity: 2 }, { slug: 'lokta-notebook' })
    const logIn = async () => {
      await page.goto('/login')
      await hydrated(page)
      await main(page)
        .getByLabel(/email or username/i)
        .fill(person.email)
      await main(page).getByLabel('Password', { exact: true }).fill(person.password)
      await main(page).getByRole('button', { name: 'Login', exact: true }).click()
      await expect(page).toHaveURL('/')
      await expect(page.getByRole('heading', { level: 1, name: 'Elevated from the Himalayas' })).toBeVisible()
    }
    await logIn()
    await expect(opener(page, 'Shopping bag, 3 items')).toHaveText('3')
    await opener(page, 'Account').click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(opener(page, 'Shopping bag')).toHaveText('')
    const kept = await page.evaluate((key) => localStorage.getItem(key), `cart:${session.userId}`)
    expect(JSON.parse(kept ?? '[]')).toMatchObject([{ quantity: 2 }, { quantity: 1 }])
    await logIn()
    await expect(opener(page, 'Shopping bag, 3 items')).toHaveText('3')
  })
})
