import type { EnquiryRow } from '#modules/enquiries/admin-schema.ts'
import { enterAdmin, test } from './support/admin.ts'
import { mark } from './support/admin-products.ts'
import { callApi } from './support/api.ts'
import { expect } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.describe('an enquiry', () => {
  test.use({ refusals: ['/api/admin/enquiries'] })

  test('is answered by email, and what is being typed stays when a colleague answers first', async ({ page }) => {
    const suffix = mark()
    const data = {
      name: `Shop ${suffix}`,
      email: `${suffix}@mail.example`,
      phoneNumber: '9801234567',
      message: 'Key rings?',
    }
    await page.request.post('/api/BulkBuying', { data })
    const session = await enterAdmin(page)
    const { rows } = await callApi<{ rows: EnquiryRow[] }>(page.request, session, `/admin/enquiries?q=${suffix}`)
    const call = `/admin/enquiries/${rows[0]?.enquiryId}`
    await page.goto(call)
    const words = page.getByLabel('Your words')
    await words.fill('Yes, in')
    const quicker = { to: data.email, message: 'We will see.' }
    await callApi(page.request, session, `${call}/answers`, { method: 'POST', data: quicker })
    await page.getByRole('button', { name: 'Close without an answer' }).click()
    await expect(page.getByText(quicker.message)).toBeVisible()
    await expect(words).toHaveValue('Yes, in')
    await words.fill('Yes, in two weeks.')
    await expectToast(page, ['status', 'The answer is on its way'], () =>
      page.getByRole('button', { name: 'Send the answer' }).click(),
    )
    await expect(page.getByRole('heading', { name: /^Answer by/ }).first()).toBeVisible()
    await expect(page.getByText('Yes, in two weeks.')).toBeVisible()
    await expect(words).toHaveValue('')
  })
})
