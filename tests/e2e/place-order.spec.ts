import type { Locator, Page } from '@playwright/test'
import { logIn, type Session, somebody } from './support/accounts.ts'
import { home } from './support/addresses.ts'
import { cartLines, cartPanel } from './support/cart.ts'
import { checkoutForm, fillAddress, payButton } from './support/checkout.ts'
import { deliver, ordersOf } from './support/orders.ts'
import { open, opener } from './support/overlays.ts'
import { cardOf } from './support/product-cards.ts'
import { expect, hydrated, onlyPhone, test } from './support/test.ts'

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
  await logIn(page, email, password)
  await expect(page).toHaveURL(home)
}

const sessionIn = (page: Page): Promise<Session> =>
  page.evaluate(() => {
    const read = (key: string) => window.localStorage.getItem(key) ?? ''
    return { token: read('token'), userId: read('userId'), userEmail: read('userEmail') }
  })

for (const { currency, total, tag } of [
  { currency: 'USD', total: /^\$ \d/, tag: [] },
  { currency: 'NPR', total: /^Rs \d/, tag: onlyPhone },
]) {
  test(`a new customer goes from the home page to a delivered order in ${currency}`, { tag }, async ({
    page,
    isMobile,
  }) => {
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
    const panel = cartPanel(page)
    await expect(cartLines(panel)).toContainText('Patan Bead Bracelet')
    await panel.getByRole('button', { name: 'CHECKOUT' }).click()
    await expect(page).toHaveURL('/checkout')
    await fillAddress(page)
    const sum = checkoutForm(page).getByRole('definition').last().locator('span:visible').last()
    await expect(sum).toHaveText(total)
    const words = await sum.innerText()
    await payButton(page).click()
    await expect(page).toHaveURL('/profile?tab=MyOrders')
    const detail = isMobile ? page.getByRole('dialog', { name: /^Order ALP-/ }) : page.getByRole('complementary')
    await expect(detail).toContainText('Patan Bead Bracelet')
    await expect(detail).toContainText(`You pay ${words} in cash when it arrives.`)
    await detail.getByRole('button', { name: 'Close order' }).click()
    const table = page.getByRole('table', { name: 'Your orders, newest first' })
    await expect(table.getByRole('row').filter({ hasText: 'Pending' })).toContainText(words)
    await expect(opener(page, 'Shopping bag')).toBeVisible()
    await table.getByRole('link').click()
    await expect(detail).toContainText('Patan Bead Bracelet')
    const [order] = await ordersOf(page.request, await sessionIn(page))
    await deliver(page.request, order?.orderId ?? '')
    await page.goto('/profile?tab=MyOrders')
    await expect(table.getByRole('row').filter({ hasText: 'Delivered' })).toContainText(words)
  })
}
