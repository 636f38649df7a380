import type { Locator, Page } from '@playwright/test'
import { type Session, somebody } from './accounts-people.ts'
import { home } from './addresses.ts'
import { expectNoBarriers, expectToFit } from './axe.ts'
import {
  bagLines,
  checkoutForm,
  deliver,
  fillAddress,
  fillBag,
  openBag,
  ordersOf,
  payButton,
  placeOrder,
  saveAddress,
} from './buying.ts'
import { open, opener, signIn } from './frame-visit.ts'
import { cardOf, expect, hydrated, test } from './visit.ts'

const main = (page: Page): Locator => page.getByRole('main')

/** From the home page, as somebody whom the shop has never seen. */
async function registerAndLogIn(page: Page, isMobile: boolean): Promise<void> {
  const { firstName, lastName, email, password } = somebody()
  await page.goto(home)
  await hydrated(page)
  if (isMobile) await (await open(page, 'Menu')).getByRole('link', { name: 'Register' }).click()
  else {
    await opener(page, 'Account').click()
    await page.getByRole('banner').getByRole('link', { name: 'Register' }).click()
  }
  const opening = page.getByRole('form', { name: 'Register' })
  await opening.getByLabel('First name').fill(firstName)
  await opening.getByLabel('Last name').fill(lastName)
  await opening.getByLabel('Email').fill(email)
  await opening.getByLabel('Password', { exact: true }).fill(password)
  await opening.getByRole('button', { name: 'Create account' }).click()
  await expect(opening.getByLabel('Email')).toHaveValue('')
  await main(page).getByRole('link', { name: /login/i }).first().click()
  const entering = page.getByRole('form', { name: 'Login' })
  await entering.getByLabel(/email or username/i).fill(email)
  await entering.getByLabel('Password', { exact: true }).fill(password)
  await entering.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(home)
}

const sessionIn = (page: Page): Promise<Session> =>
  page.evaluate(() => {
    const read = (key: string) => window.localStorage.getItem(key) ?? ''
    return { token: read('token'), userId: read('userId'), userEmail: read('userEmail') }
  })

for (const { currency, total, onPhone } of [
  { currency: 'USD', total: /^\$ \d/, onPhone: false },
  { currency: 'NPR', total: /^Rs \d/, onPhone: true },
] as const) {
  test(`a new customer goes from the home page to a delivered order in ${currency}`, async ({ page, isMobile }) => {
    test.skip(isMobile !== onPhone, 'each currency is paid in at one width')
    await page.addInitScript((chosen) => {
      window.localStorage.setItem('currency', JSON.stringify({ currency: chosen, timestamp: Date.now() }))
    }, currency)
    await registerAndLogIn(page, isMobile)
    await main(page).getByRole('link', { name: 'SHOP NOW' }).first().click()
    await expect(page).toHaveURL('/shop')
    await page.goto('/shop?Name=patan%20bead%20bracelet')
    await cardOf(page, 'Patan Bead Bracelet').getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Patan Bead Bracelet' })).toBeVisible()
    await main(page).getByRole('button', { name: 'Add to Bag', exact: true }).first().click()
    const panel = page.getByRole('dialog', { name: 'SHOPPING BAG' })
    await expect(bagLines(panel)).toContainText('Patan Bead Bracelet')
    await panel.getByRole('button', { name: 'CHECKOUT' }).click()
    await expect(page).toHaveURL('/checkout')
    await fillAddress(page)
    const sum = checkoutForm(page).getByRole('definition').last().locator('span:visible').last()
    await expect(sum).toHaveText(total)
    const words = await sum.innerText()
    await payButton(page).click()
    await expect(page).toHaveURL('/profile?tab=MyOrders')
    const table = page.getByRole('table', { name: 'Your orders, newest first' })
    await expect(table.getByRole('row').filter({ hasText: 'Pending' })).toContainText(words)
    await expect(opener(page, 'Shopping bag')).toBeVisible()
    await table.getByRole('link').click()
    const detail = isMobile ? page.getByRole('dialog', { name: /^Order ALP-/ }) : page.getByRole('complementary')
    await expect(detail).toContainText('Patan Bead Bracelet')
    await expect(detail).toContainText(words)
    const [order] = await ordersOf(page.request, await sessionIn(page))
    await deliver(page.request, order?.orderId ?? '')
    await page.goto('/profile?tab=MyOrders')
    await expect(table.getByRole('row').filter({ hasText: 'Delivered' })).toContainText(words)
  })
}

test.describe('for everybody', () => {
  // Colours are measured as they stand, not half-way through a fade.
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test.skip(({ isMobile }) => isMobile, 'each is made narrow by its test')

  test('the bag', async ({ page, request }) => {
    const session = await signIn(page)
    await fillBag(
      request,
      session,
      { slug: 'citrine-point', quantity: 2 },
      { slug: 'smoky-quartz-point', choice: 'Large' },
    )
    await page.goto('/shop')
    await openBag(page, 3)
    await expectNoBarriers(page)
    await page.goto('/shopping-bag')
    await expect(bagLines(main(page))).toHaveCount(2)
    await expectToFit(page)
  })

  test('the empty bag', async ({ page }) => {
    await signIn(page)
    await page.goto('/shopping-bag')
    await expect(main(page).getByText('No items in cart')).toBeVisible()
    await expectToFit(page)
  })

  test('the checkout and its messages', async ({ page, request }) => {
    const session = await signIn(page)
    await fillBag(request, session, { slug: 'citrine-point' })
    await page.goto('/checkout')
    await payButton(page).click()
    await expect(checkoutForm(page).locator('[aria-invalid="true"]').first()).toBeFocused()
    await expectToFit(page)
  })

  test('the choice of an address', async ({ page, request }) => {
    const session = await signIn(page)
    await fillBag(request, session, { slug: 'citrine-point' })
    await saveAddress(request, session)
    await page.goto('/checkout')
    await payButton(page).click()
    await expect(checkoutForm(page).getByText('Please select an address').first()).toBeVisible()
    await expectToFit(page)
  })

  test('the orders, one of them open, and its invoice', async ({ page, request }) => {
    const session = await signIn(page)
    const { orderId, orderNumber } = await placeOrder(request, session, { slug: 'citrine-point', quantity: 2 })
    await page.goto('/profile?tab=MyOrders')
    await expectToFit(page)
    await page.goto(`/profile?tab=MyOrders&order=${orderNumber}`)
    await expect(page.getByRole('heading', { level: 2, name: `Order ${orderNumber}` })).toBeVisible()
    await expectNoBarriers(page)
    await page.goto(`/profile/orders/${orderId}/invoice`)
    await expect(page.getByRole('heading', { level: 1, name: `Invoice ${orderNumber}` })).toBeVisible()
    await expectToFit(page)
  })
})
