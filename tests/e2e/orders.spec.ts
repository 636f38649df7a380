import type { Page } from '@playwright/test'
import { signIn } from './support/accounts.ts'
import { callApi, fetchProduct } from './support/api.ts'
import { cartLines, cartPanel, fetchCart } from './support/cart.ts'
import { expectEmail } from './support/emails.ts'
import { deliverOrder, fetchOrders, placeOrder } from './support/orders.ts'
import { expect, onlyInFull, test, waitForHydration } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const myOrders = '/profile?tab=MyOrders'
const table = (page: Page) => page.getByRole('table', { name: 'Your orders, newest first' })
const rowOf = (page: Page, number: string) => table(page).getByRole('row').filter({ hasText: number })
const detail = (page: Page) => page.getByRole('complementary', { name: 'Order details' })
const dayMs = 24 * 3600 * 1000

test('lists orders by day, newest first, each with its status', async ({ page, request, customer }) => {
  const placed = []
  for (let count = 0; count < 6; count += 1)
    placed.unshift(await placeOrder(request, customer, { slug: 'tumbled-stone-mix', quantity: 1 }))
  const daysAgo = [0, 0, 1, 1, 10, 40]
  await page.route(`**/api/order/${customer.userId}`, async (route) => {
    const response = await route.fetch()
    const orders = (await response.json()) as { orderDate: string; payment: { status: number } }[]
    for (const [index, order] of orders.entries()) {
      order.orderDate = new Date(Date.now() - (daysAgo[index] ?? 0) * dayMs).toISOString()
      order.payment.status = index
    }
    await route.fulfill({ json: orders })
  })
  await page.goto(myOrders)
  const days = table(page).getByRole('rowheader')
  const dateText = (ago: number) =>
    new Date(Date.now() - ago * dayMs).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
  await expect(days).toHaveText(['Today', 'Yesterday', dateText(10), dateText(40)])
  await expect(table(page).getByRole('link')).toHaveText(placed.map(({ orderNumber }) => new RegExp(orderNumber)))
  for (const [index, status] of ['Pending', 'Confirmed', 'Shipped', 'Delivered', 'Canceled', 'Returned'].entries())
    await expect(rowOf(page, placed[index]?.orderNumber ?? '')).toContainText(status)
})

test('opens an order beside the list and closes it with Esc, Back and its button', async ({
  page,
  request,
  customer,
}) => {
  const { orderNumber } = await placeOrder(request, customer, { slug: 'smoky-quartz-point', variant: 'Small' })
  await page.goto(myOrders)
  await rowOf(page, orderNumber).click({ position: { x: 300, y: 20 } })
  await expect(page).toHaveURL(`${myOrders}&order=${orderNumber}`)
  const heading = detail(page).getByRole('heading', { level: 2, name: `Order ${orderNumber}` })
  await expect(heading).toBeFocused()
  await expect(detail(page)).toContainText('Pending')
  await expect(detail(page)).toContainText(/Smoky Quartz Point.*Small.*1 × \$/s)
  await expect(detail(page)).toContainText(/Shipping\$ 40/)
  await expect(detail(page)).toContainText(/Delivery address.*Hannah Lindqvist.*Skeppsbron 12.*111 30 Stockholm/s)
  await expect(detail(page)).toContainText('Ordered by you')
  await page.keyboard.press('Escape')
  await expect(detail(page)).toHaveCount(0)
  await expect(table(page).getByRole('link', { name: orderNumber })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(detail(page)).toBeVisible()
  await page.goBack()
  await expect(detail(page)).toHaveCount(0)
  await page.goto(`${myOrders}&order=${orderNumber}`)
  await detail(page).getByRole('button', { name: 'Close order' }).click()
  await expect(page).toHaveURL(myOrders)
})

test('Esc closes an order as soon as it appears', { tag: onlyInFull }, async ({ page, request, customer }) => {
  const { orderNumber } = await placeOrder(request, customer, { slug: 'felt-ball-trivet' })
  await page.goto(myOrders)
  await waitForHydration(page)
  const pressed = page.evaluate(pressEscWhenAdded, 'aside[aria-label="Order details"]')
  await table(page).getByRole('link', { name: orderNumber }).press('Enter')
  await pressed
  await expect(detail(page)).toHaveCount(0)
})

/** Presses Esc before the first paint, earlier than any real key press. */
function pressEscWhenAdded(selector: string): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)) return
      observer.disconnect()
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      resolve()
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
}

