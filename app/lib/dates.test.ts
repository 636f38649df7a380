import { expect, test } from 'vitest'
import { dayWords, localTime } from './dates.ts'

const now = new Date(2026, 2, 1, 0, 5)

test('a day is Today, Yesterday or its date, where the reader is', () => {
  expect(dayWords(new Date(2026, 2, 1, 0, 1), now)).toBe('Today')
  expect(dayWords(new Date(2026, 1, 28, 23, 59), now)).toBe('Yesterday')
  expect(dayWords(new Date(2026, 1, 28, 0, 0), now)).toBe('Yesterday')
  expect(dayWords(new Date(2026, 1, 27, 23, 59), now)).toBe('27 February 2026')
})

test('a time has two digits each', () => {
  expect(localTime(new Date(2026, 2, 1, 9, 6))).toBe('09:06')
})
