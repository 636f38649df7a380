import { signIn } from './support/accounts.ts'
import { cartPanel } from './support/cart.ts'
import { category, search, tag } from './support/paths.ts'
import { cardOf, cards } from './support/product-cards.ts'
import { bothWidthsInFull, expect, onlyInFull, onlyPhone, test, waitForHydration } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test('shows name and price, and is one link to its product', { tag: bothWidthsInFull }, async ({ page }) => {
  await page.goto(search('citrine point'))
  await waitForHydration(page)
  const card = cardOf(page, 'Citrine Point')
  await expect(card.getByRole('heading', { level: 3, name: 'Citrine Point' })).toBeVisible()
  await expect(card.getByText('$ 24', { exact: true })).toBeVisible()
  await expect(card.getByRole('link')).toHaveCount(1)
  const heart = await card.getByRole('button', { name: 'Save Citrine Point' }).boundingBox()
  expect(heart?.width).toBeGreaterThanOrEqual(44)
  expect(heart?.height).toBeGreaterThanOrEqual(44)
  // The link covers the whole tile.
  await card.click({ position: { x: 60, y: 100 } })
  await expect(page).toHaveURL('/shop/crystal/citrine-point')
})

test('prices and buttons of a row align under names of one and two lines', {
  tag: onlyPhone,
}, async ({ page }) => {
  await page.goto(category('Jewellery'))
  const boxes = await cards(page).evaluateAll((all) =>
    all.map((card) => {
      const topOf = (selector: string) => card.querySelector(selector)?.getBoundingClientRect().top ?? 0
      return {
        row: Math.round(card.getBoundingClientRect().top),
        name: card.querySelector('h3')?.clientHeight ?? 0,
        price: Math.round(topOf('.card-foot .t-price')),
        button: card.querySelector('.card-foot button') && Math.round(topOf('.card-foot button')),
      }
    }),
  )
  const rows = Map.groupBy(boxes, ({ row }) => row)
  expect([...rows.values()].some((row) => new Set(row.map(({ name }) => name)).size > 1)).toBe(true)
  for (const row of rows.values()) {
    expect(new Set(row.map(({ price }) => price)).size).toBe(1)
    expect(new Set(row.flatMap(({ button }) => button ?? [])).size).toBeLessThanOrEqual(1)
  }
})

test('marks a sold-out product, which has no add button and still links to its page', {
  tag: bothWidthsInFull,
}, async ({ page }) => {
  await page.goto(tag('handbags'))
  const card = cardOf(page, 'Terhathum Dhaka Tote')
  await expect(card.getByText('SOLD OUT', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'ADD TO BAG' })).toHaveCount(0)
  await card.getByRole('link').click()
  await expect(page).toHaveURL('/shop/accessory/terhathum-dhaka-tote')
})

test('shows the second picture under the pointer', { tag: onlyInFull }, async ({ page }) => {
  await page.goto(search('citrine point'))
  const [first, second] = await cardOf(page, 'Citrine Point').locator('img').all()
  if (!first || !second) throw new Error('The card has no second picture')
  await expect(second).toHaveCSS('opacity', '0')
  await cardOf(page, 'Citrine Point').hover({ position: { x: 60, y: 100 } })
  await expect(second).toHaveCSS('opacity', '1')
  await expect(first).toHaveCSS('opacity', '0')
})

test('ADD TO BAG asks a visitor to log in', async ({ page }) => {
  await page.goto(search('citrine point'))
  await waitForHydration(page)
  const add = cardOf(page, 'Citrine Point').getByRole('button', { name: 'ADD TO BAG', exact: true })
  await expectToast(page, ['status', 'Please login to add product to cart'], () => add.click())
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(search('citrine point'))
})

test('the heart asks a visitor to log in', async ({ page }) => {
  await page.goto(search('citrine point'))
  await waitForHydration(page)
  const heart = cardOf(page, 'Citrine Point').getByRole('button', { name: 'Save Citrine Point' })
  await expectToast(page, ['status', 'Please login to save products'], () => heart.click())
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
})

test('ADD TO BAG shows a busy state, then a toast, and opens the cart panel', async ({ page }) => {
  await signIn(page)
  const response = Promise.withResolvers<void>()
  const addCall = Promise.withResolvers<unknown>()
  await page.route('**/api/ShoppingCart/CartItem', async (route) => {
    addCall.resolve({ body: route.request().postDataJSON(), auth: await route.request().headerValue('authorization') })
    await response.promise
    await route.continue()
  })
  await page.goto(search('smoky quartz point'))
  await waitForHydration(page)
  const card = cardOf(page, 'Smoky Quartz Point')
  await card.getByRole('button', { name: 'ADD TO BAG' }).click()
  await page.getByRole('menuitem', { name: 'Medium, 55–75 mm' }).click()
  const busy = card.getByRole('button', { name: 'Adding to Bag...' })
  await expect(busy).toBeDisabled()
  await expect(busy).toHaveAttribute('aria-busy', 'true')
  expect(await addCall.promise).toEqual({
    body: {
      userId: expect.any(String),
      productId: expect.any(Number),
      quantity: 1,
      // The selected variant.
      selectedAttributeId: expect.any(Number),
    },
    auth: expect.stringMatching(/^Bearer ./),
  })
  await expectToast(page, ['status', 'Product added to cart successfully'], async () => response.resolve())
  await expect(cartPanel(page)).toBeVisible()
})

test.describe('when the call fails', { tag: onlyInFull }, () => {
  test.use({ allowConsoleErrors: true })

  test('the heart stays empty, and the console logs the error', async ({ page }) => {
    const messages: string[] = []
    page.on('pageerror', ({ message }) => messages.push(message))
    page.on('console', (message) => message.type() === 'error' && messages.push(message.text()))
    await signIn(page)
    await page.route('**/api/wishlist/*', (route) => route.fulfill({ status: 500, json: { message: 'Not today.' } }))
    await page.goto(search('citrine point'))
    await waitForHydration(page)
    const heart = cardOf(page, 'Citrine Point').getByRole('button', { name: 'Save Citrine Point' })
    await heart.click()
    await expect.poll(() => messages).toContainEqual(expect.stringContaining('Not today.'))
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
    await expect(page.getByText('Not today.')).toHaveCount(0)
    await expect(page.getByText('product liked')).toHaveCount(0)
  })

  test('ADD TO BAG shows an error and opens the cart panel', async ({ page }) => {
    await signIn(page)
    await page.route('**/api/ShoppingCart/CartItem', (route) =>
      route.fulfill({ status: 503, json: { message: 'The shop is temporarily unavailable.' } }),
    )
    await page.goto(search('citrine point'))
    await waitForHydration(page)
    const add = cardOf(page, 'Citrine Point').getByRole('button', { name: 'ADD TO BAG' })
    await expectToast(page, ['alert', 'Failed to add product to cart'], () => add.click())
    await expect(cartPanel(page)).toBeVisible()
  })
})

test('the heart saves the product', async ({ page }) => {
  await signIn(page)
  const bodies: unknown[] = []
  page.on('request', (call) => {
    if (call.method() === 'POST' && call.url().includes('/api/wishlist/')) bodies.push(call.postDataJSON())
  })
  await page.goto(search('citrine point'))
  await waitForHydration(page)
  const heart = cardOf(page, 'Citrine Point').getByRole('button', { name: 'Save Citrine Point' })
  await expectToast(page, ['status', 'product liked'], () => heart.click())
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  expect(bodies).toEqual([{ productIds: [expect.any(Number)] }])
})
