import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inFull } from '#tests/support/full-run.ts'
import { leastTime, leastTimes } from '#tests/support/least-time.ts'
import { renderMarkdown } from './markdown.server.ts'

const allowedTags =
  /^(p|h[1-6]|a|em|strong|del|ul|ol|li|blockquote|code|pre|hr|br|img|table|thead|tbody|tr|th|td|input)$/

/** Every tag of the HTML with its attributes. */
function tags(html: string): { name: string; attributes: string }[] {
  return [...html.matchAll(/<\/?([a-z][a-z0-9]*)([^>]*)/gi)].map(([, name = '', attributes = '']) => ({
    name: name.toLowerCase(),
    attributes,
  }))
}

function expectHarmless(html: string): void {
  for (const { name, attributes } of tags(html)) {
    expect(name).toMatch(allowedTags)
    expect(attributes.replace(/"[^"]*"/g, '""')).not.toMatch(/[\s/"]on\w+\s*=|[\s/"]style\s*=/i)
    expect(attributes).not.toMatch(/(href|src)="\s*(javascript|data|vbscript):/i)
  }
}

test('renders paragraphs, headings, lists, emphasis and links', () => {
  const html = renderMarkdown('## The scale\n\nKyanite is *two* stones, see [the shop](/shop).\n\n- hard\n- soft')
  expect(html).toContain('<h2>The scale</h2>')
  expect(html).toContain('<em>two</em> stones, see <a href="/shop">the shop</a>.')
  expect(html).toContain('<li>hard</li>')
})

describe('raw HTML is shown as text', () => {
  test.each([
    '<script>alert(1)</script>',
    'before <script src="https://evil.example/x.js"></script> after',
    '<img src=x onerror=alert(1)>',
    'before <img src=x onerror="alert(1)"> after',
    '<svg/onload=alert(1)>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<a href="javascript:alert(1)">click</a>',
    '<style>body { display: none }</style>',
    '<div onclick="alert(1)">\n\nclick\n\n</div>',
    '<!-- a comment -->',
    'text after a raw <script><img src=x onerror=alert(1)',
    'text after a raw <pre><img/src=x/onerror=alert(1)//',
    '<b>bold</b>',
  ])('%s', (source) => {
    const html = renderMarkdown(source)
    expectHarmless(html)
    expect(html).toContain('&lt;')
    expect(html).not.toMatch(/<(script|img|svg|iframe|style|div|b|!)/)
  })
})

describe('a link', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java&#115;cript:alert(1)',
    '&#x6A;avascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    '//evil.example',
    'file:///etc/passwd',
    '/\\evil.example',
    '/\\/evil.example',
    '/%5Cevil.example',
    '/%5c/evil.example',
    '///evil.example',
    '\\\\evil.example',
    '/&#9;/evil.example',
    '/&Tab;/evil.example',
    '/&NewLine;/evil.example',
    '/&bsol;evil.example',
    '/&#92;evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
  ])('to %s is shown as text without a link', (url) => {
    for (const source of [`[the words](${url})`, `[the words](<${url}>)`, `[the words][1]\n\n[1]: ${url}`]) {
      const html = renderMarkdown(source)
      expectHarmless(html)
      expect(html).not.toContain('<a ')
      expect(html).toContain('the words')
    }
  })

  test.each(['https://museum.example/a?b=1', 'http://museum.example', 'mailto:hello@alpine.example', '/learn', '#top'])(
    'to %s is rendered',
    (url) => {
      expect(renderMarkdown(`[the words](${url})`)).toContain(`<a href="${url}">the words</a>`)
    },
  )

  test('cannot break out of its attribute', () => {
    expectHarmless(renderMarkdown('[x](https://a.example/"onmouseover="alert(1))'))
    expectHarmless(renderMarkdown('[x](https://a.example "t" onclick=alert(1))'))
  })
})

describe('a picture', () => {
  test('of this shop is rendered with its alt text', () => {
    expect(renderMarkdown('![A "blue" stone](/media/abc-400.webp)')).toContain(
      '<img src="/media/abc-400.webp" alt="A &quot;blue&quot; stone" loading="lazy">',
    )
  })

  test.each(['https://tracker.example/pixel.gif', 'javascript:alert(1)', 'data:image/png;base64,AAAA', '/etc/passwd'])(
    'at %s is replaced by its alt text',
    (url) => {
      const html = renderMarkdown(`![<b onload=x>A stone](${url})`)
      expectHarmless(html)
      expect(html).not.toContain('<img')
      expect(html).toContain('A stone')
    },
  )
})

test('renders plain URLs as links, strikethrough and table alignment', () => {
  expect(renderMarkdown('See https://museum.example/a.')).toContain('<a href="https://museum.example/a">')
  expect(renderMarkdown('~~old~~')).toBe('<p><del>old</del></p>\n')
  const table = renderMarkdown('| a | b |\n| --- | ---: |\n| 1 | 2 |')
  expect(table).toContain('<th>a</th>')
  expect(table).toContain('<td align="right">2</td>')
  expectHarmless(table)
})

describe('takes linear time', () => {
  const length = inFull(100_000, 40_000)
  const fastMs = inFull(100, 40)
  const units = ['_a', '*a_', '*a ** ', '**a _b ', '[', '![](', '[a](', '`a``', '<', '> ', '>', '1. ', '- ', '\n- ']
  const more = ['|a', '| - |\n', '&', '\\', '[a]: b\n', '~~a', '***', '[^', '<!--', 'http://', 'a@b.c ', 'www.a.b ']
  test.each([...units, ...more, 'https://a.b/ *', 'https://a*'])('for a repeated %j', (unit) => {
    const render = (size: number) => () => renderMarkdown(unit.repeat(size / unit.length))
    if (leastTime(1, render(length)) < fastMs) return
    const times = leastTimes(render(length / 4), render(length), 10)
    expect(times.long < fastMs || times.long / times.short < 10, `${times.short} ms, ${times.long} ms`).toBe(true)
  })

  test('and a bounded stack for nested quotes and lists', () => {
    for (const unit of ['> ', '>', '- ', '1. ', '> - '])
      expect(renderMarkdown(`${unit.repeat(20_000)}x`)).toBeTypeOf('string')
    expect(renderMarkdown(`${'> '.repeat(5)}deep`)).toContain('deep')
  })
})

test('escapes HTML in code', () => {
  expect(renderMarkdown('`<script>`\n\n```html\n<script>\n```')).not.toContain('<script>')
})

test('no combination of characters produces a script', () => {
  const fragments = [
    '<script>',
    '</script>',
    '<img src=x onerror=alert(1)>',
    '[x](',
    'javascript:alert(1)',
    ')',
    '![',
    '](',
  ]
  const characters = [
    '"',
    "'",
    '<',
    '>',
    '`',
    '\n',
    '\n\n',
    '    ',
    '&lt;',
    '*',
    '_',
    '|',
    '\\',
    'words',
    '/media/x',
    '#',
  ]
  const markdown = fc
    .array(fc.constantFrom(...fragments, ...characters), { maxLength: 14 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(markdown, (source) => expectHarmless(renderMarkdown(source))),
    { numRuns: inFull(2_000, 500) },
  )
})
