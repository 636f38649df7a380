import { register, sessionOf } from './support/accounts.ts'
import { enterAdmin, goTo, heading, test } from './support/admin.ts'
import { anotherBrowser } from './support/another-browser.ts'
import { inStockholm } from './support/checkout.ts'
import { placeOrderTo } from './support/orders.ts'
import { bothWidthsInFull, expect, onlyInFull } from './support/test.ts'

test('the owner confirms, ships, delivers and cashes an order, and its buyer can follow it', {
  tag: bothWidthsInFull,
}, async ({ page, browser, request }) => {
  const buyer = await register(request)
  const session = await sessionOf(request, buyer)
  const name = { firstName: 'Hannah', lastName: `Lind${buyer.lastName.slice(-8)}` }
  const address = { ...inStockholm, ...name }
  const { orderNumber } = await placeOrderTo(request, session, { address }, { slug: 'tumbled-stone-mix' })

  await enterAdmin(page)
  await page.goto('/admin')
  await expect(heading(page, 'Today')).toBeVisible()
  await page.getByRole('link', { name: 'Orders to confirm' }).click()
  await expect(page).toHaveURL(/\/admin\/orders\?state=Pending/)
  const search = page.getByRole('searchbox', { name: 'Number, name or phone' })
  await search.fill(name.lastName)
  await search.press('Enter')
  await expect(page).toHaveURL(new RegExp(`q=${name.lastName}`))
  const table = page.getByRole('table', { name: 'Orders' })
  await expect(table.getByRole('row')).toHaveCount(2)
  await table.getByRole('link', { name: orderNumber }).click()
  await expect(heading(page, `Order ${orderNumber}`)).toBeVisible()

  await page.getByRole('button', { name: 'No answer' }).click()
  await expect(page.getByText('Called, no answer')).toBeVisible()
  await page.getByLabel('A note for colleagues').fill('Speaks Swedish.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('Speaks Swedish.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Confirmed by phone' }).click()

  const ship = page.getByRole('form', { name: 'Ship' })
  await ship.getByRole('button', { name: 'Shipped' }).click()
  await expect(ship.getByText('Please enter the courier.')).toBeVisible()
  await expect(ship.getByLabel('Courier')).toBeFocused()
  await ship.getByLabel('Courier').fill(`Snow Riders ${name.lastName}`)
  await ship.getByLabel('Tracking number').fill('SR-4711')
  await ship.getByRole('button', { name: 'Shipped' }).click()
  await page.getByRole('button', { name: 'Delivered', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Came back' })).toBeVisible()

  await goTo(page, 'Cash')
  await page.getByRole('row').filter({ hasText: name.lastName }).getByRole('link').click()
  await expect(heading(page, new RegExp(name.lastName))).toBeVisible()
  await page.getByRole('checkbox', { name: `Cash received for ${orderNumber}` }).check()
  await expect(page.getByText('Still open').locator('xpath=following-sibling::dd')).toHaveText('nothing')

  const theirs = await anotherBrowser(browser, session)
  await theirs.goto(`/profile?tab=MyOrders&order=${orderNumber}`)
  await expect(theirs.getByText(`With Snow Riders ${name.lastName}, tracking number SR-4711`)).toBeVisible()
  await expect(theirs.getByText('Delivered by the shop')).toBeVisible()
  await expect(theirs.getByText('Speaks Swedish')).toHaveCount(0)
  await theirs.close()
})

test('the packing slip of a gift is printed without a price, with the gift note', async ({ page, request }) => {
  const session = await sessionOf(request, await register(request))
  const destination = { address: inStockholm, note: 'Happy birthday, Hannah.', isGift: true }
  const { orderId } = await placeOrderTo(request, session, destination, { slug: 'tumbled-stone-mix' })
  await enterAdmin(page)
  await page.goto(`/admin/orders/${orderId}`)
  await expect(page.getByRole('main')).toContainText('This is a gift: no prices in the parcel.')
  await page.getByRole('link', { name: 'Packing slip' }).click()
  const slip = page.getByRole('article')
  await expect(slip).toContainText(/Gift note\s*Happy birthday, Hannah\./)
  await expect(slip.getByText(/To collect in cash: \$ \d/)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(slip.getByText('This parcel is a gift.')).toBeVisible()
  for (const price of await slip.getByText('$').all()) await expect(price).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
})

test('shows what a buyer wrote as plain text on every page of an order (I2)', { tag: onlyInFull }, async ({
  page,
  request,
}) => {
  const session = await sessionOf(request, await register(request))
  const nasty = '<img src=x onerror=alert(1)>'
  const destination = {
    address: { ...inStockholm, firstName: nasty, city: nasty },
    note: `</p><script>alert(2)</script>${nasty}`,
  }
  const { orderId, orderNumber } = await placeOrderTo(request, session, destination, { slug: 'tumbled-stone-mix' })
  let alarms = 0
  page.on('dialog', (dialog) => {
    alarms += 1
    void dialog.dismiss()
  })
  await enterAdmin(page)
  await page.goto(`/admin/orders?q=${orderNumber}`)
  await expect(page.getByRole('table', { name: 'Orders' })).toContainText(nasty)
  for (const path of ['', '/invoice', '/packing-slip']) {
    await page.goto(`/admin/orders/${orderId}${path}`)
    await expect(page.getByRole('main')).toContainText(nasty)
    await expect(page.getByRole('main').locator('img[src="x"]')).toHaveCount(0)
  }
  expect(alarms).toBe(0)
})
