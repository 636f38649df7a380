import { expect, test } from 'vitest'
import { parseJson } from './json.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('parses JSON up to 100 levels deep and rejects deeper nesting', () => {
  expect(parseJson('{"a":[1,{"b":"[[["}]}')).toEqual({ a: [1, { b: '[[[' }] })
  expect(parseJson(nested(100))).toBeInstanceOf(Array)
  expect(() => parseJson(nested(101))).toThrow(SyntaxError)
  expect(() => parseJson(nested(100_000))).toThrow(SyntaxError)
})

test('does not count brackets inside strings', () => {
  const text = `${'['.repeat(500)}\\"${'{'.repeat(500)}`
  expect(parseJson(JSON.stringify({ text, list: Array(500).fill({}) }))).toMatchObject({ text })
})
