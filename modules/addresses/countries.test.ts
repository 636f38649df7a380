import { expect, test } from 'vitest'
import { countries, nepalProvinces } from './countries.ts'

test('there are 196 countries, sorted, with unique names and codes and a dial code', () => {
  expect(countries).toHaveLength(196)
  for (const key of ['name', 'code'] as const) expect(new Set(countries.map((each) => each[key])).size).toBe(196)
  for (const { code, dial, name } of countries)
    expect(`${code} ${dial} ${name}`).toMatch(/^[A-Z]{2} [1-9]\d{0,3} \p{Lu}/u)
  const names = countries.map(({ name }) => name)
  expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare))
  expect(countries.find(({ code }) => code === 'NP')).toEqual({ code: 'NP', dial: '977', name: 'Nepal' })
})

test('every code is an ISO region code', () => {
  const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  expect(countries.filter(({ code }) => !regionNames.of(code))).toEqual([])
})

test('Nepal has 7 provinces with 77 unique districts', () => {
  expect(nepalProvinces.map(({ name, districts }) => [name, districts.length])).toEqual([
    ['Koshi', 14],
    ['Madhesh', 8],
    ['Bagmati', 13],
    ['Gandaki', 11],
    ['Lumbini', 12],
    ['Karnali', 10],
    ['Sudurpashchim', 9],
  ])
  expect(new Set(nepalProvinces.flatMap(({ districts }) => districts)).size).toBe(77)
})
