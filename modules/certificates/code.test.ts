import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newCode, parseCode } from './code.ts'

const digits = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']
const code = fc.constant(undefined).map(newCode)
const plain = (text: string) => [...text.replaceAll('-', '')]
const place = fc.nat(12)

describe('a code', () => {
  test('has twelve random characters and a check character, in groups, without I, L, O and U', () => {
    const codes = Array.from({ length: 500 }, newCode)
    for (const each of codes) {
      expect(each).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]$/)
      expect(parseCode(each)).toBe(each)
    }
    expect(new Set(codes).size).toBe(codes.length)
    for (const index of Array(12).keys())
      expect(new Set(codes.map((each) => plain(each)[index])).size, `character ${index}`).toBe(digits.length)
  })

  test('is found in lower case, with spaces, other hyphens or none, and with letters that look like digits', () => {
    fc.assert(
      fc.property(
        code,
        fc.constantFrom('', ' ', '-', '–', '\u00a0'),
        fc.infiniteStream(fc.boolean()),
        (each, gap, flips) => {
          const typed = plain(each)
            .map((digit) =>
              digit === '0' && flips.next().value ? 'o' : digit === '1' && flips.next().value ? 'l' : digit,
            )
            .map((digit) => (flips.next().value ? digit.toLowerCase() : digit))
            .join(gap)
          expect(parseCode(` ${typed} `)).toBe(each)
        },
      ),
    )
  })

  test('with one wrong character is rejected', () => {
    fc.assert(
      fc.property(code, place, fc.constantFrom(...digits), (each, index, digit) => {
        const typed = plain(each)
        fc.pre(typed[index] !== digit)
        expect(parseCode(typed.with(index, digit).join(''))).toBeUndefined()
      }),
      { numRuns: 2_000 },
    )
  })

  test('with two neighbours in the wrong order is rejected', () => {
    fc.assert(
      fc.property(code, fc.nat(11), (each, index) => {
        const typed = plain(each)
        const [one = '', other = ''] = typed.slice(index)
        fc.pre(one !== other)
        expect(
          parseCode(
            typed
              .with(index, other)
              .with(index + 1, one)
              .join(''),
          ),
        ).toBeUndefined()
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([
    '',
    ' ',
    '7KQ4',
    'U'.repeat(13),
    '7KQ4-9MZT-2XHB-C0',
    '0000-0000-0000-1',
    '💎'.repeat(13),
    'İ'.repeat(13),
  ])('is not read from %j', (typed) => {
    expect(parseCode(typed)).toBeUndefined()
  })
})
