import { createSession, register } from './support/accounts.ts'
import { enterAdmin, goTo, heading, test } from './support/admin.ts'
import { anotherBrowser } from './support/another-browser.ts'
import { stockholmAddress } from './support/checkout.ts'
import { findCourier, placeOrderTo } from './support/orders.ts'
import { bothWidthsInFull, expect, onlyInFull } from './support/test.ts'

test('the owner confirms, ships and delivers an order and receives the cash; the customer sees each status', {
  tag: bothWidthsInFull,
}, async ({ page, browser, request }) => {
  const buyer = await register(request)
  const session = await createSession(request, buyer)
  const name = { firstName: 'Hannah', lastName: `Lind${buyer.lastName.slice(-8)}` }
  const address = { ...stockholmAddress, ...name }
  const { orderNumber } = await placeOrderTo(request, session, { address }, { slug: 'tumbled-stone-mix' })
  await findCourier(request, `Snow Riders ${name.lastName}`)

  await enterAdmin(page)
  await page.goto('/admin')
  await expect(heading(page, 'Today')).toBeVisible()
  await page.getByRole('link', { name: 'Orders to confirm' }).click()
  await expect(page).toHaveURL(/\/admin\/orders\?status=Pending/)
  const search = page.getByRole('searchbox', { name: 'Number, name, phone or email' })
  await search.fill(name.lastName)
  await search.press('Enter')
  await expect(page).toHaveURL(new RegExp(`q=${name.lastName}`))
  const table = page.getByRole('table', { name: 'Orders' })
  await expect(table.getByRole('row')).toHaveCount(2)
  await table.getByRole('link', { name: orderNumber }).click()
  await expect(heading(page, `Order ${orderNumber}`)).toBeVisible()

  await page.getByRole('button', { name: 'Log unanswered call' }).click()
  await expect(page.getByText('Unanswered call', { exact: true })).toBeVisible()
  await page.getByLabel('Internal note').fill('Speaks Swedish.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('Speaks Swedish.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Mark as confirmed' }).click()

  const ship = page.getByRole('form', { name: 'Shipment' })
  await ship.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(ship.getByText('Please choose a courier.')).toBeVisible()
  await expect(ship.getByLabel('Courier')).toBeFocused()
  await ship.getByLabel('Courier').selectOption(`Snow Riders ${name.lastName}`)
  await ship.getByLabel('Tracking number').fill('SR-4711')
  await ship.getByRole('button', { name: 'Mark as shipped' }).click()
  await page.getByRole('button', { name: 'Mark as delivered' }).click()
  await expect(page.getByRole('button', { name: 'Return products' })).toBeVisible()
  await page.getByRole('link', { name: 'View packing slip' }).click()
  await expect(page.getByRole('article')).toContainText(/Cash to collect\s*Nothing/)

  await goTo(page, 'Cash')
  await page.getByRole('row').filter({ hasText: name.lastName }).getByRole('link').click()
  await expect(heading(page, new RegExp(name.lastName))).toBeVisible()
  await page.getByRole('checkbox', { name: `Cash received for ${orderNumber}` }).check()
  await expect(page.getByText('Outstanding').locator('xpath=following-sibling::dd')).toHaveText('0')

  const customerPage = await anotherBrowser(browser, session)
  await customerPage.goto(`/profile?tab=MyOrders&order=${orderNumber}`)
  await expect(
    customerPage.getByText(`Shipped with Snow Riders ${name.lastName}, tracking number SR-4711`),
  ).toBeVisible()
  await expect(customerPage.getByText('Delivered by the shop')).toBeVisible()
  await expect(customerPage.getByText('Speaks Swedish')).toHaveCount(0)
  await customerPage.close()
})

test('prints the packing slip of a gift without prices and with the gift note', async ({ page, request }) => {
  const session = await createSession(request, await register(request))
  const destination = { address: stockholmAddress, note: 'Happy birthday, Hannah.', isGift: true }
  const { orderId } = await placeOrderTo(request, session, destination, { slug: 'tumbled-stone-mix' })
  await enterAdmin(page)
  await page.goto(`/admin/orders/${orderId}`)
  await expect(page.getByRole('main')).toContainText('Gift order: do not put prices in the parcel.')
  await page.getByRole('link', { name: 'View packing slip' }).click()
  const slip = page.getByRole('article')
  await expect(slip).toContainText(/Gift note\s*Happy birthday, Hannah\./)
  await expect(slip.getByText(/Cash to collect: \$ \d/)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(slip.getByText('This parcel is a gift.')).toBeVisible()
  for (const price of await slip.getByText('$').all()) await expect(price).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
})

test('shows customer input as plain text on every page of an order (I2)', { tag: onlyInFull }, async ({
  page,
  request,
}) => {
  const session = await createSession(request, await register(request))
  const maliciousText = '<img src=x onerror=alert(1)>'
  const destination = {
    address: { ...stockholmAddress, firstName: maliciousText, city: maliciousText },
    note: `</p><script>alert(2)</script>${maliciousText}`,
  }
  const { orderId, orderNumber } = await placeOrderTo(request, session, destination, { slug: 'tumbled-stone-mix' })
  let dialogs = 0
  page.on('dialog', (dialog) => {
    dialogs += 1
    void dialog.dismiss()
  })
  await enterAdmin(page)
  await page.goto(`/admin/orders?q=${orderNumber}`)
  await expect(page.getByRole('table', { name: 'Orders' })).toContainText(maliciousText)
  for (const path of ['', '/confirmation', '/packing-slip']) {
    await page.goto(`/admin/orders/${orderId}${path}`)
    await expect(page.getByRole('main')).toContainText(maliciousText)
    await expect(page.getByRole('main').locator('img[src="x"]')).toHaveCount(0)
  }
  expect(dialogs).toBe(0)
})
