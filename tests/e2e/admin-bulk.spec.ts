import { createSession, register } from './support/accounts.ts'
import { enterAdmin, test } from './support/admin.ts'
import { findCourier, placeOrderTo } from './support/orders.ts'
import { expect } from './support/test.ts'

test('the owner confirms, undoes, ships and prints several orders at once', async ({ page, request }) => {
  await enterAdmin(page)
  const lastName = `Bulk${Date.now()}`
  const courier = 'Himal Post'
  await findCourier(request, courier)
  const session = await createSession(request, await register(request))
  const address = {
    firstName: 'Maya',
    lastName,
    country: 'Nepal',
    state: 'Bagmati',
    city: 'Patan',
    streetAddress: 'Lane 4',
    zipCode: '',
    phone: '9800000001',
    email: '',
  }
  const orders = []
  for (const _ of [1, 2]) orders.push(await placeOrderTo(request, session, { address }, { slug: 'tumbled-stone-mix' }))
  const list = (status: string) => page.goto(`/admin/orders?status=${status}&q=${lastName}`)
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row').filter({ hasText: lastName })

  await list('Pending')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Confirm 2 orders' }).click()
  await expect(page.getByText('2 orders marked as confirmed')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The changes were taken back')).toBeVisible()
  await expect(rows).toHaveCount(2)

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Confirm 2 orders' }).click()
  await expect(rows).toHaveCount(0)
  await list('Confirmed')
  await page.getByRole('checkbox', { name: `Select ${orders[0]?.orderNumber}` }).check()
  await page.getByRole('checkbox', { name: `Select ${orders[1]?.orderNumber}` }).check()
  const bar = page.getByRole('region', { name: 'Selected orders' })
  await bar.getByLabel('Courier').selectOption(courier)
  await bar.getByRole('button', { name: 'Ship 2 orders' }).click()
  await expect(page.getByText('2 orders marked as shipped')).toBeVisible()

  await list('Shipped')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const popup = page.waitForEvent('popup')
  await bar.getByRole('link', { name: 'Print packing slips' }).click()
  const print = await popup
  await expect(print.getByRole('article')).toHaveCount(2)
  await expect(print.getByRole('heading', { name: `Packing slip ${orders[0]?.orderNumber}` })).toBeVisible()
  await print.getByRole('link', { name: 'Labels, 100 × 150 mm' }).click()
  await expect(print.getByRole('article').first()).toContainText(/Maya.*Cash to collect.*From ALPINE/s)
  await print.close()
  await expect(bar).toContainText('2 orders selected')
})
