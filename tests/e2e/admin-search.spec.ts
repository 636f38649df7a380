import { createSession, newPerson, register } from './support/accounts.ts'
import { enterAdmin, heading, test } from './support/admin.ts'
import { expectAccessible } from './support/axe.ts'
import { stockholmAddress } from './support/checkout.ts'
import { deliverOrder, placeOrderTo } from './support/orders.ts'
import { bothWidths, expect } from './support/test.ts'

test('the search field finds an order by keyboard, and its links lead to customer, product and back', {
  tag: bothWidths,
}, async ({ page, request }) => {
  const buyer = await register(request, { ...newPerson(), firstName: 'Om' })
  const session = await createSession(request, buyer)
  const address = { ...stockholmAddress, firstName: 'Om', lastName: buyer.lastName }
  const { orderNumber, orderId } = await placeOrderTo(request, session, { address }, { slug: 'tumbled-stone-mix' })
  await deliverOrder(request, orderId)

  await enterAdmin(page)
  await page.goto('/admin/settings')
  await expect(heading(page, 'Settings')).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Search the back office' })
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')

  await page.keyboard.type(`om ${buyer.lastName}`)
  const orders = page.getByRole('group', { name: 'Orders' })
  await expect(orders.getByRole('option', { name: new RegExp(`${orderNumber} · Om ${buyer.lastName}`) })).toBeVisible()
  await expect(page.getByRole('option').first()).toHaveAttribute('data-highlighted', '')
  // While the list is open, Base UI hides the rest of the page from screen readers; leaving the field closes the list.
  await expectAccessible(page, ['aria-hidden-focus'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(field).toBeFocused()

  await field.fill(buyer.email)
  const customer = page.getByRole('group', { name: 'Customers' }).getByRole('option')
  await expect(customer).toContainText(buyer.email)
  await page.keyboard.press('ArrowDown')
  await expect(customer).toHaveAttribute('data-highlighted', '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/customers/${session.userId}`))
  await expect(field).toHaveValue('')

  const sales = page.getByRole('main').getByText('Amount spent', { exact: true }).locator('xpath=following-sibling::dd')
  await expect(sales.first()).toHaveText(/\$ ?\d/)
  await expect(page.getByText('Skeppsbron 12')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: orderNumber }).click()
  await expect(heading(page, `Order ${orderNumber}`)).toBeVisible()
  await page.getByRole('list', { name: 'Items' }).getByRole('link').click()
  await page.getByRole('link', { name: 'Orders with this product' }).click()
  await expect(page).toHaveURL(/\/admin\/orders\?product=\d+$/)
  await expect(page.getByRole('link', { name: 'Tumbled Stone Mix' })).toBeVisible()
  await page.getByRole('row').filter({ hasText: orderNumber }).getByRole('link', { name: orderNumber }).click()
  await expect(heading(page, `Order ${orderNumber}`)).toBeVisible()
  await page.getByRole('link', { name: new RegExp(buyer.lastName) }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/customers/${session.userId}`))
})

test('Enter before the answer opens its first result', async ({ page, request }) => {
  const session = await createSession(request, await register(request))
  const { orderNumber, orderId } = await placeOrderTo(
    request,
    session,
    { address: stockholmAddress },
    { slug: 'tumbled-stone-mix' },
  )
  await enterAdmin(page)
  await page.goto('/admin/orders')
  const field = page.getByRole('combobox', { name: 'Search the back office' })
  await field.fill('hannah')
  await expect(page.getByRole('group', { name: 'Orders' })).toBeVisible()
  await field.fill(orderNumber.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${orderId}`))
})

test.describe('without an answer', () => {
  test.use({ allowConsoleErrors: true })

  test('the search field says that nothing was found, or that the connection failed', async ({ page }) => {
    await enterAdmin(page)
    await page.goto('/admin/customers')
    const field = page.getByRole('combobox', { name: 'Search the back office' })
    await field.fill('xyzzyq')
    await expect(page.getByText('Nothing found for “xyzzyq”. Search by number, phone, name or email.')).toBeVisible()
    await page.route('**/api/admin/search?*', (route) => route.abort())
    await field.fill('xyzzyqq')
    await expect(page.getByText(/Please check your connection/)).toBeVisible()
  })
})
