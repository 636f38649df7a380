import type { Locator, Page } from '@playwright/test'
import { product } from './addresses.ts'
import { expectToast, signIn } from './frame-visit.ts'
import { expect, hydrated, test } from './visit.ts'

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

  test('only what is in stock can be chosen', async ({ page }) => {
    await page.goto(withChoices)
    await hydrated(page)
    const choices = page.getByRole('group', { name: 'Choose' }).getByRole('button')
    await expect(choices).toHaveText(['Small', 'Medium', 'Large'])
    await expect(choices.first()).toHaveAttribute('aria-pressed', 'true')
    await choices.nth(2).click()
    await expect(choices.nth(2)).toHaveAttribute('aria-pressed', 'true')
    await expect(choices.first()).toHaveAttribute('aria-pressed', 'false')
  })

  test('the stock of the choice bounds the quantity', async ({ page }) => {
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

  test('it never falls below one', async ({ page }) => {
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

  test('a sold-out piece says so, and can neither be added nor bought', async ({ page }) => {
    await page.goto(soldOut)
    await expect(main(page).getByText('SOLD OUT', { exact: true }).first()).toBeVisible()
    await expect(addButton(page)).toBeDisabled()
    await expect(main(page).getByRole('button', { name: 'Buy Now' })).toBeDisabled()
    await expect(more(page)).toBeDisabled()
  })
})

test.describe('buying', () => {
  test('a visitor who adds is asked to log in', async ({ page }) => {
    await page.goto(plain)
    await hydrated(page)
    await expectToast(page, ['status', 'Please login to add product to cart'], () => addButton(page).click())
    await expect(page).toHaveURL(plain)
  })

  test('a visitor who buys is asked to log in, and led there', async ({ page }) => {
    await page.goto(plain)
    await hydrated(page)
    await expectToast(page, ['status', 'Please login to buy now'], () =>
      main(page).getByRole('button', { name: 'Buy Now' }).click(),
    )
    await expect(page).toHaveURL('/login')
  })

  test('a visitor’s heart asks to log in', async ({ page }) => {
    await page.goto(plain)
    await hydrated(page)
    await expectToast(page, ['status', 'Please login to save products'], () =>
      main(page).getByRole('button', { name: 'Save Citrine Point' }).click(),
    )
  })

  test('a customer adds the chosen kind in the chosen number', async ({ page }) => {
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

test('from a relative the page begins anew', async ({ page }) => {
  await page.goto(withChoices)
  await hydrated(page)
  await page.getByRole('group', { name: 'Quantity' }).getByRole('button', { name: 'Increase quantity' }).click()
  await page.getByRole('region', { name: 'Related products' }).getByRole('link').first().click()
  await expect(main(page).getByRole('heading', { level: 1 })).not.toHaveText('Smoky Quartz Point')
  await expect(page.getByRole('group', { name: 'Quantity' }).getByRole('status')).toHaveText('1')
})

test('search engines are told the one address, the picture, both offers and the rating', async ({ page }) => {
  const { name, price, priceInUSD, reviews } = await told(page, 'smoky-quartz-point')
  await page.goto(product('CRYSTALS', 'smoky-quartz-point'))
  await expect(page).toHaveTitle(`${name} · ALPINE`)
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/shop\/crystal\/smoky-quartz-point$/)
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /^http.+\/media\/.+-share\.jpg$/)
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /^Smoky quartz from .{60,}/)
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
  const data = blocks.map((block) => JSON.parse(block) as Record<string, unknown>)
  const average = reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length
  expect(data.find((each) => each['@type'] === 'Product')).toMatchObject({
    name,
    offers: [
      { priceCurrency: 'USD', price: priceInUSD.toFixed(2), availability: 'https://schema.org/InStock' },
      { priceCurrency: 'NPR', price: price.toFixed(2), availability: 'https://schema.org/InStock' },
    ],
    aggregateRating: { reviewCount: reviews.length, ratingValue: Number(average.toFixed(1)) },
  })
  const way = data.find((each) => each['@type'] === 'BreadcrumbList')?.itemListElement as { name: string }[]
  expect(way.map((step) => step.name)).toEqual(['Shop', 'Crystal', name])
})
