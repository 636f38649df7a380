import { expectNoBarriers, expectToFit } from './axe.ts'
import { fillBag, placeOrder, productOf, saveAddress } from './buying.ts'
import { signIn } from './frame-visit.ts'
import { shiftWhileLoading } from './layout-shift.ts'
import { expectValidMarkup, markupProblems } from './markup.ts'
import { pagePatterns } from './page-routes.ts'
import { adminPages, customerPages, redirectingPages, unknownIds, visitorPages } from './pages.ts'
import { expect, test } from './visit.ts'

const wide = { width: 1440, height: 900 }
/** The tests of buying make these narrow. */
const fitElsewhere = ['/shopping-bag', '/checkout', '/profile/orders/:orderId/invoice']
const all = { ...visitorPages, ...customerPages(unknownIds.orderId), ...redirectingPages, ...adminPages(unknownIds) }

test('the list of pages covers every route that answers with HTML', () => {
  expect(Object.keys(all).sort()).toEqual(pagePatterns.toSorted())
})

test('html-validate finds nothing in the HTML that the server sends for any page', async ({ request }) => {
  test.setTimeout(180_000)
  const others = ['/dev/mailbox', '/nowhere.data/x', '/shop/crystal/nothing', '/reset-password']
  // Many pages of the back office differ only in the scripts that fill them.
  const seen = new Set<string>()
  for (const address of [...Object.values(all).flat(), ...others]) {
    const answer = await request.get(address)
    expect(answer.headers()['content-type'], address).toMatch(/^text\/html/)
    const html = await answer.text()
    const markup = html.replace(/<script\b.*?<\/script>/gs, '')
    if (!seen.has(markup)) expect.soft(await markupProblems(html, 'server'), address).toEqual([])
    seen.add(markup)
  }
})

test('html-validate reports sizes without widths, and aria-disabled beside disabled', async () => {
  const page = (body: string) => `<!DOCTYPE html><html lang="en"><head><title>A page</title></head>${body}</html>`
  for (const [body, rule] of [
    ['<img src="a.webp" srcset="b.webp" sizes="100vw" alt="A">', 'sizes-need-widths'],
    ['<img src="a.webp" sizes="100vw" alt="A">', 'sizes-need-widths'],
    ['<button type="button" disabled aria-disabled="true">Go</button>', 'disabled-once'],
    ['<input type="number" pattern="[0-9]{10}" aria-label="Phone">', 'input-attributes'],
    ['<button type="button">Go', 'close-order'],
  ] as const)
    expect(await markupProblems(page(`<body>${body}</body>`), 'server'), body).toContainEqual(
      expect.stringContaining(rule),
    )
})

test('every form and personal page says without JavaScript that it needs it', async ({ request }) => {
  const forms = ['/', '/login', '/register', '/forget-password', '/bulk-buying']
  const personal = Object.values({ ...customerPages(unknownIds.orderId), ...redirectingPages }).flat()
  for (const address of [...forms, ...personal, '/admin', `/quotes/${unknownIds.token}`]) {
    const html = await (await request.get(address)).text()
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
    expect.soft(main, address).toMatch(/(<noscript|"without-script).{0,80}JavaScript/s)
  }
})

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
    test(`${isFilled ? 'filled' : 'empty'}, have no barriers, one heading and parts that stay in place`, async ({
      page,
      request,
    }) => {
      test.setTimeout(240_000)
      const session = await signIn(page)
      let orderId = ''
      if (isFilled) {
        ;({ orderId } = await placeOrder(request, session, { slug: 'citrine-point' }))
        await fillBag(request, session, { slug: 'citrine-point' }, { slug: 'lokta-notebook' })
        const { productId } = await productOf(request, 'citrine-point')
        const headers = { Authorization: `Bearer ${session.token}` }
        const saved = await request.post(`/api/wishlist/${session.userId}`, {
          data: { productIds: [productId] },
          headers,
        })
        expect(saved.ok()).toBe(true)
      } else await saveAddress(request, session)
      for (const [route, addresses] of Object.entries(customerPages(orderId))) {
        if (!isFilled && route.includes(':orderId')) continue
        for (const address of addresses) {
          const shift = await shiftWhileLoading(page, address)
          expect.soft(shift, `layout shift of ${address}`).toBeLessThan(0.02)
          await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
          await expectValidMarkup(page)
          await page.setViewportSize(wide)
          await (isFilled && !fitElsewhere.includes(route) ? expectToFit : expectNoBarriers)(page)
        }
      }
    })
  }
})
