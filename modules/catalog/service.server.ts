import type { z } from 'zod'
import type { Db } from '#platform/db.server.ts'
import { type Category, categories, categoryByName, type Subcategory } from '#shared/categories.ts'
import { ShopError } from '#shared/errors.ts'
import { slugPattern, tagKey } from '#shared/slugs.ts'
import { Shelves } from './list-cache.server.ts'
import {
  insertAttributes,
  insertImages,
  insertProduct,
  insertReviews,
  type ListQuestion,
  type ProductAddress,
  readCards,
  readCardsWithSummary,
  readProduct,
  readProductAddresses,
  readRelated,
  updateProduct,
} from './repo.server.ts'
import {
  type Card,
  type CardPage,
  type Paging,
  type Product,
  type ProductInput,
  productInputSchema,
  type SearchQuery,
  type SearchResults,
  type SortOrder,
  type SummaryCard,
} from './schema.ts'

/** With fewer results than this, best sellers are offered too. */
const sparseResults = 3
const offeredBestSellers = 4
const bestSellerTag = 'bestseller'

export class Catalog {
  readonly listCache = new Shelves()

  newest(db: Db, paging: Paging): Promise<CardPage> {
    return this.#page(db, {}, paging)
  }

  async inCategory(db: Db, name: string, paging: Paging, sort?: SortOrder): Promise<CardPage> {
    const category = categoryByName(name)
    if (!category) throw new ShopError('notFound', 'There is no such category.')
    return this.#page(db, { categoryIds: [category.id], sort }, paging)
  }

  /** An unknown tag is an empty list, not an error. */
  withTag(db: Db, tag: string, paging: Paging, sort?: SortOrder): Promise<CardPage> {
    return this.#page(db, { tagKey: tagKey(tag), sort }, paging)
  }

  /** The first few products of several tags at once, with no more statements than for one. */
  async firstWithTags<Tag extends string>(db: Db, wanted: Record<Tag, number>): Promise<Record<Tag, SummaryCard[]>> {
    const tags = Object.keys(wanted) as Tag[]
    const shelves = await this.listCache.read(
      db,
      tags.map((tag) => ({ question: { tagKey: tagKey(tag) }, start: 0, end: wanted[tag] })),
    )
    const chosen = shelves.map(({ ids }) => ids)
    const cards = await readCardsWithSummary(db, [...new Set(chosen.flat())])
    const byId = new Map(cards.map((card) => [card.id, card]))
    const entries = tags.map((tag, index) => [tag, (chosen[index] ?? []).flatMap((id) => byId.get(id) ?? [])])
    return Object.fromEntries(entries) as Record<Tag, SummaryCard[]>
  }

  /** The categories and subcategories that hold a product, with one statement for all of them. */
  async inUse(db: Db): Promise<{ categories: Category[]; subcategories: Subcategory[] }> {
    const subcategories = categories.flatMap((category): Subcategory[] => [...category.subcategories])
    const questions: ListQuestion[] = [
      ...categories.map(({ id }) => ({ categoryIds: [id] })),
      ...subcategories.map((tag) => ({ tagKey: tagKey(tag) })),
    ]
    const shelves = await this.listCache.read(
      db,
      questions.map((question) => ({ question, start: 0, end: 0 })),
    )
    const isUsed = shelves.map(({ total }) => total > 0)
    return {
      categories: categories.filter((_, index) => isUsed[index]),
      subcategories: subcategories.filter((_, index) => isUsed[categories.length + index]),
    }
  }

  search(db: Db, query: SearchQuery & Paging): Promise<CardPage> {
    return this.#page(db, questionOf(query), query)
  }

  /** The page of a search, with as many statements: few results come with best sellers, none with the nearest names. */
  async results(db: Db, query: SearchQuery & Paging): Promise<SearchResults> {
    const wanted = wantedOf(questionOf(query), query)
    const offered = { question: { tagKey: bestSellerTag }, start: 0, end: offeredBestSellers + sparseResults }
    const [found = nothingFound, best = nothingFound] = await this.listCache.read(db, [wanted, offered])
    const offeredIds =
      found.total < sparseResults ? best.ids.filter((id) => !found.ids.includes(id)).slice(0, offeredBestSellers) : []
    const cards = await this.cards(db, [...found.ids, ...offeredIds])
    const isOffered = ({ id }: Card) => offeredIds.includes(id)
    return {
      page: pageOf(
        cards.filter((card) => !isOffered(card)),
        found.total,
        query,
      ),
      bestSellers: cards.filter(isOffered),
      near: found.near ?? [],
    }
  }

