import { markupProblems } from '#tests/e2e/support/markup.ts'
import { adminPages, customerPages, redirectingPages, unknownIds, visitorPages } from '#tests/e2e/support/pages.ts'
import { mainOf, readPage } from './support/document.ts'
import { expect, test } from './support/test.ts'

const customer = { ...customerPages(unknownIds.orderId), ...redirectingPages }

for (const [title, paths] of [
  ['a visitor', visitorPages],
  ['a customer', Object.values(customer).flat()],
  ['the back office', adminPages(unknownIds)],
  ['errors and emails', ['/dev/mailbox', '/nowhere.data/x', '/shop/crystal/nothing', '/reset-password']],
] as const) {
  test(`html-validate finds no problems in the server HTML of the pages of ${title}`, async ({ request }) => {
    test.setTimeout(180_000)
    // Many admin pages differ only in their scripts.
    const validated = new Set<string>()
    for (const path of paths) {
      const { headers, html } = await readPage(request, path)
      expect(headers['content-type'], path).toMatch(/^text\/html/)
      const markup = html.replace(/<script\b.*?<\/script>/gs, '')
      if (!validated.has(markup)) expect.soft(await markupProblems(html, 'server'), path).toEqual([])
      validated.add(markup)
    }
  })
}

test('html-validate reports sizes without widths and aria-disabled together with disabled', async () => {
  const page = (body: string) => `<!DOCTYPE html><html lang="en"><head><title>A page</title></head>${body}</html>`
  for (const [body, rule] of [
    ['<img src="a.webp" srcset="b.webp" sizes="100vw" alt="A">', 'sizes-need-widths'],
    ['<img src="a.webp" sizes="100vw" alt="A">', 'sizes-need-widths'],
    ['<button type="button" disabled aria-disabled="true">Go</button>', 'disabled-once'],
    ['<input type="number" pattern="[0-9]{10}" aria-label="Phone">', 'input-attributes'],
    ['<button type="button">Go', 'close-order'],
  ] as const)
    expect(await markupProblems(page(`<body>${body}</body>`), 'server'), body).toContainEqual(
      expect.stringContaining(rule),
    )
})

test('every form and personal page has a note that it needs JavaScript', async ({ request }) => {
  const forms = ['/', '/login', '/register', '/forget-password', '/bulk-buying']
  const personal = Object.values(customer).flat()
  for (const path of [...forms, ...personal, '/admin', `/quotes/${unknownIds.token}`]) {
    const { document } = await readPage(request, path)
    const notes = [...mainOf(document).querySelectorAll('noscript, [class*="without-script"]')]
    expect.soft(notes.map(({ textContent }) => textContent).join(' '), path).toMatch(/JavaScript/)
  }
})
