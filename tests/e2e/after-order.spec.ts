import type { Page } from '@playwright/test'
import { atCheckout, checkoutForm, payButton } from './support/checkout.ts'
import { expectEmail } from './support/emails.ts'
import { fetchOrders, placeOrder } from './support/orders.ts'
import { bothWidthsInFull, expect, onlyPhone, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const myOrders = '/profile?tab=MyOrders'
const detail = (page: Page, isMobile: boolean) =>
  isMobile
    ? page.getByRole('dialog', { name: /^Order ALP-/ })
    : page.getByRole('complementary', { name: 'Order details' })

test('opens the new order with its next steps, which are also in the email', { tag: bothWidthsInFull }, async ({
  page,
  request,
  isMobile,
}) => {
  const customer = await atCheckout(page)
  await expectToast(page, ['status', 'Order created successfully!'], () => payButton(page).click())
  await expect(page).toHaveURL(myOrders)
  const [order] = await fetchOrders(request, customer)
  const orderPanel = detail(page, isMobile)
  await expect(orderPanel).toContainText(
    `Thank you for your order. Its number is ${order?.orderNumber}. The confirmation was sent to ${customer.email}.`,
  )
  const steps = [
    'We call you to confirm the order before we send it.',
    'It takes 5-7 days to prepare. Delivery then usually takes 8–20 days outside Nepal.',
    'You pay $ 64 in cash when it arrives. Import duty is not included.',
    'You can return it within 14 days.',
  ]
  await expect(orderPanel.getByRole('region', { name: 'What happens next' }).getByRole('listitem')).toHaveText(steps)
  for (const step of steps) await expectEmail(request, customer.email, step)
  await page.reload()
  await expect(orderPanel).toContainText('What happens next')
  await orderPanel.getByRole('button', { name: 'Close order' }).click()
  await expect(orderPanel).toHaveCount(0)
  await expect(page).toHaveURL(myOrders)
})

test('Back skips the checkout and shows the top of the empty cart', { tag: bothWidthsInFull }, async ({ page }) => {
  await atCheckout(page)
  await page.goto('/shopping-bag')
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.getByRole('main').getByRole('link', { name: 'CHECKOUT' }).click()
  await checkoutForm(page).getByRole('radio').first().check()
  await payButton(page).click()
  await expect(page).toHaveURL(myOrders)
  await page.goBack()
  await expect(page).toHaveURL('/shopping-bag')
  await expect(page.getByRole('main').getByText('No items in cart')).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('the cancel dialog dims the order below it', { tag: onlyPhone }, async ({ page, customer, request }) => {
  const { orderNumber } = await placeOrder(request, customer, { slug: 'felt-ball-trivet' })
  await page.goto(`${myOrders}&order=${orderNumber}`)
  await detail(page, true).getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  const isDimmed = () =>
    page.evaluate(() => document.elementFromPoint(30, 30)?.matches('.scrim') && window.innerWidth < 500)
  await expect.poll(isDimmed).toBe(true)
})

test('a gift and its note survive a reload and are shown in the order', async ({ page, request, isMobile }) => {
  const customer = await atCheckout(page)
  const form = checkoutForm(page)
  const gift = form.getByRole('checkbox', { name: 'This is a gift: no prices in the parcel' })
  await form.getByLabel('Order notes (optional)').fill('Happy birthday, Hannah.')
  await gift.check()
  await form.getByLabel('Order notes (optional)').focus()
  await page.reload()
  await expect(gift).toBeChecked()
  await form.getByRole('radio').first().check()
  await payButton(page).click()
  await expect(page).toHaveURL(myOrders)
  expect(await fetchOrders(request, customer)).toMatchObject([{ isGift: true, note: 'Happy birthday, Hannah.' }])
  await expect(detail(page, isMobile)).toContainText('This is a gift: no prices in the parcel.')
  await expect(detail(page, isMobile)).toContainText('Your gift note')
})
