import { search } from './addresses.ts'
import { expectToast, signIn } from './frame-visit.ts'
import { cardOf, expect, hydrated, test } from './visit.ts'

test('a visitor’s ADD TO BAG only asks to log in', async ({ page }) => {
  await page.goto(search('citrine point'))
  await hydrated(page)
  const add = cardOf(page, 'Citrine Point').getByRole('button', { name: 'ADD TO BAG', exact: true })
  await expectToast(page, ['status', 'Please login to add product to cart'], () => add.click())
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(search('citrine point'))
})

test('a visitor’s heart only asks to log in', async ({ page }) => {
  await page.goto(search('citrine point'))
  await hydrated(page)
  const heart = cardOf(page, 'Citrine Point').getByRole('button', { name: 'Save Citrine Point' })
  await expectToast(page, ['status', 'Please login to save products'], () => heart.click())
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
})

test('a customer’s ADD TO BAG is busy, then says so and opens the bag', async ({ page }) => {
  await signIn(page)
  const answer = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<unknown>()
  await page.route('**/api/ShoppingCart/CartItem', async (route) => {
    asked.resolve({ body: route.request().postDataJSON(), auth: await route.request().headerValue('authorization') })
    await answer.promise
    await route.continue()
  })
  await page.goto(search('smoky quartz point'))
  await hydrated(page)
  const card = cardOf(page, 'Smoky Quartz Point')
  await card.getByRole('button', { name: 'ADD TO BAG' }).click()
  const busy = card.getByRole('button', { name: 'Adding to Bag...' })
  await expect(busy).toBeDisabled()
  await expect(busy).toHaveAttribute('aria-busy', 'true')
  expect(await asked.promise).toEqual({
    body: {
      userId: expect.any(String),
      productId: expect.any(Number),
      quantity: 1,
      // The first choice in stock.
      selectedAttributeId: expect.any(Number),
    },
    auth: expect.stringMatching(/^Bearer ./),
  })
  await expectToast(page, ['status', 'Product added to cart successfully'], async () => answer.resolve())
  await expect(page.getByRole('dialog', { name: 'SHOPPING BAG' })).toBeVisible()
})

test.describe('when the call fails', () => {
  test.use({ mayComplain: true })

  test('a heart that was not saved is only noted', async ({ page }) => {
    const notes: string[] = []
    page.on('pageerror', ({ message }) => notes.push(message))
    page.on('console', (message) => message.type() === 'error' && notes.push(message.text()))
    await signIn(page)
    await page.route('**/api/wishlist/*', (route) => route.fulfill({ status: 500, json: { message: 'Not today.' } }))
    await page.goto(search('citrine point'))
    await hydrated(page)
    const heart = cardOf(page, 'Citrine Point').getByRole('button', { name: 'Save Citrine Point' })
    await heart.click()
    await expect.poll(() => notes).toContainEqual(expect.stringContaining('Not today.'))
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
    await expect(page.getByText('Not today.')).toHaveCount(0)
    await expect(page.getByText('product liked')).toHaveCount(0)
  })

  test('a customer is told that nothing was added, and the bag opens', async ({ page }) => {
    await signIn(page)
    await page.route('**/api/ShoppingCart/CartItem', (route) =>
      route.fulfill({ status: 503, json: { message: 'The shop is resting for a moment.' } }),
    )
    await page.goto(search('citrine point'))
    await hydrated(page)
    const add = cardOf(page, 'Citrine Point').getByRole('button', { name: 'ADD TO BAG' })
    await expectToast(page, ['alert', 'Failed to add product to cart'], () => add.click())
    await expect(page.getByRole('dialog', { name: 'SHOPPING BAG' })).toBeVisible()
  })
})

test('a customer’s heart saves the product', async ({ page }) => {
  await signIn(page)
  const bodies: unknown[] = []
  page.on('request', (call) => {
    if (call.method() === 'POST' && call.url().includes('/api/wishlist/')) bodies.push(call.postDataJSON())
  })
  await page.goto(search('citrine point'))
  await hydrated(page)
  const heart = cardOf(page, 'Citrine Point').getByRole('button', { name: 'Save Citrine Point' })
  await expectToast(page, ['status', 'product liked'], () => heart.click())
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  expect(bodies).toEqual([{ productIds: [expect.any(Number)] }])
})
