import { enterAdmin, test } from './support/admin.ts'
import { expectAccessibleWhenNarrow } from './support/axe.ts'
import { expect } from './support/test.ts'

test('shows a failed email with its error, and resends it', async ({ page }) => {
  await enterAdmin(page)
  const email = { to: `${'far.away.'.repeat(8)}maya@mail.example`, subject: 'Your order ALP-10042', attempts: 9 }
  const rows = [
    { ...email, emailId: 'first', writtenAt: '2026-11-15T04:00:00Z', reason: '550 <b>nobody</b>', isSecret: false },
    { ...email, emailId: 'second', writtenAt: '2026-11-15T04:00:00Z', reason: 'No answer', isSecret: true },
  ]
  await page.route(/\/api\/admin\/emails(\?|$)/, (route) => route.fulfill({ json: { rows, page: 1, hasMore: false } }))
  await page.route('**/api/admin/emails/first/send', (route) => {
    rows.shift()
    return route.fulfill({ status: 204 })
  })
  await page.goto('/admin/emails')
  await expect(page.getByText('550 <b>nobody</b>')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Resend email/ })).toHaveCount(1)
  await expectAccessibleWhenNarrow(page)
  await page.getByRole('button', { name: /^Resend email ?: Your order ALP-10042/ }).click()
  await expect(page.getByText('550 <b>nobody</b>')).toHaveCount(0)
  await expect(page.getByText('No answer')).toBeVisible()
})
