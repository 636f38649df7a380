import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#api/index.ts'
import { callRules, type EmailPurpose, emailRules, type Rule } from '#platform/limit-rules.server.ts'
import { inRequest } from '#platform/request-scope.server.ts'
import { projectRoot } from '#platform/root.server.ts'
import { testShop } from '#tests/support/shop.ts'

/** The endpoints that send email, and their rate limits. Add a new one here as well. */
const emailEndpoints: [method: string, path: string, purpose: EmailPurpose][] = [
  ['post', '/GetInTouch', 'enquiry'],
  ['post', '/BulkBuying', 'enquiry'],
  ['post', '/authentication/register', 'registration'],
  ['post', '/authentication/forgot-password', 'passwordReset'],
  ['post', '/authentication/reset-password', 'newPassword'],
  ['get', '/authentication/confirm-email', 'welcome'],
  ['post', '/authentication/resend-confirmation', 'confirmation'],
  ['post', '/authentication/change-password', 'newPassword'],
  ['get', '/authentication/signin-google', 'openid'],
  ['get', '/authentication/callback', 'openid'],
  ['post', '/authentication/session', 'openid'],
  ['post', '/order', 'order'],
  ['post', '/order/{orderId}/cancel', 'cancellation'],
  ['post', '/admin/orders/{orderId}/moves', 'orderStatus'],
  ['post', '/admin/orders/{orderId}/corrections', 'orderStatus'],
  ['put', '/admin/orders/{orderId}', 'orderStatus'],
  ['put', '/admin/orders/{orderId}/shipment', 'orderStatus'],
  ['post', '/admin/orders/{orderId}/returns', 'orderStatus'],
  ['post', '/admin/orders/moves', 'orderStatus'],
  ['post', '/admin/orders', 'staffOrder'],
  ['post', '/admin/staff', 'invitation'],
  ['post', '/admin/staff/{userId}/invitation', 'invitation'],
  ['post', '/quotes/{token}/accept', 'order'],
  ['post', '/admin/quotes/{quoteId}/send', 'quote'],
  ['post', '/admin/enquiries/{enquiryId}/answers', 'enquiryAnswer'],
  ['post', '/admin/emails/{emailId}/send', 'resend'],
  ['post', '/stock-alerts', 'stockAlertRequest'],
]

describe('endpoints that send email', () => {
  test('are those in the list, each with its purpose', () => {
    const found = endpoints.filter(({ limit }) => limit !== undefined && limit in emailRules)
    expect(found.map(({ method, path: target, limit }) => [method, target, limit])).toEqual(emailEndpoints)
  })

  test('use every purpose, except those that another endpoint, a job or the command line uses', () => {
    const used = new Set(emailEndpoints.map(([, , purpose]) => purpose))
    const others = (Object.keys(emailRules) as EmailPurpose[]).filter((purpose) => !used.has(purpose))
    expect(others).toEqual(['unconfirmedOrder', 'newOrder', 'lowStock', 'stockAlert', 'console'])
  })

  test.each(Object.entries<Rule>(emailRules))('%s has budgets for caller, account and recipient', (_, rule) => {
    expect(rule.address?.points).toBeGreaterThan(0)
    if (rule.open) expect(rule.open.perNetwork.points).toBeLessThan(rule.open.total.points)
    else expect([rule.account, rule.recipient]).toEqual([expect.any(Object), expect.any(Object)])
  })

  test('a review also has limits per caller and account', () => {
    expect(callRules.review).toMatchObject({ address: expect.any(Object), account: expect.any(Object) })
    expect(endpoints.find(({ path: target }) => target === '/reviews')?.limit).toBe('review')
  })
})

describe('an email', () => {
  test('is rejected in a request that was not counted for its purpose', async () => {
    const { limits } = await testShop({ environment: { RATE_LIMIT_FACTOR: '1' } })
    await expect(inRequest('one', () => limits.countEmail('order', 'asha@people.example'))).rejects.toThrow(
      'No budget was spent for an email with the purpose order',
    )
    await inRequest('two', async () => {
      await limits.spend('order', '203.0.113.1')
      await limits.countEmail('order', 'asha@people.example')
    })
  })

  test('is counted for the mailbox, ignoring what follows a plus sign', async () => {
    const { limits } = await testShop({ environment: { RATE_LIMIT_FACTOR: '1' } })
    for (const name of ['asha', 'Asha', 'asha+1', 'asha+2', 'ASHA+x'])
      await limits.countEmail('invitation', `${name}@people.example`)
    await expect(limits.countEmail('invitation', 'asha+3@people.example')).rejects.toMatchObject({ code: 'tooMany' })
    await limits.countEmail('invitation', 'maya@people.example')
  })

  test('is queued by one function only, which counts it', () => {
    const files = readdirSync(path.join(projectRoot, 'modules'), { recursive: true, encoding: 'utf8' })
    const sending = files
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
      .filter((name) =>
        /\b(insertEmail|emailQueue),? ?[({]|enqueue\(tx, emailQueue/.test(
          readFileSync(path.join(projectRoot, 'modules', name), 'utf8'),
        ),
      )
    expect(sending.sort()).toEqual(['email/admin.server.ts', 'email/repo.server.ts', 'email/service.server.ts'])
  })
})
