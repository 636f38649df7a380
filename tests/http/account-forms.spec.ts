import { heading, mainOf, readPage, textOf, texts } from './support/document.ts'
import { expect, test } from './support/test.ts'

const forms = [
  { address: '/login', name: 'Login', autocompletes: ['username', 'current-password'] },
  { address: '/register', name: 'Register', autocompletes: ['email', 'new-password', 'given-name', 'family-name'] },
  { address: '/forget-password', name: 'Forgot password', autocompletes: ['username'] },
]

for (const { address, name, autocompletes } of forms) {
  test(`${address} has its headings, the provider, and fields that password managers know`, async ({ request }) => {
    const { document } = await readPage(request, address)
    expect(heading(document)).toBe('MY ALPINE ACCOUNT')
    expect(texts(document, 'h2')).toEqual(expect.arrayContaining([name, 'JOIN US']))
    const buttons = [...mainOf(document).querySelectorAll('button')].map(textOf)
    expect(buttons.filter((text) => text.startsWith('Continue with'))).toHaveLength(1)
    expect(autocompletesOf(document)).toEqual(autocompletes)
  })
}

test('the page for a new password has fields that password managers know', async ({ request }) => {
  const { document } = await readPage(request, '/reset-password?token=t&email=maya%40mail.example')
  expect(autocompletesOf(document)).toEqual(['username', 'new-password', 'new-password'])
})

function autocompletesOf(document: Document): (string | null)[] {
  return [...mainOf(document).querySelectorAll('form input')].map((input) => input.getAttribute('autocomplete'))
}
