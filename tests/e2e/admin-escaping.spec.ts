import { register, sessionOf } from './support/accounts.ts'
import { enterAdmin, test } from './support/admin.ts'
import { callApi } from './support/api.ts'
import { placeOrder } from './support/orders.ts'
import { expect, onlyInFull } from './support/test.ts'

const nasty = '<img src=x onerror=alert(1)></script><script>alert(2)</script>'

test('shows what customers write as plain text, on every admin page (I2)', { tag: onlyInFull }, async ({
  page,
  request,
}) => {
  const session = await sessionOf(request, await register(request))
  const { userId } = session
  const { orderNumber } = await placeOrder(request, session, { slug: 'tumbled-stone-mix' })
  await callApi(request, session, `/userdetails/${userId}`, { method: 'PUT', data: { name: nasty } })
  const asked = { firstName: nasty, lastName: 'Holm', queries: nasty }
  await callApi(request, session, '/GetInTouch', { method: 'POST', data: asked })
  const bulk = { name: nasty, email: 'holm@mail.example', phoneNumber: '9801234567', message: nasty }
  await request.post('/api/BulkBuying', { data: bulk })
  for (let time = 0; time < 3; time++) await request.get(`/api/product/search?Name=${encodeURIComponent(nasty)}`)

  let alarms = 0
  page.on('dialog', (dialog) => {
    alarms += 1
    void dialog.dismiss()
  })
  const owner = await enterAdmin(page)
  const { rows } = await callApi<{ rows: { enquiryId: string; name: string; kind: string }[] }>(
    request,
    owner,
    '/admin/enquiries?q=onerror',
  )
  const [bulkOne, question] = ['bulk', 'contact'].map((kind) => rows.find((row) => row.kind === kind)?.enquiryId ?? '')
  for (const [path, shows] of [
    ['/admin', 'Today'],
    [`/admin/orders?q=${orderNumber}`, orderNumber],
    ['/admin/customers?q=onerror', nasty],
    [`/admin/customers/${userId}`, nasty],
    ['/admin/enquiries?q=onerror', nasty],
    [`/admin/enquiries/${question}`, nasty],
    [`/admin/enquiries/${bulkOne}`, nasty],
    [`/admin/quotes/new?enquiry=${bulkOne}`, 'New quote'],
    ['/admin/reviews', 'Reviews'],
    ['/admin/audit', 'Audit log'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('main')).toContainText(shows)
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
  }
  expect(alarms).toBe(0)
})
