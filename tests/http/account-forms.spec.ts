import { heading, mainOf, readPage, textOf, texts } from './support/document.ts'
import { expect, test } from './support/test.ts'

const forms = [
  { path: '/login', name: 'Login', autocompletes: ['username', 'current-password'] },
  { path: '/register', name: 'Register', autocompletes: ['email', 'new-password', 'given-name', 'family-name'] },
  { path: '/forget-password', name: 'Forgot password', autocompletes: ['username'] },
]

for (const { path, name, autocompletes } of forms) {
  test(`${path} has its headings, the provider button and autocomplete names for password managers`, async ({
    request,
  }) => {
    const { document } = await readPage(request, path)
    expect(heading(document)).toBe('MY ALPINE ACCOUNT')
    expect(texts(document, 'h2')).toEqual(expect.arrayContaining([name, 'JOIN US']))
    const buttons = [...mainOf(document).querySelectorAll('button')].map(textOf)
    expect(buttons.filter((text) => text.startsWith('Continue with'))).toHaveLength(1)
    expect(autocompletesOf(document)).toEqual(autocompletes)
  })
}

test('the reset-password page has autocomplete names for password managers', async ({ request }) => {
  const { document } = await readPage(request, '/reset-password?token=t&email=maya%40mail.example')
  expect(autocompletesOf(document)).toEqual(['username', 'new-password', 'new-password'])
})

function autocompletesOf(document: Document): (string | null)[] {
  return [...mainOf(document).querySelectorAll('form input')].map((input) => input.getAttribute('autocomplete'))
}
