import { ask } from './ask.ts'
import { makerCount } from './catalogue.ts'
import { colors, districts, forms, looks, makers, stones } from './vocabulary.ts'

const atMost = 200

export type Kind = { name: string; paths: string[] }

const search = (words: string, more = '') => `/api/product/search?Name=${encodeURIComponent(words)}${more}`
const pages = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** One word missing a letter from its middle, in every way that is no longer the start of a word. */
function misspellings(word: string): string[] {
  return pages(word.length - 4).map((at) => word.slice(0, at + 1) + word.slice(at + 2))
}

/** Up to two hundred different requests of each kind, the same for every run and alike for either size. */
export async function questions(databaseUrl: string, size: number): Promise<Kind[]> {
  const lastPage = Math.ceil(size / 12)
  const shallow = pages(80)
  const words = [...stones, ...looks, ...forms.map(([form]) => form), ...districts].map((word) => word.toLowerCase())
  const single = words.filter((word) => !word.includes(' '))
  const pairs = looks.flatMap((look) => stones.slice(0, 12).map((stone) => `${look} ${stone}`.toLowerCase()))
  const typos = ['aquamrine', ...single.filter((word) => word.length >= 6).flatMap(misspellings)]
  const rare = makers(makerCount(size)).slice(0, atMost)
  const kinds: Kind[] = [
    { name: 'product list', paths: shallow.map((page) => `/api/product?pageSize=12&pageNumber=${page}`) },
    {
      name: 'product list, last pages',
      paths: shallow.map((page) => `/api/product?pageSize=12&pageNumber=${lastPage - page}`),
    },
    {
      name: 'category by price',
      paths: ['crystal', 'jewellery', 'accessory'].flatMap((category) =>
        ['priceAsc', 'priceDesc'].flatMap((order) =>
          pages(20).map((page) => `/api/product/category/${category}?sortBy=${order}&pageNumber=${page}`),
        ),
      ),
    },
    {
      name: 'tag',
      paths: [...stones, 'popular', 'bestseller', 'Featured', ...forms.map(([form]) => form)].flatMap((tag) =>
        pages(4).map((page) => `/api/product/tags/${encodeURIComponent(tag)}?pageNumber=${page}`),
      ),
    },
    { name: 'product detail', paths: (await someSlugs(databaseUrl, size)).map((slug) => `/api/product/${slug}`) },
    { name: 'search, plain', paths: [...single, ...pairs].map((typed) => search(typed)) },
    { name: 'search, one typo', paths: [...new Set(typos)].map((typed) => search(typed)) },
    { name: 'search, rare word', paths: rare.map((typed) => search(typed)) },
    {
      name: 'colour and category',
      paths: colors.flatMap((color) =>
        [1, 2, 3].flatMap((category) =>
          pages(6).map((page) => `/api/product/search?color=${color}&CategoryIds=${category}&pageNumber=${page}`),
        ),
      ),
    },
  ]
  return kinds.map(({ name, paths }) => ({ name, paths: spread(paths) }))
}

/** Thousands of different words as they are typed: two of them, the second not yet whole. Nearly all find something. */
export function newSearches(): string[] {
  const names = forms.map(([form]) => form)
  const pairs: [readonly string[], readonly string[]][] = [
    [looks, [...stones, ...names]],
    [stones, names],
    [districts, [...stones.slice(0, 12), ...names]],
  ]
  const begun = (word: string) => [3, 4, 5].map((letters) => word.slice(0, letters))
  const typed = pairs.flatMap(([firsts, seconds]) =>
    firsts.flatMap((first) => seconds.flatMap(begun).map((second) => `${first} ${second}`.toLowerCase())),
  )
  return shuffled([...new Set(typed)].map((words) => search(words)))
}

/** The same order for every run, and neighbours that have little to do with each other. */
function shuffled(paths: string[]): string[] {
  const stride = 1_009
  return paths.map((_, index) => paths[(index * stride) % paths.length] ?? '')
}

/** Evenly picked, and neighbours drawn apart, so that no stretch of a round meets one list alone. */
function spread(paths: string[]): string[] {
  const count = Math.min(atMost, paths.length)
  const picked = Array.from({ length: count }, (_, index) => paths[Math.floor((index * paths.length) / count)] ?? '')
  const stride = [7, 11, 13, 17].find((step) => count % step !== 0) ?? 1
  return picked.map((_, index) => picked[(index * stride) % count] ?? '')
}

async function someSlugs(databaseUrl: string, size: number): Promise<string[]> {
  const step = Math.max(1, Math.floor(size / atMost))
  const rows = await ask<{ slug: string }>(databaseUrl, 'select slug from products where id % $1 = 0 order by id', [
    step,
  ])
  return rows.map(({ slug }) => slug)
}
