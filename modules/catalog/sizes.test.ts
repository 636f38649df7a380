import { describe, expect, test } from 'vitest'
import { bangleTable, circumferenceIn, circumferenceOf, fittingVariants, ringSizeOf, ringTable } from './sizes.ts'

describe('ring sizes follow published charts:', () => {
  test.each([
    [14.07, { us: '3', uk: 'F', eu: '44', nepal: '4' }],
    [14.88, { us: '4', uk: 'H', eu: '47', nepal: '7' }],
    [16.51, { us: '6', uk: 'L½', eu: '52', nepal: '12' }],
    [17.32, { us: '7', uk: 'N½', eu: '54', nepal: '14' }],
    [17.73, { us: '7½', uk: 'O½', eu: '56', nepal: '16' }],
    [18.13, { us: '8', uk: 'P½', eu: '57', nepal: '17' }],
    [18.95, { us: '9', uk: 'R½', eu: '60', nepal: '20' }],
    [19.76, { us: '10', uk: 'T½', eu: '62', nepal: '22' }],
    [20.57, { us: '11', uk: 'V½', eu: '65', nepal: '25' }],
    [22.2, { us: '13', uk: 'Z½', eu: '70', nepal: '30' }],
  ])('%s mm inside', (diameter, sizes) => {
    expect(ringSizeOf(diameter)).toEqual(sizes)
  })

  test.each([
    [41.0, '1'],
    [42.9, '3'],
    [44.8, '5'],
    [47.4, '7'],
    [48.7, '9'],
    [50.0, '10'],
    [53.1, '13'],
    [57.0, '17'],
    [58.9, '19'],
    [64.6, '25'],
    [67.8, '28'],
  ])('%s mm around is %s in India and Nepal', (circumference, number) => {
    expect(ringSizeOf(circumference / Math.PI).nepal).toBe(number)
  })

  test.each([
    ['I', 15.22],
    ['J', 15.61],
    ['L', 16.4],
    ['N', 17.18],
    ['R', 18.76],
    ['W', 20.73],
    ['Z', 21.91],
  ])('UK %s', (name, diameter) => {
    expect(ringSizeOf(diameter).uk).toBe(name)
  })

  test('the table has each US half size from 3 to 13 once', () => {
    const sizes = ringTable.map((diameter) => ringSizeOf(diameter).us)
    expect([sizes.length, new Set(sizes).size, sizes[0], sizes[9], sizes.at(-1)]).toEqual([21, 21, '3', '7½', '13'])
  })

  test('bangle 2-4 is two and a quarter inches wide', () => {
    expect(bangleTable[1]).toEqual({ number: '2-4', diameter: 57.15 })
  })
})

test.each([
  ['16.5 mm inside, US 6', 51.84],
  ['16,5 mm inner diameter', 51.84],
  ['US 6', 51.86],
  ['US 6½', 53.13],
  ['us 6.5', 53.13],
  ['170 mm around', 170],
  ['17 MM INSIDE', 53.41],
])('%s is %d mm around', (measure, circumference) => {
  expect(circumferenceIn(measure)).toBeCloseTo(circumference, 2)
})

test.each(['', '45–60 mm', '15–20 mm stones', 'inside', 'BUS 6', '-', 'US'])('%j names no inner size', (measure) => {
  expect(circumferenceIn(measure)).toBeUndefined()
})

describe('variants that fit:', () => {
  const rings = ['16.5 mm inside, US 6', '17.3 mm inside, US 7', '18.1 mm inside, US 8'].map((measure) => ({ measure }))
  const fitting = (diameter: number) =>
    fittingVariants(rings, 'ring', circumferenceOf(diameter)).map(({ measure }) => measure.slice(0, 4))

  test.each([
    [16.6, ['16.5']],
    [16.9, ['17.3']],
    [17.3, ['17.3']],
    [17.6, ['18.1']],
    [18.4, []],
    [15, []],
  ])('a ring of %d mm', (diameter, expected) => {
    expect(fitting(diameter)).toEqual(expected)
  })

  test('the best one is first, and a variant without a measure never fits', () => {
    const bracelets = [{ measure: '175 mm around' }, { measure: '' }, { measure: '168 mm around' }]
    expect(fittingVariants(bracelets, 'bracelet', 170)).toEqual([bracelets[2], bracelets[0]])
  })
})
