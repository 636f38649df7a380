import type { Locator, Page } from '@playwright/test'
import { signIn } from './support/accounts.ts'
import { fetchCart, fillCart } from './support/cart.ts'
import { product } from './support/paths.ts'
import { bothWidthsInFull, expect, onlyInFull, onlyPhone, test, waitForHydration } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const withVariants = product('crystal', 'smoky-quartz-point')
const soldOut = product('crystal', 'rubellite-tourmaline')
const withoutVariants = product('crystal', 'citrine-point')
const stockMessage = 'Sorry, we dont have enough stock right now.'

type ApiProduct = {
  name: string
  priceInUSD: number
  price: number
  attributes: { attributeValue: string; productQuantity: number }[]
  reviews: { description: string; name: string; rating: number }[]
}

const main = (page: Page): Locator => page.getByRole('main')
const addButton = (page: Page): Locator => main(page).getByRole('button', { name: 'Add to Bag', exact: true }).first()

async function fetchApiProduct(page: Page, slug: string): Promise<ApiProduct> {
  return (await (await page.request.get(`/api/product/${slug}`)).json()) as ApiProduct
}

test.describe('variant and quantity', () => {
  const quantity = (page: Page) => page.getByRole('group', { name: 'Quantity' })
  const increaseButton = (page: Page) => quantity(page).getByRole('button', { name: 'Increase quantity' })

  test('lists the sizes in stock with their measures and preselects none', async ({ page }) => {
    await page.goto(withVariants)
    await waitForHydration(page)
    const sizes = page.getByRole('group', { name: 'Size' }).getByRole('button')
    await expect(sizes).toHaveText([/Small.*40–55 mm/, /Medium.*55–75 mm/, /Large.*75–100 mm/])
    for (const size of await sizes.all()) await expect(size).toHaveAttribute('aria-pressed', 'false')
    await sizes.nth(2).click()
    await expect(sizes.nth(2)).toHaveAttribute('aria-pressed', 'true')
    await expect(sizes.first()).toHaveAttribute('aria-pressed', 'false')
  })

  test('the quantity cannot exceed the stock of the variant', async ({ page }) => {
    const { attributes } = await fetchApiProduct(page, 'smoky-quartz-point')
    const largeStock = attributes.find(({ attributeValue }) => attributeValue === 'Large')?.productQuantity ?? 0
    await page.goto(withVariants)
    await waitForHydration(page)
    await page.getByRole('button', { name: /^Large/ }).click()
    for (let count = 1; count < largeStock; count += 1) await increaseButton(page).click()
    await expect(quantity(page).getByRole('status')).toHaveText(String(largeStock))
    await expect(page.getByText(stockMessage)).toHaveCount(0)
    await expectToast(page, ['status', stockMessage], () => increaseButton(page).click())
    await expect(quantity(page).getByRole('status')).toHaveText(String(largeStock))
  })

  test('the quantity cannot fall below one', { tag: onlyInFull }, async ({ page }) => {
    await page.goto(withoutVariants)
    await waitForHydration(page)
    const decreaseButton = quantity(page).getByRole('button', { name: 'Decrease quantity' })
    await increaseButton(page).click()
    await expect(quantity(page).getByRole('status')).toHaveText('2')
    await decreaseButton.click()
    await expect(decreaseButton).toHaveAttribute('aria-disabled', 'true')
    await decreaseButton.click({ force: true })
    await expect(quantity(page).getByRole('status')).toHaveText('1')
  })

  test('a sold-out product cannot be added or bought', { tag: onlyInFull }, async ({ page }) => {
    await page.goto(soldOut)
    await expect(main(page).getByText('SOLD OUT', { exact: true }).first()).toBeVisible()
    await expect(addButton(page)).toBeDisabled()
    await expect(main(page).getByRole('button', { name: 'Buy Now' })).toBeDisabled()
    await expect(quantity(page)).toHaveCount(0)
  })
})

