import { isFull } from '#tests/support/full.ts'
import { signIn } from './support/accounts.ts'
import { productOf } from './support/api.ts'
import { expectToFit, narrowest } from './support/axe.ts'
import { fillCart } from './support/cart.ts'
import { saveAddress } from './support/checkout.ts'
import { withMedia } from './support/chromium.ts'
import { shiftWhileLoading } from './support/layout-shift.ts'
import { expectValidMarkup } from './support/markup.ts'
import { placeOrder } from './support/orders.ts'
import { customerPages } from './support/pages.ts'
import { watchPolicy } from './support/policy.ts'
import { expect, onlyInFull, test } from './support/test.ts'

test.use(withMedia)

/** These look different when there is nothing in them. */
const mayBeEmpty = ['/profile', '/shopping-bag', '/checkout']

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a form that is sent stays, and writes nothing into the address', async ({ page }) => {
    for (const [address, button] of [
      ['/forget-password', 'Send reset link'],
      ['/login', 'Login'],
    ] as const) {
      await page.goto(address)
      await page.getByRole('textbox').first().fill('maya@mail.example')
      await page.getByRole('textbox').first().press('Enter')
      await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
      await expect(page.getByRole('textbox').first()).toHaveValue('maya@mail.example')
      expect(new URL(page.url()).search).toBe('')
    }
  })
})

test.describe('the pages of a customer', () => {
  test.use({ refusals: ['/api/authentication'] })

  for (const isFilled of [false, true]) {
    const tag = isFilled ? [] : onlyInFull
    test(`${isFilled ? 'filled' : 'empty'}, have no barriers, one heading and parts that stay in place`, {
      tag,
    }, async ({ page, request }) => {
      test.setTimeout(240_000)
      await page.setViewportSize(narrowest)
      const { violations } = await watchPolicy(page)
      const session = await signIn(page)
      let orderId = ''
      if (isFilled) {
        ;({ orderId } = await placeOrder(request, session, { slug: 'citrine-point' }))
        await fillCart(request, session, { slug: 'citrine-point' }, { slug: 'lokta-notebook' })
        const { productId } = await productOf(request, 'citrine-point')
        const headers = { Authorization: `Bearer ${session.token}` }
        const saved = await request.post(`/api/wishlist/${session.userId}`, {
          data: { productIds: [productId] },
          headers,
        })
        expect(saved.ok()).toBe(true)
      } else await saveAddress(request, session)
      for (const [route, addresses] of Object.entries(customerPages(orderId))) {
        if (!isFilled && !mayBeEmpty.includes(route)) continue
        for (const address of addresses) {
          const shift = await shiftWhileLoading(page, address)
          expect.soft(shift, `layout shift of ${address}`).toBeLessThan(0.02)
          await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
          if (isFull) await expectValidMarkup(page)
          expect(await violations(), `forbidden by the policy of ${address}`).toEqual([])
          await expectToFit(page)
        }
      }
    })
  }
})
