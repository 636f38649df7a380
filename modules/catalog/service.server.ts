import { sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Db } from '#platform/db.server.ts'
import { type Category, categories, categoryByName, type Subcategory } from '#shared/categories.ts'
import { ShopError } from '#shared/errors.ts'
import { slugPattern, tagKey } from '#shared/slugs.ts'
import { CardCache } from './card-cache.server.ts'
import type {
  Paging,
  Product,
  ProductCardData,
  ProductCardPage,
  ProductCardWithSummary,
  SearchQuery,
  SearchResults,
  SortOrder,
} from './contract.ts'
import { isCuratedList } from './curated-lists.ts'
import { emptyFact, mapFacts, type ProductFacts } from './facts.ts'
import { ListCache, type ListRange, type ListSlice } from './list-cache.server.ts'
import type { ListQuery } from './list-repo.server.ts'
import { recordMovements } from './movements.server.ts'
import { readStocks } from './movements-repo.server.ts'
import { type ProductInput, productInputSchema } from './product-input.ts'
import {
  type ProductPath,
  readCards,
  readCardsWithSummary,
  readMovedProduct,
  readProduct,
  readProductPaths,
  readRelated,
} from './repo.server.ts'
import type { StockChange } from './stock-item.ts'
import { insertTurn } from './turn-repo.server.ts'
import { insertImages, insertProduct, insertReviews, insertVariants, updateProduct } from './write-repo.server.ts'

/** A search with fewer results also shows best sellers. */
const minResults = 3
const maxBestSellers = 4

export class Catalog {
  readonly listCache = new ListCache()
  readonly #cardCache = new CardCache()

  newest(db: Db, paging: Paging): Promise<ProductCardPage> {
    return this.#page(db, {}, paging)
  }

  async inCategory(db: Db, name: string, paging: Paging, sort?: SortOrder): Promise<ProductCardPage> {
    const category = categoryByName(name)
    if (!category) throw new ShopError('notFound', 'Category not found')
    return this.#page(db, { categoryIds: [category.id], sort }, paging)
  }

  /** An unknown tag is an empty list, not an error. */
  withTag(db: Db, tag: string, paging: Paging, sort?: SortOrder): Promise<ProductCardPage> {
    return this.#page(db, { ...tagQuery(tag), sort }, paging)
  }

  /** Needs no more SQL statements for several tags than for one. */
  async firstWithTags<Tag extends string>(
    db: Db,
    counts: Record<Tag, number>,
  ): Promise<Record<Tag, ProductCardWithSummary[]>> {
    const tags = Object.keys(counts) as Tag[]
    const lists = await this.listCache.read(
      db,
      tags.map((tag) => ({ query: tagQuery(tag), start: 0, end: counts[tag] })),
    )
    const idsByTag = lists.map(({ ids }) => ids)
    const cards = await readCardsWithSummary(db, [...new Set(idsByTag.flat())])
    const byId = new Map(cards.map((card) => [card.id, card]))
    const entries = tags.map((tag, index) => [tag, (idsByTag[index] ?? []).flatMap((id) => byId.get(id) ?? [])])
    return Object.fromEntries(entries) as Record<Tag, ProductCardWithSummary[]>
  }

  /** The categories and subcategories with at least one product. */
  async categoriesWithProducts(db: Db): Promise<{ categories: Category[]; subcategories: Subcategory[] }> {
    const subcategories = categories.flatMap((category): Subcategory[] => [...category.subcategories])
    const queries: ListQuery[] = [
      ...categories.map(({ id }) => ({ categoryIds: [id] })),
      ...subcategories.map((tag) => ({ tagKey: tagKey(tag) })),
    ]
    const lists = await this.listCache.read(
      db,
      queries.map((query) => ({ query, start: 0, end: 0 })),
    )
    const isUsed = lists.map(({ total }) => total > 0)
    return {
      categories: categories.filter((_, index) => isUsed[index]),
      subcategories: subcategories.filter((_, index) => isUsed[categories.length + index]),
    }
  }

  search(db: Db, query: SearchQuery & Paging): Promise<ProductCardPage> {
    return this.#page(db, listQueryOf(query), query)
  }

