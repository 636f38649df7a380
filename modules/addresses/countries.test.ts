import { expect, test } from 'vitest'
import { countries, nepalProvinces } from './countries.ts'

test('there are 196 countries, each with a name, a code and a dial code of its own kind', () => {
  expect(countries).toHaveLength(196)
  for (const key of ['name', 'code'] as const) expect(new Set(countries.map((each) => each[key])).size).toBe(196)
  for (const { code, dial, name } of countries)
    expect(`${code} ${dial} ${name}`).toMatch(/^[A-Z]{2} [1-9]\d{0,3} \p{Lu}/u)
  const names = countries.map(({ name }) => name)
  expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare))
  expect(countries.find(({ code }) => code === 'NP')).toEqual({ code: 'NP', dial: '977', name: 'Nepal' })
})

test('every code is known to the world, under a name like ours', () => {
  const world = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  expect(countries.filter(({ code }) => !world.of(code))).toEqual([])
})

test('Nepal has 7 provinces with 77 districts, each in one of them', () => {
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
