import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#api/index.ts'
import { callRules, type MailPurpose, mailRules, type Rule } from '#platform/limit-rules.server.ts'
import { inRequest } from '#platform/request-scope.server.ts'
import { projectRoot } from '#platform/root.server.ts'
import { testShop } from '#tests/support/shop.ts'

/** Which calls send email, and the budgets that they are counted against. A new one must be written here too. */
const mailCalls: [method: string, path: string, purpose: MailPurpose][] = [
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
  ['post', '/admin/staff', 'invitation'],
  ['post', '/quotes/{token}/accept', 'order'],
  ['post', '/admin/quotes/{quoteId}/send', 'quote'],
  ['post', '/admin/enquiries/{enquiryId}/answers', 'enquiryAnswer'],
  ['post', '/admin/mails/{mailId}/send', 'resend'],
]

describe('calls that send email', () => {
  test('are those of the list, each with its purpose', () => {
    const found = endpoints.filter(({ limit }) => limit !== undefined && limit in mailRules)
    expect(found.map(({ method, path: target, limit }) => [method, target, limit])).toEqual(mailCalls)
  })

  test('use every purpose, but for those that another call or the console spends', () => {
    const used = new Set(mailCalls.map(([, , purpose]) => purpose))
    const others = (Object.keys(mailRules) as MailPurpose[]).filter((purpose) => !used.has(purpose))
    expect(others).toEqual(['unconfirmedOrder', 'console'])
  })

  test.each(Object.entries<Rule>(mailRules))('%s has budgets for caller, account and recipient', (_, rule) => {
    expect(rule.address?.points).toBeGreaterThan(0)
    if (rule.open) expect(rule.open.perNetwork.points).toBeLessThan(rule.open.total.points)
    else expect([rule.account, rule.recipient]).toEqual([expect.any(Object), expect.any(Object)])
  })

  test('a review has budgets for caller and account too', () => {
    expect(callRules.review).toMatchObject({ address: expect.any(Object), account: expect.any(Object) })
    expect(endpoints.find(({ path: target }) => target === '/reviews')?.limit).toBe('review')
  })
})

describe('an email', () => {
  test('is refused in a request that was not counted for its purpose', async () => {
    const { limits } = await testShop({ environment: { RATE_LIMIT_FACTOR: '1' } })
    await expect(inRequest('one', () => limits.countMail('order', 'asha@people.example'))).rejects.toThrow(
      'An email without a budget: order',
    )
    await inRequest('two', async () => {
      await limits.spend('order', '203.0.113.1')
      await limits.countMail('order', 'asha@people.example')
    })
  })

  test('is counted for the mailbox, whatever follows its plus sign', async () => {
    const { limits } = await testShop({ environment: { RATE_LIMIT_FACTOR: '1' } })
    for (const name of ['asha', 'Asha', 'asha+1', 'asha+2', 'ASHA+x'])
      await limits.countMail('invitation', `${name}@people.example`)
    await expect(limits.countMail('invitation', 'asha+3@people.example')).rejects.toMatchObject({ code: 'tooMany' })
    await limits.countMail('invitation', 'maya@people.example')
  })

  test('is put into the queue by one function alone, which counts it', () => {
    const files = readdirSync(path.join(projectRoot, 'modules'), { recursive: true, encoding: 'utf8' })
    const sending = files
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
      .filter((name) =>
        /\b(insertMail|mailQueue),? ?[({]|enqueue\(tx, mailQueue/.test(
          readFileSync(path.join(projectRoot, 'modules', name), 'utf8'),
        ),
      )
    expect(sending.sort()).toEqual(['mail/desk.server.ts', 'mail/repo.server.ts', 'mail/service.server.ts'])
  })
})
