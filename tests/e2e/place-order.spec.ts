import type { Locator, Page } from '@playwright/test'
import { logIn, newPerson, type Session } from './support/accounts.ts'
import { cartLines, cartPanel } from './support/cart.ts'
import { checkoutForm, fillAddress, payButton } from './support/checkout.ts'
import { deliverOrder, fetchOrders } from './support/orders.ts'
import { openOverlay, overlayButton } from './support/overlays.ts'
import { home } from './support/paths.ts'
import { cardOf } from './support/product-cards.ts'
import { expect, onlyPhone, test, waitForHydration } from './support/test.ts'

const main = (page: Page): Locator => page.getByRole('main')

/** Starts at the home page as a new visitor. */
async function registerAndLogIn(page: Page, isMobile: boolean): Promise<void> {
  const { firstName, lastName, email, password } = newPerson()
  await page.goto(home)
  await waitForHydration(page)
  if (isMobile) await (await openOverlay(page, 'Menu')).getByRole('link', { name: 'Register' }).click()
  else {
    await overlayButton(page, 'Account').click()
    await page.getByRole('banner').getByRole('link', { name: 'Register' }).click()
  }
  const form = page.getByRole('form', { name: 'Register' })
  await form.getByLabel('First name').fill(firstName)
  await form.getByLabel('Last name').fill(lastName)
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Create account' }).click()
  await expect(form.getByLabel('Email')).toHaveValue('')
  await main(page).getByRole('link', { name: /login/i }).first().click()
  await logIn(page, email, password)
  await expect(page).toHaveURL(home)
}

const readStoredSession = (page: Page): Promise<Session> =>
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
    await page.addInitScript((value) => {
      window.localStorage.setItem('currency', JSON.stringify({ currency: value, timestamp: Date.now() }))
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
    const totalPrice = checkoutForm(page).getByRole('definition').last().locator('span:visible').last()
    await expect(totalPrice).toHaveText(total)
    const totalText = await totalPrice.innerText()
    await payButton(page).click()
    await expect(page).toHaveURL('/profile?tab=MyOrders')
    const detail = isMobile ? page.getByRole('dialog', { name: /^Order ALP-/ }) : page.getByRole('complementary')
    await expect(detail).toContainText('Patan Bead Bracelet')
    await expect(detail).toContainText(`You pay ${totalText} in cash when it arrives.`)
    await detail.getByRole('button', { name: 'Close order' }).click()
    const table = page.getByRole('table', { name: 'Your orders, newest first' })
    await expect(table.getByRole('row').filter({ hasText: 'Pending' })).toContainText(totalText)
    await expect(overlayButton(page, 'Shopping bag')).toBeVisible()
    await table.getByRole('link').click()
    await expect(detail).toContainText('Patan Bead Bracelet')
    const [order] = await fetchOrders(page.request, await readStoredSession(page))
    await deliverOrder(page.request, order?.orderId ?? '')
    await page.goto('/profile?tab=MyOrders')
    await expect(table.getByRole('row').filter({ hasText: 'Delivered' })).toContainText(totalText)
  })
}
