import type { Locator, Page } from '@playwright/test'
import { signIn } from './support/accounts.ts'
import { product } from './support/addresses.ts'
import { cartOf, fillCart } from './support/cart.ts'
import { bothWidthsInFull, expect, hydrated, onlyInFull, onlyPhone, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const withChoices = product('crystal', 'smoky-quartz-point')
const soldOut = product('crystal', 'rubellite-tourmaline')
const plain = product('crystal', 'citrine-point')
const notEnough = 'Sorry, we dont have enough stock right now.'

type Told = {
  name: string
  priceInUSD: number
  price: number
  attributes: { attributeValue: string; productQuantity: number }[]
  reviews: { description: string; name: string; rating: number }[]
}

const main = (page: Page): Locator => page.getByRole('main')
const addButton = (page: Page): Locator => main(page).getByRole('button', { name: 'Add to Bag', exact: true }).first()

async function told(page: Page, slug: string): Promise<Told> {
  return (await (await page.request.get(`/api/product/${slug}`)).json()) as Told
}

test.describe('choice and quantity', () => {
  const quantity = (page: Page) => page.getByRole('group', { name: 'Quantity' })
  const more = (page: Page) => quantity(page).getByRole('button', { name: 'Increase quantity' })

  test('offers the sizes in stock with their measures, and chooses none', async ({ page }) => {
    await page.goto(withChoices)
    await hydrated(page)
    const choices = page.getByRole('group', { name: 'Size' }).getByRole('button')
    await expect(choices).toHaveText([/Small.*40–55 mm/, /Medium.*55–75 mm/, /Large.*75–100 mm/])
    for (const choice of await choices.all()) await expect(choice).toHaveAttribute('aria-pressed', 'false')
    await choices.nth(2).click()
    await expect(choices.nth(2)).toHaveAttribute('aria-pressed', 'true')
    await expect(choices.first()).toHaveAttribute('aria-pressed', 'false')
  })

  test('the quantity cannot exceed the stock of the choice', async ({ page }) => {
    const { attributes } = await told(page, 'smoky-quartz-point')
    const large = attributes.find(({ attributeValue }) => attributeValue === 'Large')?.productQuantity ?? 0
    await page.goto(withChoices)
    await hydrated(page)
    await page.getByRole('button', { name: 'Large', exact: true }).click()
    for (let count = 1; count < large; count += 1) await more(page).click()
    await expect(quantity(page).getByRole('status')).toHaveText(String(large))
    await expect(page.getByText(notEnough)).toHaveCount(0)
    await expectToast(page, ['status', notEnough], () => more(page).click())
    await expect(quantity(page).getByRole('status')).toHaveText(String(large))
  })

  test('the quantity cannot fall below one', { tag: onlyInFull }, async ({ page }) => {
    await page.goto(plain)
    await hydrated(page)
    const less = quantity(page).getByRole('button', { name: 'Decrease quantity' })
    await more(page).click()
    await expect(quantity(page).getByRole('status')).toHaveText('2')
    await less.click()
    await expect(less).toHaveAttribute('aria-disabled', 'true')
    await less.click({ force: true })
    await expect(quantity(page).getByRole('status')).toHaveText('1')
  })

  test('a sold-out product can neither be added nor bought', { tag: onlyInFull }, async ({ page }) => {
    await page.goto(soldOut)
    await expect(main(page).getByText('SOLD OUT', { exact: true }).first()).toBeVisible()
    await expect(addButton(page)).toBeDisabled()
    await expect(main(page).getByRole('button', { name: 'Buy Now' })).toBeDisabled()
    await expect(quantity(page)).toHaveCount(0)
  })
})

test.describe('buying', () => {
  test('Add to Bag asks a visitor to log in', async ({ page }) => {
    await page.goto(plain)
    await hydrated(page)
    await expectToast(page, ['status', 'Please login to add product to cart'], () => addButton(page).click())
    await expect(page).toHaveURL(plain)
  })

  test('Buy Now asks a visitor to log in, and leads there', async ({ page }) => {
    await page.goto(plain)
    await hydrated(page)
    await expectToast(page, ['status', 'Please login to buy now'], () =>
      main(page).getByRole('button', { name: 'Buy Now' }).click(),
    )
    await expect(page).toHaveURL(/\/login\?returnTo=/)
  })

  test('the heart asks a visitor to log in', async ({ page }) => {
    await page.goto(plain)
    await hydrated(page)
    await expectToast(page, ['status', 'Please login to save products'], () =>
      main(page).getByRole('button', { name: 'Save Citrine Point' }).click(),
    )
  })

  test('Add to Bag and Buy Now ask for a size in place', async ({ page }) => {
    await signIn(page)
    await page.goto(withChoices)
    await hydrated(page)
    const sizes = page.getByRole('group', { name: 'Size' })
    for (const button of [addButton(page), main(page).getByRole('button', { name: 'Buy Now' })]) {
      await button.click()
      await expect(sizes.getByRole('alert')).toHaveText('Choose a size')
      await expect(sizes.getByRole('button', { name: 'Small', exact: true })).toBeFocused()
      await sizes.getByRole('button', { name: 'Small', exact: true }).click()
      await expect(sizes.getByRole('alert')).toBeEmpty()
      await page.reload()
      await hydrated(page)
    }
    await expect(page).toHaveURL(withChoices)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('Buy Now orders the chosen quantity, however often it is pressed, and names the rest of the bag', async ({
    page,
    request,
  }) => {
    const customer = await signIn(page)
    await fillCart(request, customer, { slug: 'lokta-notebook' })
    for (const _ of [1, 2]) {
      await page.goto(plain)
      await hydrated(page)
      await page.getByRole('group', { name: 'Quantity' }).getByRole('button', { name: 'Increase quantity' }).click()
      await main(page).getByRole('button', { name: 'Buy Now' }).click()
      await expect(page).toHaveURL('/checkout')
    }
    const order = page.getByRole('complementary', { name: 'Your order' })
    await expect(order.getByRole('group', { name: 'Quantity of Citrine Point' }).getByRole('status')).toHaveText('2')
    await expect(order).toContainText('Your bag also holds Lokta Notebook. Remove what you do not want to order now.')
    await order.getByRole('button', { name: 'Remove Lokta Notebook' }).click()
    await expect(order).not.toContainText('Lokta Notebook')
    expect((await cartOf(request, customer)).cartItems).toMatchObject([{ name: 'Citrine Point', quantity: 2 }])
  })

  test('Add to Bag adds the choice in the chosen quantity', async ({ page }) => {
    await signIn(page)
    const answer = Promise.withResolvers<void>()
    const bodies: { quantity: number; selectedAttributeId: number }[] = []
    await page.route('**/api/ShoppingCart/CartItem', async (route) => {
      bodies.push(route.request().postDataJSON())
      await answer.promise
      await route.continue()
    })
    await page.goto(withChoices)
    await hydrated(page)
    await page.getByRole('button', { name: 'Medium', exact: true }).click()
    await page.getByRole('group', { name: 'Quantity' }).getByRole('button', { name: 'Increase quantity' }).click()
    await addButton(page).click()
    await expect(main(page).getByRole('button', { name: 'Adding to Bag...' }).first()).toBeDisabled()
    await expectToast(page, ['status', 'Product added to cart successfully'], async () => answer.resolve())
    await expect(page.getByRole('dialog', { name: 'SHOPPING BAG' })).toBeVisible()
    expect(bodies).toEqual([expect.objectContaining({ quantity: 2, selectedAttributeId: expect.any(Number) })])
  })
})

test('a related product starts with the quantity one', { tag: onlyInFull }, async ({ page }) => {
  await page.goto(withChoices)
  await hydrated(page)
  await page.getByRole('group', { name: 'Quantity' }).getByRole('button', { name: 'Increase quantity' }).click()
  await page.getByRole('region', { name: 'Related products' }).getByRole('link').first().click()
  await expect(main(page).getByRole('heading', { level: 1 })).not.toHaveText('Smoky Quartz Point')
  await expect(page.getByRole('group', { name: 'Quantity' }).getByRole('status')).toHaveText('1')
})

test.describe('the buy bar on a phone', { tag: onlyPhone }, () => {
  const bar = (page: Page) => page.getByRole('region', { name: 'Buy' })

  test('offers Add to Bag from the start, and hides while the buttons are in view', async ({ page }) => {
    await page.goto(plain)
    await expect(bar(page)).toContainText('Citrine Point')
    await hydrated(page)
    await expect(addButton(page)).not.toBeInViewport()
    await expectToast(page, ['status', 'Please login to add product to cart'], () =>
      bar(page).getByRole('button', { name: 'Add to Bag' }).tap(),
    )
    await main(page).getByRole('button', { name: 'Buy Now' }).scrollIntoViewIfNeeded()
    await expect(bar(page)).toHaveCount(0)
    await page.getByRole('heading', { name: 'Related products' }).scrollIntoViewIfNeeded()
    await expect(bar(page)).toBeVisible()
  })

  test('covers neither what has the focus nor the end of the page', async ({ page }) => {
    await page.goto(plain)
    await hydrated(page)
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

test('the number of reviews leads to the reviews', { tag: bothWidthsInFull }, async ({ page }) => {
  const { reviews } = await told(page, 'citrine-point')
  await page.goto(plain)
  await hydrated(page)
  const title = page.getByRole('heading', { name: 'Reviews', exact: true })
  await expect(title).not.toBeInViewport()
  await page.getByRole('link', { name: `${reviews.length} review${reviews.length === 1 ? '' : 's'}` }).click()
  await expect(title).toBeInViewport()
  await expect(title).toBeFocused()
})

test('shows care, shipping and the processing time, one at a time', { tag: bothWidthsInFull }, async ({ page }) => {
  await page.goto(plain)
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
