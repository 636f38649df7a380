import { createSession, register } from './support/accounts.ts'
import { enterAdmin, test } from './support/admin.ts'
import { callApi } from './support/api.ts'
import { placeOrder } from './support/orders.ts'
import { expect, onlyInFull } from './support/test.ts'

const maliciousText = '<img src=x onerror=alert(1)></script><script>alert(2)</script>'

test('shows customer input as plain text on every admin page (I2)', { tag: onlyInFull }, async ({ page, request }) => {
  const session = await createSession(request, await register(request))
  const { userId } = session
  const { orderNumber } = await placeOrder(request, session, { slug: 'tumbled-stone-mix' })
  await callApi(request, session, `/userdetails/${userId}`, { method: 'PUT', data: { name: maliciousText } })
  const message = { firstName: maliciousText, lastName: 'Holm', queries: maliciousText }
  await callApi(request, session, '/GetInTouch', { method: 'POST', data: message })
  const bulk = { name: maliciousText, email: 'holm@mail.example', phoneNumber: '9801234567', message: maliciousText }
  await request.post('/api/BulkBuying', { data: bulk })
  for (let time = 0; time < 3; time++)
    await request.get(`/api/product/search?Name=${encodeURIComponent(maliciousText)}`)

  let dialogs = 0
  page.on('dialog', (dialog) => {
    dialogs += 1
    void dialog.dismiss()
  })
  const owner = await enterAdmin(page)
  const { rows } = await callApi<{ rows: { enquiryId: string; name: string; kind: string }[] }>(
    request,
    owner,
    '/admin/enquiries?q=onerror',
  )
  const [bulkId, contactId] = ['bulk', 'contact'].map((kind) => rows.find((row) => row.kind === kind)?.enquiryId ?? '')
  for (const [path, expectedText] of [
    ['/admin', 'Today'],
    [`/admin/orders?q=${orderNumber}`, orderNumber],
    ['/admin/customers?q=onerror', maliciousText],
    [`/admin/customers/${userId}`, maliciousText],
    ['/admin/enquiries?q=onerror', maliciousText],
    [`/admin/enquiries/${contactId}`, maliciousText],
    [`/admin/enquiries/${bulkId}`, maliciousText],
    [`/admin/quotes/new?enquiry=${bulkId}`, 'Create quote'],
    ['/admin/reviews', 'Reviews'],
    ['/admin/audit', 'Audit log'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('main')).toContainText(expectedText)
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
  }
  expect(dialogs).toBe(0)
})
