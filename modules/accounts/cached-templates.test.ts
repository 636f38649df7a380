import { expect, test } from 'vitest'
import { renderLetter } from '#modules/email/service.server.ts'
import { letterAround } from './cached-templates.server.ts'
import { confirmationLetter, invitationLetter, resetLetter } from './email-templates.tsx'

const links = ["it's", 'pemba&co', '<b>"$&"'].map(
  (name) => `https://alpine.test/x?${new URLSearchParams({ token: 'secret', email: `${name}@people.example` })}`,
)

test.each([confirmationLetter, resetLetter])(
  'a letter with its link put in is the letter as it would be rendered',
  async (write) => {
    for (const shopName of ['ALPINE', 'Yeti & Sons', 'ALPINE']) {
      for (const link of links) {
        const { subject, body } = write(shopName, link)
        expect(await letterAround(link, shopName, write)).toEqual({ subject, ...(await renderLetter(body)) })
      }
    }
  },
)

test('two invitations are two letters', async () => {
  const invite = (name: string) =>
    letterAround('https://alpine.test/', 'ALPINE', (shopName, link) =>
      invitationLetter(shopName, { name, role: 'Staff' }, link),
    )
  expect((await invite('Asha')).text).toContain('Dear Asha')
  expect((await invite('Pemba')).text).toContain('Dear Pemba')
})
