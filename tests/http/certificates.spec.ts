import { product } from '#tests/e2e/support/paths.ts'
import { heading, linkTo, mainOf, readPage, textOf, texts } from './support/document.ts'
import { expect, test } from './support/test.ts'

test('an unknown code has a page with status 404 and a field, which is neither indexed nor stored', async ({
  request,
}) => {
  for (const code of ['0000-0000-0000-0', '0000-0000-0000-1', 'nonsense', '%E0%A4%B9']) {
    const { status, headers, document } = await readPage(request, `/certificate/${code}`)
    expect([code, status, heading(document)]).toEqual([code, 404, 'We could not find this certificate'])
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
    expect(document.querySelector('input[name=code]')).not.toBeNull()
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
  }
})

test('a code leads to the URL with its correct form', async ({ request }) => {
  const redirects: [string, string][] = [
    ['/certificate/oooooooooooo0', '/certificate/0000-0000-0000-0'],
    ['/certificate?code=0000+0000+0000+o', '/certificate/0000-0000-0000-0'],
  ]
  for (const [from, to] of redirects) {
    const response = await request.get(from, { maxRedirects: 0 })
    expect([301, 302]).toContain(response.status())
    expect(response.headers().location).toBe(to)
  }
  expect(heading((await readPage(request, '/certificate?code=+')).document)).toBe('What your piece is')
})

test('every fact and every treatment is explained', async ({ request }) => {
  const { document } = await readPage(request, '/facts')
  const names = texts(mainOf(document), 'dt')
  expect(names).toEqual([
    ...['Mineral', 'Trade name', 'Origin', 'Altitude', 'Weight', 'Size', 'Treatment'],
    ...['none', 'heated', 'dyed', 'oiled', 'stabilised', 'irradiated', 'coated'],
    'Maker',
  ])
  for (const text of texts(mainOf(document), 'dd')) expect(text.length).toBeGreaterThan(40)
})

test('a product page leads to the explanations', async ({ request }) => {
  const { document } = await readPage(request, product('crystal', 'citrine-point'))
  const target = linkTo(mainOf(document), 'heated') ?? ''
  expect([target, linkTo(mainOf(document), 'What these facts mean')]).toEqual(['/facts#heated', '/facts'])
  const facts = await readPage(request, '/facts')
  expect(textOf(facts.document.getElementById(target.split('#')[1] ?? ''))).toContain('Warmed in an oven')
})

test('the sitemap lists both pages and no certificate', async ({ request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  for (const path of ['/facts<', '/certificate<']) expect(sitemap).toContain(path)
  expect(sitemap).not.toContain('/certificate/')
})
