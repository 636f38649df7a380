import { enterAdmin, test } from './support/admin.ts'
import { expectToFit } from './support/axe.ts'
import { expect } from './support/test.ts'

test('shows a failed email with its reason, and sends it again', async ({ page }) => {
  await enterAdmin(page)
  const mail = { to: `${'far.away.'.repeat(8)}maya@mail.example`, subject: 'Your order ALP-10042', attempts: 9 }
  const rows = [
    { ...mail, mailId: 'first', writtenAt: '2026-11-15T04:00:00Z', reason: '550 <b>nobody</b>', isSecret: false },
    { ...mail, mailId: 'second', writtenAt: '2026-11-15T04:00:00Z', reason: 'No answer', isSecret: true },
  ]
  await page.route(/\/api\/admin\/mails(\?|$)/, (route) => route.fulfill({ json: { rows, page: 1, hasMore: false } }))
  await page.route('**/api/admin/mails/first/send', (route) => {
    rows.shift()
    return route.fulfill({ status: 204 })
  })
  await page.goto('/admin/mails')
  await expect(page.getByText('550 <b>nobody</b>')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send again/ })).toHaveCount(1)
  await expectToFit(page)
  await page.getByRole('button', { name: /^Send again ?: Your order ALP-10042/ }).click()
  await expect(page.getByText('550 <b>nobody</b>')).toHaveCount(0)
  await expect(page.getByText('No answer')).toBeVisible()
})