  /** A page of search results. Few results come with best sellers, none with suggestions. */
  async results(db: Db, query: SearchQuery & Paging): Promise<SearchResults> {
    const range = { ...rangeOf(listQueryOf(query), query), suggests: true }
    const bestSellerRange = { query: tagQuery('bestseller'), start: 0, end: maxBestSellers + minResults }
    const { slices, cards } = await this.#cardsOf(db, [range, bestSellerRange], ([found, best]) => {
      const isFound = (id: number) => found?.ids.includes(id)
      const added = found && found.total < minResults ? best?.ids.filter((id) => !isFound(id)) : []
      return [...(found?.ids ?? []), ...(added ?? []).slice(0, maxBestSellers)]
    })
    const [found = emptyList] = slices
    const isResult = ({ id }: ProductCardData) => found.ids.includes(id)
    return {
      page: pageOf(cards.filter(isResult), found.total, query),
      bestSellers: cards.filter((card) => !isResult(card)),
      suggestions: found.suggestions ?? [],
    }
  }

  async product(db: Db, slug: string): Promise<Product> {
    const cached = await this.#cardCache.product(db, slug)
    if (cached) return cached
    const found = slugPattern.test(slug) ? await readProduct(db, slug) : undefined
    if (!found) throw new ShopError('notFound', 'Product not found')
    const { tagKey: firstTagKey, version, ...ownData } = found
    const product = { ...ownData, related: await readRelated(db, { ...ownData, tagKey: firstTagKey }) }
    this.#cardCache.addProduct(db, version, product)
    return product
  }

  /** The present path of a product that had this slug before. */
  async movedProduct(db: Db, slug: string): Promise<ProductPath | undefined> {
    return slugPattern.test(slug) ? readMovedProduct(db, slug) : undefined
  }

  /** In the order of the ids, without archived products. */
  cards(db: Db, ids: number[]): Promise<ProductCardData[]> {
    return ids.length > 0 ? readCards(db, ids) : Promise.resolve([])
  }

  /** For the sitemap. */
  productPaths(db: Db, limit: number, offset = 0): Promise<{ total: number; paths: ProductPath[] }> {
    return readProductPaths(db, limit, offset)
  }

  async #page(db: Db, query: ListQuery, paging: Paging): Promise<ProductCardPage> {
    const { slices, cards } = await this.#cardsOf(db, [rangeOf(query, paging)], ([found]) => found?.ids ?? [])
    return pageOf(cards, slices[0]?.total ?? 0, paging)
  }

  /**
   * Reads lists and the cards that `choose` picks from them: with one statement if all of it is cached, or if the cards
   * are and a list is not.
   */
  async #cardsOf(
    db: Db,
    ranges: ListRange[],
    choose: (slices: ListSlice[]) => number[],
  ): Promise<{ slices: ListSlice[]; cards: ProductCardData[] }> {
    const cached = (slices: ListSlice[]) => this.#cardCache.cards(db, choose(slices), slices[0]?.version ?? '')
    const known = this.listCache.peek(ranges)
    const knownCards = known && (await cached(known))
    if (knownCards) return { slices: known, cards: knownCards }
    const slices = await this.listCache.read(db, ranges)
    const ids = choose(slices)
    const stocks = slices.flatMap(({ stock }) => stock ?? [])
    const present = stocks.length > 0 || ids.length === 0 ? undefined : await cached(slices)
    if (present) return { slices, cards: present }
    const byId = new Map(
      stocks.flatMap((stock) => this.#cardCache.cardsWith(db, ids, stock)).map((card) => [card.id, card]),
    )
    const missing = ids.filter((id) => !byId.has(id))
    const read = missing.length > 0 ? await readCards(db, missing) : []
    this.#cardCache.addCards(db, slices[0]?.version ?? '', read)
    for (const card of read) byId.set(card.id, card)
    return { slices, cards: ids.flatMap((id) => byId.get(id) ?? []) }
  }
}

/** Four tags are lists in the order of the owner. */
function tagQuery(tag: string): ListQuery {
  const key = tagKey(tag)
  return isCuratedList(key) ? { list: key } : { tagKey: key }
}

const emptyList: ListSlice = { version: '', ids: [], total: 0, suggestions: null }