test('cancels a pending order after a confirmation and sends an email', async ({ page, request, customer }) => {
  const readStock = async () => (await fetchProduct(request, 'dark-smoky-tower')).stockQuantity
  const stock = await readStock()
  const { orderNumber } = await placeOrder(request, customer, { slug: 'dark-smoky-tower' })
  await expect.poll(readStock).toBe(stock - 1)
  await page.goto(`${myOrders}&order=${orderNumber}`)
  await detail(page).getByRole('button', { name: 'Cancel order' }).click()
  const confirmDialog = page.getByRole('alertdialog', { name: 'Cancel this order?' })
  await confirmDialog.getByRole('button', { name: 'Keep order' }).click()
  await expect(confirmDialog).toHaveCount(0)
  await expect(rowOf(page, orderNumber)).toContainText('Pending')
  await detail(page).getByRole('button', { name: 'Cancel order' }).click()
  await expectToast(page, ['status', 'Order canceled'], () =>
    confirmDialog.getByRole('button', { name: 'Cancel order' }).click(),
  )
  await expect(rowOf(page, orderNumber)).toContainText('Canceled')
  await expect(detail(page)).toContainText('Canceled by you')
  await expect(detail(page).getByRole('button', { name: 'Cancel order' })).toHaveCount(0)
  await expect(detail(page).getByRole('button', { name: 'Order again' })).toBeVisible()
  await expectEmail(request, customer.email, `Order ${orderNumber} was canceled`)
  await expect.poll(readStock).toBe(stock)
})

test('Order again appears after delivery, fills the cart and opens it', async ({ page, request, customer }) => {
  const { orderId, orderNumber } = await placeOrder(
    request,
    customer,
    { slug: 'tumbled-stone-mix' },
    { slug: 'felt-ball-trivet' },
  )
  await page.goto(`${myOrders}&order=${orderNumber}`)
  await expect(detail(page).getByRole('link', { name: 'Order confirmation' })).toBeVisible()
  await expect(detail(page).getByRole('button', { name: 'Order again' })).toHaveCount(0)
  await deliverOrder(request, orderId)
  await page.reload()
  await expectToast(page, ['status', 'Cart updated successfully'], () =>
    detail(page).getByRole('button', { name: 'Order again' }).click(),
  )
  await expect(cartLines(cartPanel(page))).toHaveCount(2)
  expect((await fetchCart(request, customer)).cartItems).toHaveLength(2)
})

test('Order again names the products that are sold out', { tag: onlyInFull }, async ({ page, request, customer }) => {
  const { orderId, orderNumber } = await placeOrder(request, customer, { slug: 'tumbled-stone-mix' })
  await deliverOrder(request, orderId)
  await page.route('**/api/order/*/again', async (route) => {
    const response = await (await route.fetch()).json()
    const leftOut = [
      { productName: 'Citrine Point', attributeValue: 'Small', requested: 3, added: 1, reason: 'short' },
      { productName: 'Amethyst Point', attributeValue: null, requested: 1, added: 0, reason: 'soldOut' },
    ]
    await route.fulfill({ json: { ...response, leftOut } })
  })
  await page.goto(`${myOrders}&order=${orderNumber}`)
  await detail(page).getByRole('button', { name: 'Order again' }).click()
  await expect(detail(page)).toContainText('Citrine Point (Small): 1 instead of 3.')
  await expect(detail(page)).toContainText('Amethyst Point is sold out.')
})

test('shows an order in the currency in which it was placed', { tag: onlyInFull }, async ({ page, request }) => {
  const session = await signIn(page, 'NPR')
  await placeOrder(request, session, { slug: 'citrine-point' })
  const [order] = await fetchOrders(request, session)
  expect(await callApi<unknown[]>(request, session, `/order/${session.userId}`)).toHaveLength(1)
  await page.goto(myOrders)
  await expect(rowOf(page, order?.orderNumber ?? '')).toContainText('$ 64')
})
