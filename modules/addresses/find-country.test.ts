import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countries } from './countries.ts'
import { countryAliases } from './country-aliases.ts'
import { findCountry, likelyCount, suggestCountries } from './find-country.ts'

const allNames = countries.flatMap(({ code, name }) =>
  [name, code, ...(countryAliases.get(code) ?? [])].map((text) => ({ text, code })),
)
const namesFor = (typed: string) => suggestCountries(typed).map(({ name }) => name)

describe('findCountry', () => {
  test.each([
    ['USA', 'United States'],
    ['U.S.A.', 'United States'],
    ['us', 'United States'],
    ['America', 'United States'],
    ['England', 'United Kingdom'],
    ['uk', 'United Kingdom'],
    ['Great Britain', 'United Kingdom'],
    ['UAE', 'United Arab Emirates'],
    ['Deutschland', 'Germany'],
    ['de', 'Germany'],
    ['नेपाल', 'Nepal'],
    ['  nepal ', 'Nepal'],
    ['Schweiz', 'Switzerland'],
    ['Suisse', 'Switzerland'],
    ['Holland', 'Netherlands'],
    ['Osterreich', 'Austria'],
    ['日本', 'Japan'],
    ['भारत', 'India'],
    ['Cote d Ivoire', undefined],
    ["Cote d'Ivoire", 'Côte d’Ivoire'],
    ['Ivory Coast', 'Côte d’Ivoire'],
    ['Turkey', 'Türkiye'],
    ['Trinidad & Tobago', 'Trinidad and Tobago'],
    ['NE', 'Niger'],
    ['ne', undefined],
    ['Atlantis', undefined],
    ['', undefined],
    [' . ', undefined],
  ])('finds %j as %s', (typed, name) => expect(findCountry(typed)?.name).toBe(name))

  test('finds each name and code in any letter case, with spaces around', () => {
    const shape = fc.record({
      entry: fc.constantFrom(...allNames),
      upper: fc.boolean(),
      before: fc.stringMatching(/^ {0,3}$/),
      after: fc.stringMatching(/^ {0,3}$/),
    })
    fc.assert(
      fc.property(shape, ({ entry: { text, code }, upper, before, after }) => {
        const typed = before + (upper || text === code ? text.toUpperCase() : text) + after
        expect(findCountry(typed)?.code).toBe(code)
      }),
      { numRuns: 500 },
    )
  })

  test('has no name that two countries share', () => {
    for (const { text, code } of allNames) expect([text, findCountry(text)?.code]).toEqual([text, code])
  })
})

describe('suggestCountries', () => {
  test('starts with the likely countries for an empty text, and contains every country once', () => {
    expect(namesFor('').slice(0, 6)).toEqual([
      'Nepal',
      'India',
      'United States',
      'United Kingdom',
      'Germany',
      'Australia',
    ])
    expect(new Set(namesFor(' '))).toEqual(new Set(countries.map(({ name }) => name)))
    const others = namesFor('').slice(likelyCount)
    expect(others).toEqual(others.toSorted(new Intl.Collator('en').compare))
  })

  test.each([
    ['uk', ['United Kingdom', 'Ukraine']],
    ['ukr', ['Ukraine']],
    ['us', ['United States']],
    ['ne', ['Nepal', 'Netherlands', 'Niger', 'New Zealand', 'Papua New Guinea', 'Saint Kitts and Nevis']],
    ['united', ['United States', 'United Kingdom', 'United Arab Emirates']],
    ['deutsch', ['Germany']],
    ['kore', ['South Korea', 'North Korea']],
    ['atlantis', []],
    ['???', []],
  ])('gives for %j: %j', (typed, names) => expect(namesFor(typed)).toEqual(names))

  test('starts with the result of findCountry, for any text', () => {
    const typed = fc.oneof(
      fc.constantFrom(...allNames).chain(({ text }) => fc.nat(text.length).map((end) => text.slice(0, end))),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(typed, (text) => {
        const found = findCountry(text)
        const suggested = suggestCountries(text)
        expect(new Set(suggested).size).toBe(suggested.length)
        if (found) expect(suggested[0]).toBe(found)
      }),
      { numRuns: 500 },
    )
  })
})
