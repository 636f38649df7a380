import { makerCount } from './catalog.ts'
import { query } from './query.ts'
import { colors, districts, forms, looks, makers, stones } from './vocabulary.ts'

const maxPaths = 200

export type RequestKind = { name: string; paths: string[] }

const search = (term: string, more = '') => `/api/product/search?Name=${encodeURIComponent(term)}${more}`
const pages = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** A word without one of its middle letters, in every variant that is not a prefix of the word. */
function misspellings(word: string): string[] {
  return pages(word.length - 4).map((index) => word.slice(0, index + 1) + word.slice(index + 2))
}

/** Up to two hundred different requests of each kind, the same in every run and similar for both sizes. */
export async function catalogRequests(databaseUrl: string, size: number): Promise<RequestKind[]> {
  const lastPage = Math.ceil(size / 12)
  const firstPages = pages(80)
  const terms = [...stones, ...looks, ...forms.map(([form]) => form), ...districts].map((word) => word.toLowerCase())
  const single = terms.filter((word) => !word.includes(' '))
  const pairs = looks.flatMap((look) => stones.slice(0, 12).map((stone) => `${look} ${stone}`.toLowerCase()))
  const typos = ['aquamrine', ...single.filter((word) => word.length >= 6).flatMap(misspellings)]
  const rareTerms = makers(makerCount(size)).slice(0, maxPaths)
  const kinds: RequestKind[] = [
    { name: 'product list', paths: firstPages.map((page) => `/api/product?pageSize=12&pageNumber=${page}`) },
    {
      name: 'product list, last pages',
      paths: firstPages.map((page) => `/api/product?pageSize=12&pageNumber=${lastPage - page}`),
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
    { name: 'search, plain', paths: [...single, ...pairs].map((term) => search(term)) },
    { name: 'search, one typo', paths: [...new Set(typos)].map((term) => search(term)) },
    { name: 'search, rare word', paths: rareTerms.map((term) => search(term)) },
    {
      name: 'color and category',
      paths: colors.flatMap((color) =>
        [1, 2, 3].flatMap((category) =>
          pages(6).map((page) => `/api/product/search?color=${color}&CategoryIds=${category}&pageNumber=${page}`),
        ),
      ),
    },
  ]
  return kinds.map(({ name, paths }) => ({ name, paths: pickEvenly(paths) }))
}

/** Thousands of different searches as typed: two words, the second incomplete. Nearly all have results. */
export function newSearches(): string[] {
  const names = forms.map(([form]) => form)
  const pairs: [readonly string[], readonly string[]][] = [
    [looks, [...stones, ...names]],
    [stones, names],
    [districts, [...stones.slice(0, 12), ...names]],
  ]
  const prefixes = (word: string) => [3, 4, 5].map((length) => word.slice(0, length))
  const terms = pairs.flatMap(([firsts, seconds]) =>
    firsts.flatMap((first) => seconds.flatMap(prefixes).map((second) => `${first} ${second}`.toLowerCase())),
  )
  return shuffled([...new Set(terms)].map((term) => search(term)))
}

/** The same order in every run; neighbors are unrelated. */
function shuffled(paths: string[]): string[] {
  const stride = 1_009
  return paths.map((_, index) => paths[(index * stride) % paths.length] ?? '')
}

/** Picks evenly and mixes the order, so no part of a round requests only one list. */
function pickEvenly(paths: string[]): string[] {
  const count = Math.min(maxPaths, paths.length)
  const picked = Array.from({ length: count }, (_, index) => paths[Math.floor((index * paths.length) / count)] ?? '')
  const stride = [7, 11, 13, 17].find((step) => count % step !== 0) ?? 1
  return picked.map((_, index) => picked[(index * stride) % count] ?? '')
}

async function someSlugs(databaseUrl: string, size: number): Promise<string[]> {
  const step = Math.max(1, Math.floor(size / maxPaths))
  const rows = await query<{ slug: string }>(databaseUrl, 'select slug from products where id % $1 = 0 order by id', [
    step,
  ])
  return rows.map(({ slug }) => slug)
}
