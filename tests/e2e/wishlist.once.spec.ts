import type { Page } from '@playwright/test'
import type { WireWishlist } from '#modules/wishlist/schema.ts'
import { product, search } from './addresses.ts'
import { ask, bagLines, cardsOf, productOf } from './buying.ts'
import { expectToast, signIn } from './frame-visit.ts'
import { cardNames, cardOf, cards, expect, hydrated, test } from './visit.ts'

const savedItems = '/profile?tab=SavedItems'
const heartOf = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name: `Save ${name}` })

async function save(page: Page, session: { userId: string; token: string; userEmail: string }, ...slugs: string[]) {
  for (const slug of slugs) {
    const { productId } = await productOf(page.request, slug)
    const data = { productIds: [productId] }
    await ask<WireWishlist>(page.request, session, `/wishlist/${session.userId}`, { method: 'POST', data })
  }
}

test('a heart saves, is full on every page from then on, and takes back', async ({ page }) => {
  const session = await signIn(page)
  await page.goto(search('citrine point'))
  await hydrated(page)
  const heart = cardOf(page, 'Citrine Point').getByRole('button', { name: 'Save Citrine Point' })
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await expectToast(page, ['status', 'product liked'], () => heart.click())
  await expect(heart).toHaveAttribute('aria-pressed', 'true')

  await page.goto(product('crystal', 'citrine-point'))
  await expect(heartOf(page, 'Citrine Point').first()).toHaveAttribute('aria-pressed', 'true')
  const listed = await ask<WireWishlist>(page.request, session, `/wishlist/${session.userId}`)
  expect(listed.products.map(({ name }) => name)).toEqual(['Citrine Point'])

  await expectToast(page, ['status', 'item removed successfully'], () => heartOf(page, 'Citrine Point').first().click())
  await expect(heartOf(page, 'Citrine Point').first()).toHaveAttribute('aria-pressed', 'false')
  await expect
    .poll(async () => (await ask<WireWishlist>(page.request, session, `/wishlist/${session.userId}`)).products.length)
    .toBe(0)
})

test('hearts are put on in the browser, with one call: the page itself is for nobody', async ({ page, request }) => {
  const session = await signIn(page)
  await save(page, session, 'citrine-point')
  const calls: string[] = []
  page.on('request', (call) => call.url().includes('/api/wishlist/') && calls.push(call.method()))
  await page.goto(search('citrine'))
  await expect(heartOf(page, 'Citrine Point').first()).toHaveAttribute('aria-pressed', 'true')
  expect(calls).toEqual(['GET'])
  const sent = await request.get(search('citrine'), { headers: { Authorization: `Bearer ${session.token}` } })
  expect(await sent.text()).not.toContain('aria-pressed="true"')
})

test.describe('a like that fails', () => {
  test.use({ mayComplain: true })

  test('is only noted, and the heart is empty again', async ({ page }) => {
    await signIn(page)
    await page.goto(search('citrine point'))
    await hydrated(page)
    await page.route('**/api/wishlist/*', (route) => route.fulfill({ status: 503, json: { message: 'Resting.' } }))
    const heart = cardOf(page, 'Citrine Point').getByRole('button', { name: 'Save Citrine Point' })
    const noted = page.waitForEvent('console', (message) => message.text().includes('could not be saved'))
    await heart.click()
    await noted
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
    await expect(page.getByText('Resting.')).toHaveCount(0)
  })
})

test.describe('Saved Items', () => {
  test('lists them, the last first; the heart takes one out', async ({ page }) => {
    const session = await signIn(page)
    await save(page, session, 'citrine-point', 'lokta-notebook')
    await page.goto(savedItems)
    await expect(cardNames(page)).toHaveText(['Lokta Notebook', 'Citrine Point'])
    for (const heart of await cards(page).getByRole('button', { name: /^Save/ }).all())
      await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await expectToast(page, ['status', 'item removed successfully'], () => heartOf(page, 'Lokta Notebook').click())
    await expect(cardNames(page)).toHaveText(['Citrine Point'])
    await heartOf(page, 'Citrine Point').click()
    await expect(page.getByText('You have not saved anything yet.')).toBeVisible()
    const featured = await cardsOf(page.request, '/api/product/tags/Featured?pageSize=4')
    const region = page.getByRole('region', { name: 'YOU MAY ALSO LIKE' })
    await expect(region.getByRole('link')).toHaveCount(4)
    for (const { name } of featured) await expect(region).toContainText(name)
  })

  test('puts one into the bag, in its first choice in stock', async ({ page }) => {
    const session = await signIn(page)
    await save(page, session, 'smoky-quartz-point')
    await page.goto(savedItems)
    const add = cardOf(page, 'Smoky Quartz Point').getByRole('button', { name: 'ADD TO BAG' })
    await expectToast(page, ['status', 'Product added to cart successfully'], () => add.click())
    await expect(bagLines(page.getByRole('dialog', { name: 'SHOPPING BAG' }))).toContainText(
      /Smoky Quartz Point.*Small/s,
    )
  })

  test('a sold-out piece stays, without a button', async ({ page }) => {
    const session = await signIn(page)
    await save(page, session, 'rubellite-tourmaline')
    await page.goto(savedItems)
    const card = cardOf(page, 'Rubellite Tourmaline')
    await expect(card.getByText('SOLD OUT', { exact: true })).toBeVisible()
    await expect(card.getByRole('button', { name: 'ADD TO BAG' })).toHaveCount(0)
  })
})
