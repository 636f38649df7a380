import { describe, expect, test } from 'vitest'
import { endpoints } from '#api/index.ts'
import { type Pattern, patternsIn, patternsOf, superLinear } from '#tests/support/patterns.ts'

const written = patternsOf(['server', 'api', 'platform', 'shared', 'modules', 'app'])

/** The patterns inside a Zod schema, including built-in ones such as `z.email()`. */
function patternsOfSchema(value: unknown, where: string, seen = new Set<unknown>()): Pattern[] {
  if (value instanceof RegExp) return [{ source: value.source, flags: value.flags, where }]
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  const inside = '_zod' in value ? [(value as { _zod: { def: unknown } })._zod.def] : Object.values(value)
  return inside.flatMap((part) => patternsOfSchema(part, where, seen))
}

const validated = endpoints.flatMap(({ path, params, query, headers, body }) =>
  patternsOfSchema([params, query, headers, body], `schema of ${path}`),
)

const distinct = new Map([...written, ...validated].map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern]))

test('collects the patterns of all folders and of the schemas', () => {
  expect(written.length).toBeGreaterThan(100)
  expect(validated.some(({ source }) => source.includes('[0-9a-fA-F]{8}'))).toBe(true)
  expect(validated.some(({ source }) => source.includes('@'))).toBe(true)
})

test.each([...distinct])('takes linear time: %s', (_, pattern) => {
  expect(superLinear(pattern), pattern.where).toBeUndefined()
})

describe('the check itself', () => {
  test.each([
    /(.)\/+$/,
    /\s*,\s*/,
    /[^\s<>"'(),:;=]+@[^\s<>"'(),:;]+/g,
    /^[^<>"\r\n]{1,80} <[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+>$/,
    /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g,
    /^\S+@\S+\.\S+$/,
    /(a+)+$/,
    /^(\w+\s?)*$/,
  ])('flags %s', (expression) => {
    const { source, flags } = expression
    expect(superLinear({ source, flags, where: 'here' })).toBeTypeOf('string')
  })

  test('finds a pattern in any expression', () => {
    const text = `const a = /one/g; f(a ?? /two[/]/, { b: x => x.split(/three/) }); class C { #d = \`\${/four/u}\` }
      const e = 6 / 2 / 1; if (e) /five/.test('x'); const j = <p title={s.replace(/six/i, '')}>{/seven/}</p>`
    expect(patternsIn('a.tsx', text).map(({ source, flags }) => `${source} ${flags}`)).toEqual([
      'one g',
      'two[/] ',
      'three ',
      'four u',
      'five ',
      'six i',
      'seven ',
    ])
  })

  test.each(['new RegExp(x + y)', "RegExp('a')", 'Reflect.construct(RegExp, [x])', 'const R = globalThis.RegExp'])(
    'refuses a pattern that is built at run time: %s',
    (text) => {
      expect(() => patternsIn('a.ts', text)).toThrow('a.ts:1 builds a pattern at run time')
    },
  )

  test('refuses a file that cannot be parsed', () => {
    expect(() => patternsIn('a.ts', 'const a = (')).toThrow('cannot be parsed')
  })
})