test.describe('buying', () => {
  test('Add to Bag asks a visitor to log in', async ({ page }) => {
    await page.goto(withoutVariants)
    await waitForHydration(page)
    await expectToast(page, ['status', 'Please login to add product to cart'], () => addButton(page).click())
    await expect(page).toHaveURL(withoutVariants)
  })

  test('Buy Now asks a visitor to log in and opens the login page', async ({ page }) => {
    await page.goto(withoutVariants)
    await waitForHydration(page)
    await expectToast(page, ['status', 'Please login to buy now'], () =>
      main(page).getByRole('button', { name: 'Buy Now' }).click(),
    )
    await expect(page).toHaveURL(/\/login\?returnTo=/)
  })

  test('the heart asks a visitor to log in', async ({ page }) => {
    await page.goto(withoutVariants)
    await waitForHydration(page)
    await expectToast(page, ['status', 'Please login to save products'], () =>
      main(page).getByRole('button', { name: 'Save Citrine Point' }).click(),
    )
  })

  test('Add to Bag and Buy Now require a size and focus the size buttons', async ({ page }) => {
    await signIn(page)
    await page.goto(withVariants)
    await waitForHydration(page)
    const sizes = page.getByRole('group', { name: 'Size' })
    for (const button of [addButton(page), main(page).getByRole('button', { name: 'Buy Now' })]) {
      await button.click()
      await expect(sizes.getByRole('alert')).toHaveText('Choose a size')
      await expect(sizes.getByRole('button', { name: /^Small/ })).toBeFocused()
      await sizes.getByRole('button', { name: /^Small/ }).click()
      await expect(sizes.getByRole('alert')).toBeEmpty()
      await page.reload()
      await waitForHydration(page)
    }
    await expect(page).toHaveURL(withVariants)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('Buy Now twice keeps the selected quantity, and the checkout names the other products in the cart', async ({
    page,
    request,
  }) => {
    const customer = await signIn(page)
    await fillCart(request, customer, { slug: 'lokta-notebook' })
    for (const _ of [1, 2]) {
      await page.goto(withoutVariants)
      await waitForHydration(page)
      await page.getByRole('group', { name: 'Quantity' }).getByRole('button', { name: 'Increase quantity' }).click()
      await main(page).getByRole('button', { name: 'Buy Now' }).click()
      await expect(page).toHaveURL('/checkout')
    }
    const order = page.getByRole('complementary', { name: 'Your order' })
    await expect(order.getByRole('group', { name: 'Quantity of Citrine Point' }).getByRole('status')).toHaveText('2')
    await expect(order).toContainText(
      'Your bag also contains Lokta Notebook. Remove what you do not want to order now.',
    )
    await order.getByRole('button', { name: 'Remove Lokta Notebook' }).click()
    await expect(order).not.toContainText('Lokta Notebook')
    expect((await fetchCart(request, customer)).cartItems).toMatchObject([{ name: 'Citrine Point', quantity: 2 }])
  })

  test('Add to Bag adds the selected variant and quantity', async ({ page }) => {
    await signIn(page)
    const response = Promise.withResolvers<void>()
    const bodies: { quantity: number; selectedAttributeId: number }[] = []
    await page.route('**/api/ShoppingCart/CartItem', async (route) => {
      bodies.push(route.request().postDataJSON())
      await response.promise
      await route.continue()
    })
    await page.goto(withVariants)
    await waitForHydration(page)
    await page.getByRole('button', { name: /^Medium/ }).click()
    await page.getByRole('group', { name: 'Quantity' }).getByRole('button', { name: 'Increase quantity' }).click()
    await addButton(page).click()
    await expect(main(page).getByRole('button', { name: 'Adding to Bag...' }).first()).toBeDisabled()
    await expectToast(page, ['status', 'Product added to cart successfully'], async () => response.resolve())
    await expect(page.getByRole('dialog', { name: 'SHOPPING BAG' })).toBeVisible()
    expect(bodies).toEqual([expect.objectContaining({ quantity: 2, selectedAttributeId: expect.any(Number) })])
  })
})

test('a related product starts with quantity 1', { tag: onlyInFull }, async ({ page }) => {
  await page.goto(withVariants)
  await waitForHydration(page)
  await page.getByRole('group', { name: 'Quantity' }).getByRole('button', { name: 'Increase quantity' }).click()
  await page.getByRole('region', { name: 'Related products' }).getByRole('link').first().click()
  await expect(main(page).getByRole('heading', { level: 1 })).not.toHaveText('Smoky Quartz Point')
  await expect(page.getByRole('group', { name: 'Quantity' }).getByRole('status')).toHaveText('1')
})

test.describe('the buy bar on a phone', { tag: onlyPhone }, () => {
  const bar = (page: Page) => page.getByRole('region', { name: 'Buy' })

  test('shows Add to Bag and hides while the main buttons are in view', async ({ page }) => {
    await page.goto(withoutVariants)
    await expect(bar(page)).toContainText('Citrine Point')
    await waitForHydration(page)
    await expect(addButton(page)).not.toBeInViewport()
    await expectToast(page, ['status', 'Please login to add product to cart'], () =>
      bar(page).getByRole('button', { name: 'Add to Bag' }).tap(),
    )
    await main(page).getByRole('button', { name: 'Buy Now' }).scrollIntoViewIfNeeded()
    await expect(bar(page)).toHaveCount(0)
    await page.getByRole('heading', { name: 'Related products' }).scrollIntoViewIfNeeded()
    await expect(bar(page)).toBeVisible()
  })

  test('covers neither the focused element nor the end of the page', async ({ page }) => {
    await page.goto(withoutVariants)
    await waitForHydration(page)
    const { y: top = 0 } = (await bar(page).boundingBox()) ?? {}
    const bottomOf = async (target: Locator) => {
      const { y = 0, height = 0 } = (await target.boundingBox()) ?? {}
      return y + height
    }
    await page.getByRole('link', { name: /^\d+ reviews?$/ }).focus()
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab')
      const focused = page.locator(':focus')
      if ((await bar(page).count()) === 0 || (await bar(page).locator(':focus').count()) > 0) continue
      await expect.poll(() => bottomOf(focused)).toBeLessThanOrEqual(top)
    }
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect.poll(() => bottomOf(page.getByRole('contentinfo'))).toBeLessThanOrEqual(top + 1)
  })
})

test('the number of reviews links to the reviews', { tag: bothWidthsInFull }, async ({ page }) => {
  const { reviews } = await fetchApiProduct(page, 'citrine-point')
  await page.goto(withoutVariants)
  await waitForHydration(page)
  const title = page.getByRole('heading', { name: 'Reviews', exact: true })
  await expect(title).not.toBeInViewport()
  await page.getByRole('link', { name: `${reviews.length} review${reviews.length === 1 ? '' : 's'}` }).click()
  await expect(title).toBeInViewport()
  await expect(title).toBeFocused()
})

test('shows the processing time, and care or shipping one at a time', { tag: bothWidthsInFull }, async ({ page }) => {
  await page.goto(withoutVariants)
  await expect(main(page).getByText('This item takes 5-7 days to process', { exact: true })).toBeVisible()
  const shipping = main(page).getByText(/cash on delivery/)
  const care = main(page).getByText(/soft, dry brush/)
  await expect(shipping).toBeHidden()
  await main(page).getByText('Shipping and returns', { exact: true }).click()
  await expect(shipping).toContainText('$ 40')
  await main(page).getByText('Care', { exact: true }).click()
  await expect(care).toBeVisible()
  await expect(shipping).toBeHidden()
})