function listQueryOf(query: SearchQuery): ListQuery {
  const text = query.Name?.trim().replace(/\s+/g, ' ').toLowerCase()
  return {
    text: text || undefined,
    categoryIds: query.CategoryIds?.length ? [...new Set(query.CategoryIds)].sort() : undefined,
    color: query.color?.trim().toLowerCase() || undefined,
    size: query.size?.trim().toLowerCase() || undefined,
    sort: query.sortBy,
  }
}

const rangeOf = (query: ListQuery, { pageNumber, pageSize, firstPage = pageNumber }: Paging) => ({
  query,
  start: (firstPage - 1) * pageSize,
  end: pageNumber * pageSize,
})

const pageOf = (items: ProductCardData[], totalItems: number, { pageNumber, pageSize }: Paging): ProductCardPage => ({
  items,
  totalItems,
  totalPages: Math.ceil(totalItems / pageSize),
  pageNumber,
  pageSize,
})

/** Colors and sizes include those of the variants; with variants, the stock is their sum. */
export function columnsOf(product: z.output<typeof productInputSchema>) {
  const variantNames = (searchedKind: 'size' | 'color') =>
    product.variants.filter(({ kind }) => kind === searchedKind).map(({ value }) => value.toLowerCase())
  return {
    slug: product.slug,
    name: product.name,
    description: product.description,
    categoryId: product.categoryId,
    priceNpr: product.priceNpr,
    priceUsd: product.priceUsd,
    saleNpr: product.saleNpr,
    saleUsd: product.saleUsd,
    saleFrom: product.saleFrom,
    saleUntil: product.saleUntil,
    stock: product.variants.length > 0 ? product.variants.reduce((sum, { stock }) => sum + stock, 0) : product.stock,
    tags: product.tags,
    tagKeys: [...new Set(product.tags.map(tagKey))],
    colors: [...new Set([...product.colors, ...variantNames('color')])],
    sizes: [...new Set([...product.sizes, ...variantNames('size')])],
    seoTitle: product.seoTitle,
    seoDescription: product.seoDescription,
    ...(mapFacts((fact) => product.facts[fact.name] ?? emptyFact(fact)) as ProductFacts),
  }
}

/** `author` is the staff member who enters its first stock. */
export async function createProduct(tx: Db, input: ProductInput, author?: StockChange['actor']): Promise<number> {
  const product = productInputSchema.parse(input)
  const id = await insertProduct(tx, {
    ...columnsOf(product),
    ...(product.createdAt ? { createdAt: product.createdAt } : {}),
  })
  await insertVariants(
    tx,
    product.variants.map((variant, position) => ({ ...variant, productId: id, position })),
  )
  await insertImages(
    tx,
    product.images.map((image, position) => ({ ...image, productId: id, position })),
  )
  await insertTurn(
    tx,
    id,
    product.turn.map(({ pictureId }) => pictureId),
  )
  const change = { kind: 'opening' as const, at: product.createdAt ?? new Date(), actor: author }
  await recordMovements(tx, [], await readStocks(tx, sql`p.id = ${id}`), change)
  return id
}

export type ReviewInput = { name: string; rating: number; description: string; createdAt: Date }

/** For the seed, whose reviews need no approval. */
export async function addApprovedReviews(tx: Db, productId: number, inputs: ReviewInput[]): Promise<void> {
  await insertReviews(
    tx,
    inputs.map((input) => ({ ...input, productId, approvedAt: input.createdAt })),
  )
}

/** Of a product without variants. */
export async function setStock(tx: Db, slug: string, stock: number): Promise<void> {
  const before = await readStocks(tx, sql`p.slug = ${slug}`)
  if (!(await updateProduct(tx, slug, { stock }))) throw new ShopError('notFound', 'Product not found')
  const after = before.map((product) => ({ ...product, stock }))
  await recordMovements(tx, before, after, { kind: 'correction', at: new Date() })
}

export async function setPrices(tx: Db, slug: string, prices: { priceUsd: number; priceNpr: number }): Promise<void> {
  if (!(await updateProduct(tx, slug, prices))) throw new ShopError('notFound', 'Product not found')
}
