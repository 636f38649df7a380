import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from '#api/index.ts'
import { csvProductSchema } from '#modules/catalog/csv-columns.ts'
import { isId } from '#shared/ids.ts'

type InputField = { name: string; schema: z.core.$ZodType }

const hostileText = { NUL: 'a\0b', 'a lone surrogate': 'a\ud800b', 'a long text': 'a'.repeat(250_000) }
const invalidDates = ['0000-01-01', '1899-12-31', '2200-01-01', '9999-12-31', '+012026-01-01', '2026-02-30']
const largestInteger = 2_147_483_647
const tooLarge = [Number.NaN, Number.POSITIVE_INFINITY, -(2 ** 53), 2 ** 53, 1e14, 1e308, -1e308]
const tooManyDecimals = [5e-324, 1e-9, 0.000_1]

/** Removes wrappers such as optional and default. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod as unknown as { def: { type: string; innerType?: z.core.$ZodType } }
  const wrappers = ['optional', 'nullable', 'default', 'prefault', 'readonly', 'catch', 'nonoptional']
  return wrappers.includes(def.type) && def.innerType ? unwrapped(def.innerType) : schema
}

type Def = {
  type: string
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  options?: z.core.$ZodType[]
  in?: z.core.$ZodType
  catchall?: z.core.$ZodType
}
const defOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Def

/** Every schema of one string, number or date. A pipe is tested whole, because later steps may reject too. */
function leavesOf(schema: z.core.$ZodType, name: string): InputField[] {
  const bare = unwrapped(schema)
  const def = defOf(bare)
  if (def.type === 'object')
    return Object.entries(def.shape ?? {}).flatMap(([key, inner]) => leavesOf(inner, `${name}.${key}`))
  if (def.type === 'array' && def.element) return leavesOf(def.element, `${name}[]`)
  if (def.type === 'pipe' && def.in) {
    const inside = leavesOf(def.in, name)
    return inside.some((leaf) => leaf.name !== name) ? inside : [{ name, schema: bare }]
  }
  if (
    def.type === 'union' &&
    def.options?.some((option) => ['object', 'array'].includes(defOf(unwrapped(option)).type))
  )
    return def.options.flatMap((option) => leavesOf(option, name))
  return [{ name, schema: bare }]
}

const places = ['params', 'query', 'headers', 'body'] as const
const inputFields = [
  ...endpoints.flatMap((endpoint) =>
    places.flatMap((place) => {
      const schema = endpoint[place]
      return schema ? leavesOf(schema, `${endpoint.method} ${endpoint.path} ${place}`) : []
    }),
  ),
  ...leavesOf(csvProductSchema, 'line of a CSV file'),
]

const parse = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value)
const accepts = (schema: z.core.$ZodType, value: unknown) => parse(schema, value).success

/** A schema may replace an invalid id by an id that matches no record. */
function acceptsUnchanged(schema: z.core.$ZodType, value: unknown): boolean {
  const { success, data } = parse(schema, value)
  return success && !(typeof data === 'string' && isId(data))
}

function acceptedNumbers(schema: z.core.$ZodType): number[] {
  const numbers = [-1000, -1, 0, 0.01, 0.5, 1, 2, 7, 30, 100, 984_000_0000, largestInteger, 2 ** 31, 1e10, 1e13]
  return numbers.filter((value) => accepts(schema, value))
}

describe('every input field of every endpoint', () => {
  test('is collected from body, query and headers', () => {
    expect(inputFields.length).toBeGreaterThan(200)
    const names = inputFields.map(({ name }) => name)
    expect(names).toContain('post /admin/quotes body.lines[].tiers[].price')
    expect(names).toContain('post /order headers.Idempotency-Key')
    expect(names).toContain('get /admin/audit query.subject')
    expect(names).toContain('get /product/search query.CategoryIds')
  })

  test.each(Object.entries(hostileText))('refuses %s', (_, text) => {
    const violations = inputFields.filter(
      ({ schema }) => acceptsUnchanged(schema, text) || acceptsUnchanged(schema, [text]),
    )
    expect(violations.map(({ name }) => name)).toEqual([])
  })

  test('has a specific type, never any or unknown', () => {
    const loose = inputFields.filter(({ schema }) => ['any', 'unknown', 'record', 'map'].includes(defOf(schema).type))
    expect(loose.map(({ name }) => name)).toEqual([])
  })

  test('rejects a date or time in year 0000 or out of range', () => {
    const days = inputFields.filter(({ schema }) => accepts(schema, '2026-10-12') && !accepts(schema, '2026-10-1'))
    const moments = inputFields.filter(({ schema }) => accepts(schema, '2026-10-12T10:00:00Z') && !accepts(schema, 'x'))
    expect(days.length).toBeGreaterThanOrEqual(5)
    expect(moments.length).toBeGreaterThanOrEqual(2)
    const lenient = [
      ...days.filter(({ schema }) => invalidDates.some((day) => accepts(schema, day))),
      ...moments.filter(({ schema }) => invalidDates.some((day) => accepts(schema, `${day}T10:00:00Z`))),
    ]
    expect(lenient.map(({ name }) => name)).toEqual([])
  })

  test('converts a time with any offset to UTC', () => {
    const moments = inputFields.filter(({ schema }) => accepts(schema, '2026-10-12T10:00:00Z') && !accepts(schema, 'x'))
    for (const { schema } of moments)
      expect(parse(schema, '2026-10-12T10:00:00+23:59').data).toBe('2026-10-11T10:01:00.000Z')
  })

  test('limits a number to the range of its column', () => {
    const numeric = inputFields.filter(({ schema }) => acceptedNumbers(schema).length > 0)
    expect(numeric.length).toBeGreaterThan(60)
    const lenient = numeric.filter(({ schema }) =>
      [...tooLarge, ...tooManyDecimals].some((value) => accepts(schema, value)),
    )
    expect(lenient.map(({ name }) => name)).toEqual([])
    // Counts and ids are int4 columns; money is bigint and a phone number is text.
    const whole = numeric.filter(({ schema, name }) => !accepts(schema, 0.5) && !/phoneNumber$/.test(name))
    const outOfRange = whole.filter(({ schema }) => accepts(schema, 2 ** 31) || accepts(schema, -(2 ** 31) - 1))
    expect(outOfRange.map(({ name }) => name)).toEqual([])
  })

  test('named … Id rejects text that is not an id', () => {
    const ids = inputFields.filter(({ name }) => /(?:^|[.[])(?:\w+Id|id)(?:\[\])?$/.test(name.split(' ').at(-1) ?? ''))
    expect(ids.length).toBeGreaterThan(50)
    const lenient = ids.filter(
      ({ schema }) => acceptsUnchanged(schema, 'not-an-id') || acceptsUnchanged(schema, '1; --'),
    )
    expect(lenient.map(({ name }) => name)).toEqual([])
  })
})

test('passwords accept every character: spaces, emoji, letters of any script', () => {
  const login = endpoints.find(({ path }) => path === '/authentication/login')
  for (const password of ['  two  spaces ', '👩‍👩‍👧‍👦 A1a', 'पासवर्ड-Aa1', 'x'.repeat(200)])
    expect(login?.body?.parse({ username: 'asha', password })).toMatchObject({ password })
})
