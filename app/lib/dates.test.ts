import { expect, test } from 'vitest'
import { localTime, relativeDay, timeOrDay, utcTime } from './dates.ts'

const now = new Date(2026, 2, 1, 0, 5)

test('relativeDay is Today, Yesterday or the date, in the local time zone', () => {
  expect(relativeDay(new Date(2026, 2, 1, 0, 1), now)).toBe('Today')
  expect(relativeDay(new Date(2026, 1, 28, 23, 59), now)).toBe('Yesterday')
  expect(relativeDay(new Date(2026, 1, 28, 0, 0), now)).toBe('Yesterday')
  expect(relativeDay(new Date(2026, 1, 27, 23, 59), now)).toBe('27 February 2026')
})

test('localTime pads hours and minutes to two digits', () => {
  expect(localTime(new Date(2026, 2, 1, 9, 6))).toBe('09:06')
})

test('utcTime keeps input that is not a time', () => {
  expect(utcTime('2026-03-01T09:06')).toBe(new Date(2026, 2, 1, 9, 6).toISOString())
  expect(utcTime('20260-03-01T09:06')).toBe('20260-03-01T09:06')
})

test('timeOrDay names the day unless it is today', () => {
  const now = new Date(2026, 2, 1, 9, 6)
  expect(timeOrDay(new Date(2026, 2, 1, 0, 0), now)).toBe('00:00')
  expect(timeOrDay(new Date(2026, 1, 28, 23, 59), now)).toBe('28 February 2026, 23:59')
})
