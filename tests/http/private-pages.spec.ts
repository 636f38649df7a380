import { register, sessionOf } from '#tests/e2e/support/accounts.ts'
import { expect, test } from './support/test.ts'

test('the profile is sent without anything personal, and nobody may cache it', async ({ request }) => {
  const person = await register(request)
  const { token } = await sessionOf(request, person)
  const answer = await request.get('/profile?tab=AccountSettings', { headers: { Authorization: `Bearer ${token}` } })
  expect(answer.status()).toBe(200)
  expect(await answer.text()).not.toContain(person.email)
  expect(answer.headers()['cache-control']).not.toContain('public')
})

test('the pages of the back office are sent without any of its data', async ({ request }) => {
  for (const path of ['/admin', '/admin/orders', '/admin/settings']) {
    const html = await (await request.get(path)).text()
    expect(html).toContain('Loading the back office...')
    expect(html).toContain('noindex')
    expect(html).not.toContain('ALP-1')
  }
})