  async product(db: Db, slug: string): Promise<Product> {
    const found = slugPattern.test(slug) ? await readProduct(db, slug) : undefined
    if (!found) throw new ShopError('notFound', 'Product not found')
    const { tagKey: kin, ...product } = found
    return { ...product, related: await readRelated(db, { ...product, tagKey: kin }) }
  }

  /** In the order of the ids; what is no longer sold is left out. */
  cards(db: Db, ids: number[]): Promise<Card[]> {
    return ids.length > 0 ? readCards(db, ids) : Promise.resolve([])
  }

  /** For the sitemap. */
  addresses(db: Db, limit: number, offset = 0): Promise<{ total: number; addresses: ProductAddress[] }> {
    return readProductAddresses(db, limit, offset)
  }

  async #page(db: Db, question: ListQuestion, paging: Paging): Promise<CardPage> {
    const [{ ids, total } = nothingFound] = await this.listCache.read(db, [wantedOf(question, paging)])
    return pageOf(await this.cards(db, ids), total, paging)
  }
}

const nothingFound = { ids: [], total: 0, near: null }

function questionOf(query: SearchQuery): ListQuestion {
  const text = query.Name?.trim().replace(/\s+/g, ' ').toLowerCase()
  return {
    text: text || undefined,
    categoryIds: query.CategoryIds?.length ? [...new Set(query.CategoryIds)].sort() : undefined,
    color: query.color?.trim().toLowerCase() || undefined,
    size: query.size?.trim().toLowerCase() || undefined,
    sort: query.sortBy,
  }
}

const wantedOf = (question: ListQuestion, { pageNumber, pageSize, firstPage = pageNumber }: Paging) => ({
  question,
  start: (firstPage - 1) * pageSize,
  end: pageNumber * pageSize,
})

const pageOf = (items: Card[], totalItems: number, { pageNumber, pageSize }: Paging): CardPage => ({
  items,
  totalItems,
  totalPages: Math.ceil(totalItems / pageSize),
  pageNumber,
  pageSize,
})

/** The columns that follow from what is said of a product; its choices lend their names and their stock. */
export function columnsOf(it: z.output<typeof productInputSchema>) {
  const named = (wanted: 'size' | 'color') =>
    it.attributes.filter(({ kind }) => kind === wanted).map(({ value }) => value.toLowerCase())
  return {
    slug: it.slug,
    name: it.name,
    description: it.description,
    categoryId: it.categoryId,
    priceNpr: it.priceNpr,
    priceUsd: it.priceUsd,
    stock: it.attributes.length > 0 ? it.attributes.reduce((sum, { stock }) => sum + stock, 0) : it.stock,
    tags: it.tags,
    tagKeys: [...new Set(it.tags.map(tagKey))],
    colors: [...new Set([...it.colors, ...named('color')])],
    sizes: [...new Set([...it.sizes, ...named('size')])],
    mineral: it.facts.mineral ?? null,
    tradeName: it.facts.tradeName ?? null,
    originDistrict: it.facts.originDistrict ?? null,
    originPlace: it.facts.originPlace ?? null,
    altitudeM: it.facts.altitudeM ?? null,
    weightG: it.facts.weightG ?? null,
    sizeMm: it.facts.sizeMm ?? null,
    treatment: it.facts.treatment ?? 'none',
  }
}

export async function createProduct(tx: Db, input: ProductInput): Promise<number> {
  const it = productInputSchema.parse(input)
  const id = await insertProduct(tx, { ...columnsOf(it), ...(it.createdAt ? { createdAt: it.createdAt } : {}) })
  await insertAttributes(
    tx,
    it.attributes.map((attribute, position) => ({ ...attribute, productId: id, position })),
  )
  await insertImages(
    tx,
    it.images.map((image, position) => ({ ...image, productId: id, position })),
  )
  return id
}

export type ReviewInput = { name: string; rating: number; description: string; createdAt: Date }

/** Reviews that need no waiting for approval, as the demo's do not. */
export async function addApprovedReviews(tx: Db, productId: number, inputs: ReviewInput[]): Promise<void> {
  await insertReviews(
    tx,
    inputs.map((input) => ({ ...input, productId, approvedAt: input.createdAt })),
  )
}

export async function setStock(tx: Db, slug: string, stock: number): Promise<void> {
  if (!(await updateProduct(tx, slug, { stock }))) throw new ShopError('notFound', 'Product not found')
}

export async function setPrices(tx: Db, slug: string, prices: { priceUsd: number; priceNpr: number }): Promise<void> {
  if (!(await updateProduct(tx, slug, prices))) throw new ShopError('notFound', 'Product not found')
}
