import type { EnquiryRow } from '#modules/enquiries/admin-contract.ts'
import { enterAdmin, test } from './support/admin.ts'
import { uniqueSuffix } from './support/admin-products.ts'
import { callApi } from './support/api.ts'
import { expect } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.describe('enquiry', () => {
  test.use({ expectedFailures: ['/api/admin/enquiries'] })

  test('keeps a typed reply when a colleague replies first, and sends it by email', async ({ page }) => {
    const suffix = uniqueSuffix()
    const data = {
      name: `Shop ${suffix}`,
      email: `${suffix}@mail.example`,
      phoneNumber: '9801234567',
      message: 'Key rings?',
    }
    await page.request.post('/api/BulkBuying', { data })
    const session = await enterAdmin(page)
    const { rows } = await callApi<{ rows: EnquiryRow[] }>(page.request, session, `/admin/enquiries?q=${suffix}`)
    const path = `/admin/enquiries/${rows[0]?.enquiryId}`
    await page.goto(path)
    const reply = page.getByLabel('Message')
    await reply.fill('Yes, in')
    const otherReply = { to: data.email, message: 'We will see.' }
    await callApi(page.request, session, `${path}/answers`, { method: 'POST', data: otherReply })
    await page.getByRole('button', { name: 'Close without reply' }).click()
    await expect(page.getByText(otherReply.message)).toBeVisible()
    await expect(reply).toHaveValue('Yes, in')
    await reply.fill('Yes, in two weeks.')
    await expectToast(page, ['status', 'Reply sent'], () => page.getByRole('button', { name: 'Send reply' }).click())
    await expect(page.getByRole('heading', { name: /^Reply from/ }).first()).toBeVisible()
    await expect(page.getByText('Yes, in two weeks.')).toBeVisible()
    await expect(reply).toHaveValue('')
  })
})
