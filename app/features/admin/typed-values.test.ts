import { expect, test } from 'vitest'
import { numberOf } from './typed-values.ts'

test.each([
  ['6000', 6000],
  ['6,000', 6000],
  ['6 000', 6000],
  ['6\u00a0000', 6000],
  ['6\u202f000', 6000],
  ["6'000", 6000],
  ['6’000', 6000],
  [' 6,000.50 ', 6000.5],
  ['1,65,400', 165_400],
  ['1 65 400', 165_400],
  ['12,345,678.9', 12_345_678.9],
  ['0', 0],
  ['8.5', 8.5],
  ['-3', -3],
  ['', null],
  ['  ', null],
])('%j is %j', (typed, number) => {
  expect(numberOf(typed)).toBe(number)
})

test.each(['6,00', '6,0000', '6,000 000', '1.2.3', '6,000,', ',600', 'six', '6 apples', '6. 000', '60 00', '1,2,3'])(
  '%j is not a number',
  (typed) => {
    expect(numberOf(typed)).toBe(typed)
  },
)
