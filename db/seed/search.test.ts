import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { seedDemoShop } from './index.ts'
import { readSeedProducts, type SeedProduct } from './seed-schema.ts'

const products = readSeedProducts()
const named = (...names: string[]) => names
const where = (matches: (product: SeedProduct) => boolean) => products.filter(matches).map(({ name }) => name)
const tagged = (...tags: string[]) => where((product) => tags.some((tag) => product.tags.includes(tag)))
const inCategory = (category: SeedProduct['category']) => where((product) => product.category === category)
const crystalsOf = (tag: string) => where(({ category, tags }) => category === 'crystal' && tags.includes(tag))

const rings = tagged('ring')
const earrings = tagged('earrings')
const bracelets = tagged('bracelet')
const necklaces = tagged('necklace')
const necklacesAndPendants = tagged('necklace', 'pendant')
const keyRings = tagged('key ring')
const totes = tagged('handbags')
const phoneCases = tagged('phone case')
const bowls = tagged('singing bowl')
const notebooks = tagged('notebook')
const gifts = tagged('bestseller', 'key ring', 'notebook', 'singing bowl', 'pendant', 'bracelet', 'felt')

/** Searches and the products to show first: all of a short list, or any five of a long one. */
const table: [query: string, expected: string[]][] = [
  ['ring', rings],
  ['rings', rings],
  ['earring', earrings],
  ['ear rings', earrings],
  ['bracelets', bracelets],
  ['braclet', bracelets],
  ['bangle', bracelets],
  ['necklace', necklaces],
  ['neckless', necklacesAndPendants],
  ['choker', necklaces],
  ['pendant', tagged('pendant')],
  ['key ring', keyRings],
  ['key chain', keyRings],
  ['keychain', keyRings],
  ['keyrings', keyRings],
  ['leather keychain', named('Peak Leather Key Ring', 'Saddle Leather Key Fob')],
  ['handbag', totes],
  ['bag', totes],
  ['purse', totes],
  ['tote bag', named('Terhathum Dhaka Tote')],
  ['nepali bag', totes],
  ['phone case', phoneCases],
  ['phone cover', phoneCases],
  ['iphone case', phoneCases],
  ['crystals', inCategory('crystal')],
  ['stones', inCategory('crystal')],
  ['quartz', crystalsOf('quartz')],
  ['rose quartz', named('Tumbled Stone Mix')],
  ['smoky quartz', tagged('smoky')],
  ['amethyst', tagged('amethyst')],
  ['amythest', tagged('amethyst')],
  ['citrine point', named('Citrine Point')],
  ['lapis lazuli', tagged('lapis')],
  ['ruby', tagged('ruby')],
  ['ruby rng', named('Ruby Halo Ring')],
  ['turqoise earing', named('Turquoise Hoop Earrings')],
  ['turquoise ring', named('Turquoise Oval Ring')],
  ['tourmalin', tagged('tourmaline')],
  ['aquama', tagged('aquamarine')],
  ['saphire ring', named('Sapphire Halo Ring')],
  ['gold ring', named('Plain Gold Band')],
  ['silver ring', named('Gilded Silver Band')],
  ['wedding band', named('Plain Gold Band', 'Rock Crystal Band', 'Gilded Silver Band')],
  ['mala', named('Sandalwood Mala')],
  ['prayer beads', named('Sandalwood Mala')],
  ['prayer wheel', named('Prayer Wheel Key Ring')],
  ['tibetan singing bowl', bowls],
  ['sining bowl', bowls],
  ['journal', notebooks],
  ['coaster', named('Felt Ball Coasters')],
  ['home decor', tagged('home decore')],
  ['gift', gifts],
  ['gift for mom', [...inCategory('jewellery'), ...totes]],
  ['jewlery', inCategory('jewellery')],
  ['accessories', inCategory('accessory')],
  ['blue crystal', named('Blue Kyanite Spray', 'Blue-Green Beryl')],
  ['saligram', named('Shaligram Ammonite')],
  ['drop earrings', named('Aquamarine Drop Earrings', 'Blue Topaz Drop Earrings')],
  ['laptop bag', named('Terhathum Dhaka Tote')],
  ['xyzzyq', []],
]

const maxChecked = 5
const minPassed = 57

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ passwords: {} })
  await seedDemoShop(shop, [])
})
afterAll(() => shop.close())

async function firstResults(query: string): Promise<string[]> {
  const { body } = await shop.json(`/api/product/search?Name=${encodeURIComponent(query)}`)
  return body.products.map(({ name }) => name)
}

test(`at least ${minPassed} of 60 searches show the expected products first`, async () => {
  expect(new Set(table.map(([query]) => query)).size).toBe(60)
  const failed: string[] = []
  for (const [query, expected] of table) {
    const found = await firstResults(query)
    const first = found.slice(0, expected.length === 0 ? found.length : Math.min(expected.length, maxChecked))
    const isExpected =
      first.length === Math.min(expected.length, maxChecked) && first.every((name) => expected.includes(name))
    if (!isExpected) failed.push(`${query}: ${first.join(', ') || 'nothing'}`)
  }
  expect(failed.length, failed.join('\n')).toBeLessThanOrEqual(table.length - minPassed)
})
