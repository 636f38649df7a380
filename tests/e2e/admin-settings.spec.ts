import { startReceiver } from '#tests/support/receiver.ts'
import { createSession, register } from './support/accounts.ts'
import { enterAdmin, test } from './support/admin.ts'
import { callApi } from './support/api.ts'
import { placeOrder } from './support/orders.ts'
import { expect } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.describe('settings', () => {
  // All tests change the same settings, so they must not run in parallel.
  test.describe.configure({ mode: 'default' })
  test.use({ expectedFailures: ['/api/admin/settings'] })

  test('saved delivery times and the return window appear on the product page', async ({ page, request }) => {
    const owner = await enterAdmin(page)
    const product = '/shop/crystal/citrine-point'
    await page.goto(product)
    await expect(page.getByRole('main')).toContainText('8–20 days outside Nepal. Duty not included.')
    await page.goto('/admin/settings')
    const form = page.getByRole('form', { name: 'Settings' })
    await form.getByLabel('Abroad, maximum').fill('6')
    await form.getByRole('button', { name: 'Save settings' }).click()
    await expect(form.getByLabel('Abroad, maximum')).toHaveAccessibleDescription(/equal to or above the minimum/)
    await form.getByLabel('Abroad, minimum').fill('5')
    await form.getByLabel('Return window').fill('21')
    await expectToast(page, ['status', 'Settings saved'], () =>
      form.getByRole('button', { name: 'Save settings' }).click(),
    )
    await page.goto(product)
    await expect(page.getByRole('main')).toContainText('5–6 days outside Nepal. Duty not included.')
    await expect(page.getByRole('main')).toContainText('Returns within 21 days.')
    const now = await callApi<Record<string, unknown>>(request, owner, '/admin/settings')
    const before = { abroadDaysFrom: 8, abroadDaysTo: 20, returnDays: 14 }
    await callApi(request, owner, '/admin/settings', { method: 'PUT', data: { ...now, ...before } })
  })

  test('the email for each new order can be switched off and on', async ({ page, request }) => {
    const owner = await enterAdmin(page)
    await page.goto('/admin/settings')
    const form = page.getByRole('form', { name: 'Settings' })
    const orders = form.getByRole('checkbox', { name: 'Email for each new order' })
    await expect(orders).toBeChecked()
    for (const isOn of [false, true]) {
      await orders.setChecked(isOn)
      await expectToast(page, ['status', 'Settings saved'], () =>
        form.getByRole('button', { name: 'Save settings' }).click(),
      )
      const saved = await callApi<Record<string, unknown>>(request, owner, '/admin/settings')
      expect(saved.emailNewOrders).toBe(isOn)
    }
    await expect(form.getByRole('checkbox', { name: 'Email for each new enquiry' })).toBeChecked()
  })

  test('a webhook is tested, signed and shows its deliveries', async ({ page, request }) => {
    const owner = await enterAdmin(page)
    const receiver = await startReceiver()
    const session = await createSession(request, await register(request))
    await page.goto('/admin/settings')
    const form = page.getByRole('form', { name: 'Settings' })
    const sendTest = form.getByRole('button', { name: 'Send a test' })
    await expect(sendTest).toBeDisabled()
    await form.getByLabel('Webhook URL').fill(`${receiver.url}/shop`)
    await expectToast(page, ['status', 'Settings saved'], () =>
      form.getByRole('button', { name: 'Save settings' }).click(),
    )
    await expectToast(page, ['status', 'The receiver accepted the test'], () => sendTest.click())
    expect(receiver.received.at(-1)?.headers['webhook-signature']).toMatch(/^v1,/)
    await form.getByRole('button', { name: 'Create new secret' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Create new secret' }).click()
    await expect(form.getByText(/^whsec_/)).toBeVisible()
    const { orderNumber } = await placeOrder(request, session, { slug: 'tumbled-stone-mix' })
    await expect
      .poll(() => receiver.received.some(({ body }) => body.toString().includes(orderNumber)), { timeout: 15_000 })
      .toBe(true)
    await page.reload()
    await form.getByText('Latest deliveries').click()
    await expect(form.getByRole('list', { name: 'Latest deliveries' })).toContainText(
      `${orderNumber} · Delivered (204)`,
    )
    await expect(form.getByText(/^whsec_/)).toHaveCount(0)
    const now = await callApi<Record<string, unknown>>(request, owner, '/admin/settings')
    await callApi(request, owner, '/admin/settings', { method: 'PUT', data: { ...now, webhookUrl: '' } })
    await receiver.close()
  })

  test('invalid values are rejected, a colleague’s changes are merged, and a confirmation shows the seller', async ({
    page,
    request,
  }) => {
    const owner = await enterAdmin(page)
    const session = await createSession(request, await register(request))
    const { orderId } = await placeOrder(request, session, { slug: 'tumbled-stone-mix' })
    await page.goto('/admin/settings')
    const form = page.getByRole('form', { name: 'Settings' })
    const save = form.getByRole('button', { name: 'Save settings' })
    const seller = `Himal House ${Date.now()}`
    const taxNumber = String(Date.now())
    await form.getByLabel('Seller name').fill(seller)
    await form.getByLabel('Instagram').fill('himal.house')
    const now = await callApi<Record<string, unknown>>(request, owner, '/admin/settings')
    await callApi(request, owner, '/admin/settings', { method: 'PUT', data: { ...now, taxNumber } })
    await save.click()
    await expect(form.getByText('Please enter a URL such as https://www.instagram.com/name.')).toBeVisible()
    await expect(form.getByLabel('Instagram')).toBeFocused()
    await form.getByLabel('Instagram').fill('')
    await save.click()
    const merge = page.getByRole('alert').filter({ hasText: 'Someone else changed this while you were editing' })
    await expect(merge.getByRole('group', { name: 'Seller name' })).toContainText(seller)
    await expect(merge.getByRole('group')).toHaveCount(1)
    await merge.getByRole('button', { name: 'Merge changes' }).click()
    await expect(form.getByLabel('PAN or VAT number')).toHaveValue(taxNumber)
    await expectToast(page, ['status', 'Settings saved'], () => save.click())
    await page.goto(`/admin/orders/${orderId}/confirmation`)
    await expect(page.getByRole('article')).toContainText(seller)
    await expect(page.getByRole('article')).toContainText(`PAN/VAT ${taxNumber}`)
  })
})
