import type { Page } from '@playwright/test'
import { createSession, register } from './support/accounts.ts'
import { enterAdmin, heading, ownerSession, test } from './support/admin.ts'
import { anotherBrowser } from './support/another-browser.ts'
import { callApi } from './support/api.ts'
import { findCourier, placeOrder } from './support/orders.ts'
import { bothWidthsInFull, expect, onlyInFull, onlyPhone } from './support/test.ts'
import { toastOf } from './support/toasts.ts'

// Refused changes.
test.use({ expectedFailures: ['/api/admin/orders/'] })

const dialog = (page: Page) => page.getByRole('alertdialog')
const figure = (page: Page, title: string) =>
  page.getByText(title, { exact: true }).locator('xpath=following-sibling::dd')
const shop = (page: Page) => page.getByRole('main')

test('Undo takes a confirmation back; later the last change is taken back with a reason', async ({ page, request }) => {
  const session = await createSession(request, await register(request))
  const { orderId, orderNumber } = await placeOrder(request, session, { slug: 'tumbled-stone-mix' })
  await enterAdmin(page)
  await page.goto(`/admin/orders/${orderId}`)
  await page.getByRole('button', { name: 'Mark as confirmed' }).click()
  const toast = toastOf(page, ['status', `Order ${orderNumber} marked as confirmed`])
  await expect(page.getByRole('button', { name: 'Mark as shipped' })).toBeVisible()
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(toastOf(page, ['status', `Order ${orderNumber}: change undone`])).toBeVisible()
  await expect(page.getByText('“Undone”')).toBeVisible()
  await expect(page.getByText('taken back', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Mark as confirmed' }).click()
  await page.getByRole('button', { name: 'Take back: Confirmed' }).click()
  await expect(dialog(page)).toContainText('The order is Pending again.')
  await dialog(page).getByRole('button', { name: 'Take back' }).click()
  await expect(dialog(page).getByText('Please enter a reason.')).toBeVisible()
  await dialog(page).getByLabel('Reason').fill('Wrong customer on the phone')
  await dialog(page).getByRole('button', { name: 'Take back' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('“Wrong customer on the phone”')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark as confirmed' })).toBeVisible()
  await expect(heading(page, `Order ${orderNumber}`)).toBeFocused()
})

test('ships, changes the courier, delivers, takes one product back and refunds it; the customer sees it', {
  tag: bothWidthsInFull,
}, async ({ page, browser, request }) => {
  const session = await createSession(request, await register(request))
  const { orderId, orderNumber } = await placeOrder(request, session, { slug: 'tumbled-stone-mix', quantity: 2 })
  const couriers = [`Alpha ${orderNumber}`, `Beta ${orderNumber}`] as const
  for (const courier of couriers) await findCourier(request, courier)
  await enterAdmin(page)
  await page.goto(`/admin/orders/${orderId}`)
  await page.getByRole('button', { name: 'Mark as confirmed' }).click()
  const ship = page.getByRole('form', { name: 'Shipment' })
  await ship.getByLabel('Courier').selectOption(couriers[0])
  await ship.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(shop(page)).toContainText(`Shipped with ${couriers[0]}`)
  await expect(heading(page, `Order ${orderNumber}`)).toBeFocused()

  await page.getByRole('button', { name: 'Change shipment' }).click()
  await dialog(page).getByLabel('Courier').selectOption(couriers[1])
  const trackingNumber = 'B77'.padEnd(80, '0123456789')
  await dialog(page).getByLabel('Tracking number').fill(trackingNumber)
  await dialog(page).getByRole('button', { name: 'Save shipment' }).click()
  await expect(shop(page)).toContainText(`${couriers[0]} → ${couriers[1]}, tracking number ${trackingNumber}`)
  const shipped = page.getByText(`Shipped with ${couriers[1]}, tracking number ${trackingNumber}`)
  expect(await shipped.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0)

  await page.getByRole('button', { name: 'Collected less?' }).click()
  const owed = await page.getByLabel('Amount collected (USD)').inputValue()
  await page.getByLabel('Amount collected (USD)').fill('999999')
  await page.getByRole('button', { name: 'Mark as delivered' }).click()
  await expect(page.getByText(`At most $ ${owed}, which is owed.`)).toBeVisible()
  await page.getByLabel('Amount collected (USD)').fill(owed)
  await page.getByRole('button', { name: 'Mark as delivered' }).click()
  await expect(figure(page, 'Owed')).toHaveText('$ 0')
  await expect(heading(page, `Order ${orderNumber}`)).toBeFocused()
  const paid = (await figure(page, 'Paid').textContent()) ?? ''
  await expect(figure(page, 'With the courier')).toHaveText(paid)

  await page.getByRole('button', { name: 'Return products' }).click()
  await dialog(page).getByRole('button', { name: 'Return products' }).click()
  const nothingChosen = dialog(page).getByText('Please choose what came back.')
  await expect(nothingChosen).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Increase quantity of' }).click()
  await expect(nothingChosen).toHaveCount(0)
  await dialog(page).getByLabel('Reason').fill('One stone is chipped')
  await dialog(page).getByRole('checkbox', { name: 'Put back in stock' }).uncheck()
  const refund = await dialog(page).getByLabel('Refund (USD)').inputValue()
  await dialog(page).getByLabel('Refund (USD)').fill('999999')
  await dialog(page).getByRole('button', { name: 'Return products' }).click()
  await expect(dialog(page).getByText(`At most ${paid}, which the customer has paid.`, { exact: true })).toBeVisible()
  await expect(dialog(page).getByLabel('Reason')).toHaveValue('One stone is chipped')
  await dialog(page)
    .getByLabel('Refund (USD)')
    .fill(String(Number(refund) + 5))
  await expect(dialog(page).getByText('The customer then owes $ 5.')).toBeVisible()
  await dialog(page).getByLabel('Refund (USD)').fill('0')
  await expect(dialog(page).getByText('The customer then owes')).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Return products' }).click()
  await expect(figure(page, 'To refund')).toHaveText(`$ ${refund}`)
  await page.getByRole('button', { name: 'Record payment or refund' }).click()
  await expect(dialog(page).getByLabel('What happened')).toHaveValue('refunded')
  const amount = dialog(page).getByLabel('Amount (USD)')
  await expect(amount).toHaveValue(refund)
  for (const tooLittle of ['-1', '0']) {
    await amount.fill(tooLittle)
    await dialog(page).getByRole('button', { name: 'Save entry' }).click()
    await expect(dialog(page).getByText(/^Please/)).toHaveText('Please enter an amount above 0.')
  }
  await amount.fill(String(Number(refund) + 5))
  await expect(dialog(page).getByText('The customer then owes $ 5.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Save entry' }).click()
  await expect(figure(page, 'Owed')).toHaveText('$ 5')
  await expect(shop(page)).toContainText(/Refund: \$ \d+ in cash, by /)
  await page.getByRole('button', { name: /^Take back: refund of \$ \d+$/ }).click()
  await dialog(page).getByLabel('Reason').fill('Too much')
  await dialog(page).getByRole('button', { name: 'Take back' }).click()
  await expect(figure(page, 'To refund')).toHaveText(`$ ${refund}`)
  await page.getByRole('button', { name: 'Record payment or refund' }).click()
  await dialog(page).getByRole('button', { name: 'Save entry' }).click()
  await expect(figure(page, 'Refunded')).toHaveText(`$ ${refund}`)
  await expect(figure(page, 'Owed')).toHaveText('$ 0')
  await expect(page.getByRole('list', { name: 'Invoices' }).getByRole('link')).toHaveText([/^Invoice/, /^Credit note/])
  await expect(page.getByRole('list', { name: 'Cash entries' }).getByRole('listitem')).toHaveCount(4)

  const customerPage = await anotherBrowser(browser, session)
  await customerPage.goto(`/profile?tab=MyOrders&order=${orderNumber}`)
  await expect(customerPage.getByText('1 returned')).toBeVisible()
  await expect(figure(customerPage, 'Refunded')).toHaveText(`$ ${refund}`)
  await customerPage.close()
})

test('only the last change of an order offers Undo', async ({ page, request }) => {
  const session = await createSession(request, await register(request))
  const { orderId, orderNumber } = await placeOrder(request, session, { slug: 'tumbled-stone-mix' })
  await enterAdmin(page)
  await page.goto(`/admin/orders/${orderId}`)
  await page.getByRole('button', { name: 'Mark as confirmed' }).click()
  await expect(toastOf(page, ['status', `Order ${orderNumber} marked as confirmed`])).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark as shipped' })).toBeVisible()
  await page.getByRole('button', { name: 'Record payment or refund' }).click()
  await dialog(page).getByLabel('Amount (USD)').fill('7')
  await dialog(page).getByRole('button', { name: 'Save entry' }).click()
  await expect(toastOf(page, ['status', `Entry for order ${orderNumber} saved`])).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(figure(page, 'Paid')).toHaveText('$ 0')
})

test('edits an order on a phone: quantity, product, address; the draft survives a reload', { tag: onlyPhone }, async ({
  page,
  request,
}) => {
  const session = await createSession(request, await register(request))
  const { orderId, orderNumber } = await placeOrder(request, session, { slug: 'tumbled-stone-mix' })
  await enterAdmin(page)
  await page.goto(`/admin/orders/${orderId}`)
  await page.getByRole('link', { name: 'Edit order' }).click()
  await expect(heading(page, `Edit order ${orderNumber}`)).toBeVisible()
  const save = page.getByRole('button', { name: 'Save order' })
  await expect(save).toBeDisabled()
  await page.getByRole('button', { name: /^Increase quantity of/ }).click()
  await page.getByLabel('Add product').fill('singing bowl')
  await page.getByRole('listbox', { name: 'Matching products' }).getByRole('option').first().click()
  await page.getByLabel('Street').fill('Drottninggatan 50')
  await page.getByLabel('Reason for the change').fill('The customer called')
  await expect(page.getByText('becomes', { exact: true })).toBeAttached()
  await expect(figure(page, 'Shipping').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('Your unsaved changes are still here')).toBeVisible()
  await expect(page.getByLabel('Street')).toHaveValue('Drottninggatan 50')
  await expect(page.getByRole('textbox', { name: /^quantity of Tumbled/ })).toHaveValue('2')
  await save.click()
  await expect(heading(page, `Order ${orderNumber}`)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Items' }).getByRole('listitem')).toHaveCount(2)
  await expect(shop(page)).toContainText(/Total: \$ [\d,.]+ → \$ [\d,.]+/)
  await expect(shop(page)).toContainText('Drottninggatan 50')
  await toastOf(page, ['status', `Order ${orderNumber} changed`])
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(page.getByRole('list', { name: 'Items' }).getByRole('listitem')).toHaveCount(1)
})

test('of two people, the second gets a sentence, keeps what was typed, and sees the new order', async ({
  page,
  request,
}) => {
  const session = await createSession(request, await register(request))
  const { orderId, orderNumber } = await placeOrder(request, session, { slug: 'tumbled-stone-mix' })
  await enterAdmin(page)
  await page.goto(`/admin/orders/${orderId}`)
  await page.getByRole('button', { name: 'Record payment or refund' }).click()
  await dialog(page).getByLabel('Amount (USD)').fill('7')
  await dialog(page).getByLabel('Note').fill('Bank slip 12')
  const owner = await ownerSession(request)
  const transitionsPath = `/admin/orders/${orderId}/moves`
  await callApi(request, owner, transitionsPath, { method: 'POST', data: { from: 'Pending', to: 'Confirmed' } })
  await dialog(page).getByRole('button', { name: 'Save entry' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'Somebody else changed this order since you opened it. Nothing was changed.',
  )
  await expect(dialog(page).getByLabel('Note')).toHaveValue('Bank slip 12')
  await expect(page.getByText('Confirmed by')).toBeAttached()
  await dialog(page).getByRole('button', { name: 'Save entry' }).click()
  await expect(figure(page, 'Paid')).toHaveText('$ 7')

  await page.getByRole('link', { name: 'Edit order' }).click()
  await page.getByLabel('Note of the customer').fill('Ring once.')
  const { version } = await callApi<{ version: number }>(request, owner, `/admin/orders/${orderId}`)
  const deposit = { version, kind: 'deposit', amount: 5, method: 'cash' }
  await callApi(request, owner, `/admin/orders/${orderId}/payments`, { method: 'POST', data: deposit })
  await page.getByRole('button', { name: 'Save order' }).click()
  await expect(page.getByText('“Ring once.”')).toBeVisible()
  await expect(figure(page, 'Paid')).toHaveText('$ 12')

  await page.getByRole('link', { name: 'Edit order' }).click()
  await page.getByLabel('Note of the customer').fill('Ring twice.')
  await callApi(request, owner, transitionsPath, { method: 'POST', data: { from: 'Confirmed', to: 'Canceled' } })
  await page.getByRole('button', { name: 'Save order' }).click()
  await expect(page.getByRole('alert')).toContainText('This order is Canceled and can no longer be changed.')
  await expect(page.getByLabel('Note of the customer')).toHaveValue('Ring twice.')
  await expect(page.getByRole('button', { name: 'Save order' })).toBeDisabled()
  await page.getByRole('link', { name: 'Back to the order' }).click()
  await dialog(page).getByRole('button', { name: 'Leave page' }).click()
  await expect(heading(page, `Order ${orderNumber}`)).toBeVisible()
})

test('Next order goes through the list of the status, oldest first, with the key N', async ({ page, request }) => {
  const session = await createSession(request, await register(request))
  const first = await placeOrder(request, session, { slug: 'tumbled-stone-mix' })
  const second = await placeOrder(request, session, { slug: 'tumbled-stone-mix' })
  await enterAdmin(page)
  await page.goto(`/admin/orders/${first.orderId}`)
  await page.getByRole('button', { name: 'Mark as confirmed' }).click()
  await expect(page.getByRole('button', { name: 'Next order to confirm' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Next order to confirm' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Mark as confirmed' }).click()
  const open = async (act: () => Promise<void>) => {
    const before = page.url()
    await act()
    await expect(page).not.toHaveURL(before)
  }
  await open(() => page.getByRole('button', { name: 'Next order to confirm' }).click())
  // Other tests place orders at the same time.
  for (let tries = 0; tries < 30 && !page.url().includes(second.orderId); tries++)
    await open(() => page.keyboard.press('n'))
  await expect(heading(page, `Order ${second.orderNumber}`)).toBeFocused()
})

test('the last order of a list says so', { tag: onlyInFull }, async ({ page, request }) => {
  const session = await createSession(request, await register(request))
  const { orderId } = await placeOrder(request, session, { slug: 'tumbled-stone-mix' })
  await page.route(/\/api\/admin\/orders\?.*after=/, (route) =>
    route.fulfill({ json: { rows: [], page: 1, hasMore: false, waiting: { Pending: 0, Confirmed: 0, Shipped: 0 } } }),
  )
  await enterAdmin(page)
  await page.goto(`/admin/orders/${orderId}`)
  await page.getByRole('button', { name: 'Next order', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'All orders of this list are done.' })).toBeFocused()
  await page.unroute(/\/api\/admin\/orders\?.*after=/)
})
