import { isFull } from '#tests/support/full-run.ts'
import { signIn } from './support/accounts.ts'
import { fetchProduct } from './support/api.ts'
import { expectAccessibleWhenNarrow, narrowViewport } from './support/axe.ts'
import { fillCart } from './support/cart.ts'
import { saveAddress } from './support/checkout.ts'
import { withMedia } from './support/chromium.ts'
import { measureLayoutShift } from './support/layout-shift.ts'
import { expectValidMarkup } from './support/markup.ts'
import { placeOrder } from './support/orders.ts'
import { customerPages } from './support/pages.ts'
import { watchPolicy } from './support/policy.ts'
import { expect, onlyInFull, test } from './support/test.ts'

test.use(withMedia)

/** These pages have an empty state. */
const pagesWithEmptyState = ['/profile', '/shopping-bag', '/checkout']

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a submitted form keeps its input and adds nothing to the URL', async ({ page }) => {
    for (const [path, button] of [
      ['/forget-password', 'Send reset link'],
      ['/login', 'Login'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('textbox').first().fill('maya@mail.example')
      await page.getByRole('textbox').first().press('Enter')
      await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
      await expect(page.getByRole('textbox').first()).toHaveValue('maya@mail.example')
      expect(new URL(page.url()).search).toBe('')
    }
  })
})

test.describe('the customer pages', () => {
  test.use({ expectedFailures: ['/api/authentication'] })

  for (const isFilled of [false, true]) {
    const tag = isFilled ? [] : onlyInFull
    test(`${isFilled ? 'with data' : 'without data'}, are accessible, have one heading and no layout shift`, {
      tag,
    }, async ({ page, request }) => {
      test.setTimeout(240_000)
      await page.setViewportSize(narrowViewport)
      const { violations } = await watchPolicy(page)
      const session = await signIn(page)
      let orderId = ''
      if (isFilled) {
        ;({ orderId } = await placeOrder(request, session, { slug: 'citrine-point' }))
        await fillCart(request, session, { slug: 'citrine-point' }, { slug: 'lokta-notebook' })
        const { productId } = await fetchProduct(request, 'citrine-point')
        const headers = { Authorization: `Bearer ${session.token}` }
        const saved = await request.post(`/api/wishlist/${session.userId}`, {
          data: { productIds: [productId] },
          headers,
        })
        expect(saved.ok()).toBe(true)
      } else await saveAddress(request, session)
      for (const [route, paths] of Object.entries(customerPages(orderId))) {
        if (!isFilled && !pagesWithEmptyState.includes(route)) continue
        for (const path of paths) {
          const shift = await measureLayoutShift(page, path)
          expect.soft(shift, `layout shift of ${path}`).toBeLessThan(0.02)
          await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
          if (isFull) await expectValidMarkup(page)
          expect(await violations(), `policy violations of ${path}`).toEqual([])
          await expectAccessibleWhenNarrow(page)
        }
      }
    })
  }
})
