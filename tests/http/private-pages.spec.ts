import { createSession, register } from '#tests/e2e/support/accounts.ts'
import { expect, test } from './support/test.ts'

test('the HTML of the profile contains no personal data and is not publicly cacheable', async ({ request }) => {
  const person = await register(request)
  const { token } = await createSession(request, person)
  const response = await request.get('/profile?tab=AccountSettings', { headers: { Authorization: `Bearer ${token}` } })
  expect(response.status()).toBe(200)
  expect(await response.text()).not.toContain(person.email)
  expect(response.headers()['cache-control']).not.toContain('public')
})

test('the HTML of the admin pages contains no data', async ({ request }) => {
  for (const path of ['/admin', '/admin/orders', '/admin/settings']) {
    const html = await (await request.get(path)).text()
    expect(html).toContain('Loading back office...')
    expect(html).toContain('noindex')
    expect(html).not.toContain('ALP-1')
  }
})
