import { expect, test } from 'vitest'
import { renderEmail } from '#modules/email/service.server.ts'
import { cachedTemplate } from './cached-templates.server.ts'
import { confirmationEmail, invitationEmail, passwordResetEmail } from './email-templates.tsx'

const links = ["it's", 'pemba&co', '<b>"$&"'].map(
  (name) => `https://alpine.test/x?${new URLSearchParams({ token: 'secret', email: `${name}@people.example` })}`,
)

test.each([confirmationEmail, passwordResetEmail])(
  'cachedTemplate gives the same email as rendering it with the link',
  async (template) => {
    for (const shopName of ['ALPINE', 'Yeti & Sons', 'ALPINE']) {
      for (const link of links) {
        const { subject, body } = template(shopName, link)
        expect(await cachedTemplate(link, shopName, template)).toEqual({ subject, ...(await renderEmail(body)) })
      }
    }
  },
)

test('cachedTemplate does not share the text of two invitations', async () => {
  const invite = (name: string) =>
    cachedTemplate('https://alpine.test/', 'ALPINE', (shopName, link) =>
      invitationEmail(shopName, { name, role: 'Staff' }, link),
    )
  expect((await invite('Asha')).text).toContain('Dear Asha')
  expect((await invite('Pemba')).text).toContain('Dear Pemba')
})
