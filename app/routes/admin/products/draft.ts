import { minorUnitsOf, numberOf, numberOrZero } from '#app/features/admin/typed-values.ts'
import type { useDraft } from '#app/features/admin/use-draft.ts'
import type { NewProduct, ProductChange, ProductRecord } from '#modules/catalog/admin-contract.ts'
import type { CurrentPrices, Product } from '#modules/catalog/contract.ts'
import { isCuratedList } from '#modules/catalog/curated-lists.ts'
import { emptyFact, type FactName, mapFacts, type ProductFacts } from '#modules/catalog/facts.ts'
import type { Outline } from '#modules/catalog/outline.ts'
import type { Picture } from '#modules/media/picture.ts'
import { tagKey } from '#shared/slugs.ts'

export type DraftFrame = ProductRecord['turn'][number]
export type DraftImage = { pictureId: number; alt: string; outline: Outline | null; picture: Picture }
export type DraftVariant = {
  key: string
  id?: number
  kind: 'size' | 'color'
  value: string
  measure: string
  /** Empty: the price of the product. */
  price: string
  priceInUSD: string
  salePrice: string
  salePriceInUSD: string
  stock: string
  stockRead?: number
}

/** Form state of a product. Numbers are strings until it is saved. */
export type Draft = Record<FactName, string> & {
  slug: string
  name: string
  description: string
  categoryId: string
  price: string
  priceInUSD: string
  salePrice: string
  salePriceInUSD: string
  saleFrom: string
  saleUntil: string
  stock: string
  tags: string
  /** The lists of the shop, which are edited on a page of their own. */
  listTags: readonly string[]
  colors: string
  sizes: string
  variants: DraftVariant[]
  images: DraftImage[]
  turn: DraftFrame[]
  related: { productId: number; name: string }[]
  isArchived: boolean
  seoTitle: string
  seoDescription: string
}

/** What `useDraft` returns for a product. */
export type ProductEditor = ReturnType<typeof useDraft<ProductRecord, Draft>>

export const emptyDraft: Draft = {
  slug: '',
  name: '',
  description: '',
  categoryId: '1',
  price: '',
  priceInUSD: '',
  salePrice: '',
  salePriceInUSD: '',
  saleFrom: '',
  saleUntil: '',
  stock: '1',
  tags: '',
  listTags: [],
  colors: '',
  sizes: '',
  variants: [],
  ...mapFacts((fact) => emptyFact(fact) ?? ''),
  images: [],
  turn: [],
  related: [],
  isArchived: false,
  seoTitle: '',
  seoDescription: '',
}

const typedOf = (amount: number | null) => (amount === null ? '' : String(amount))

export function draftOf(record: ProductRecord): Draft {
  return {
    slug: record.slug,
    name: record.name,
    description: record.description,
    categoryId: String(record.categoryId),
    price: String(record.price),
    priceInUSD: String(record.priceInUSD),
    salePrice: typedOf(record.salePrice),
    salePriceInUSD: typedOf(record.salePriceInUSD),
    saleFrom: record.saleFrom ?? '',
    saleUntil: record.saleUntil ?? '',
    stock: String(record.stock),
    tags: record.tags.filter((tag) => !isListTag(tag)).join(', '),
    listTags: record.tags.filter(isListTag),
    colors: record.colors.join(', '),
    sizes: record.sizes.join(', '),
    variants: record.attributes.map((variant) => ({
      key: String(variant.productAttributeId),
      id: variant.productAttributeId,
      kind: variant.kind,
      value: variant.attributeValue,
      measure: variant.measure,
      price: typedOf(variant.price),
      priceInUSD: typedOf(variant.priceInUSD),
      salePrice: typedOf(variant.salePrice),
      salePriceInUSD: typedOf(variant.salePriceInUSD),
      stock: String(variant.productQuantity),
      stockRead: variant.productQuantity,
    })),
    ...mapFacts(({ name }) => [record.facts[name]].flat().join(' × ')),
    images: record.images,
    turn: record.turn,
    related: record.related,
    isArchived: record.isArchived,
    seoTitle: record.seoTitle,
    seoDescription: record.seoDescription,
  }
}

const splitList = (typed: string) =>
  typed
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

const isListTag = (tag: string) => isCuratedList(tagKey(tag))

function tagsOf({ tags, listTags }: Draft): string[] {
  const typed = splitList(tags)
  const keys = typed.map(tagKey)
  return [...typed, ...listTags.filter((tag) => !keys.includes(tagKey(tag)))]
}

const parseSizes = (typed: string) => (typed.trim() === '' ? null : typed.split(/[×x*]/i).map(numberOrZero))

/** The longest of the typed dimensions, if they are valid. */
export function longestSide(typed: string): number | undefined {
  const sides = parseSizes(typed)?.filter((side) => side > 0)
  return sides && sides.length > 0 ? Math.max(...sides) : undefined
}

const factValues = { text: String, option: String, number: numberOf, dimensions: parseSizes }

export function bodyOf(draft: Draft): NewProduct {
  const { variants, images, turn, related, colors, sizes } = draft
  return {
    slug: draft.slug,
    name: draft.name,
    description: draft.description,
    categoryId: Number(draft.categoryId) as NewProduct['categoryId'],
    price: numberOf(draft.price),
    priceInUSD: numberOf(draft.priceInUSD),
    salePrice: numberOf(draft.salePrice),
    salePriceInUSD: numberOf(draft.salePriceInUSD),
    saleFrom: draft.saleFrom || null,
    saleUntil: draft.saleUntil || null,
    stock: variants.length > 0 ? 0 : numberOf(draft.stock),
    tags: tagsOf(draft),
    colors: splitList(colors),
    sizes: splitList(sizes),
    attributes: variants.map(({ id, kind, value, measure, stock, stockRead, ...prices }) => ({
      kind,
      attributeValue: value,
      measure,
      price: numberOf(prices.price),
      priceInUSD: numberOf(prices.priceInUSD),
      salePrice: numberOf(prices.salePrice),
      salePriceInUSD: numberOf(prices.salePriceInUSD),
      productQuantity: numberOf(stock),
      ...(id === undefined ? {} : { productAttributeId: id, quantityRead: stockRead }),
    })),
    facts: mapFacts(({ name, type }) => factValues[type](draft[name])) as ProductFacts,
    images: images.map(({ pictureId, alt, outline }) => ({ pictureId, alt, outline })),
    turn: turn.map(({ pictureId }) => ({ pictureId })),
    relatedIds: related.map(({ productId }) => productId),
    isArchived: draft.isArchived,
    seoTitle: draft.seoTitle,
    seoDescription: draft.seoDescription,
  }
}

export function changeOf(draft: Draft, { version, stock }: ProductRecord): ProductChange {
  return { ...bodyOf(draft), version, ...(draft.variants.length > 0 ? {} : { stockRead: stock }) }
}

/** Without what is not valid yet. */
function previewFacts(draft: Draft): ProductFacts {
  const facts = mapFacts(({ name, type }) => {
    const value = factValues[type](draft[name])
    if (type === 'number') return typeof value === 'number' ? value : null
    if (type === 'dimensions') return Array.isArray(value) && value.length === 3 ? value : null
    return value || null
  })
  return facts as ProductFacts
}

type TypedPrices = Pick<Draft, 'price' | 'priceInUSD' | 'salePrice' | 'salePriceInUSD'>

/** With the sale, whenever it is. */
function previewPrices({ price, priceInUSD, salePrice, salePriceInUSD }: TypedPrices): CurrentPrices {
  const regular = { npr: minorUnitsOf(price), usd: minorUnitsOf(priceInUSD) }
  if (!salePrice) return { priceNpr: regular.npr, priceUsd: regular.usd, regularNpr: null, regularUsd: null }
  return {
    priceNpr: minorUnitsOf(salePrice),
    priceUsd: minorUnitsOf(salePriceInUSD),
    regularNpr: regular.npr,
    regularUsd: regular.usd,
  }
}

const pricesOf = ({ priceNpr, priceUsd, regularNpr, regularUsd }: CurrentPrices) => ({
  priceNpr,
  priceUsd,
  regularNpr,
  regularUsd,
})

/** The draft as a product of the storefront, for the preview. */
export function previewOf(draft: Draft): Product {
  const own = previewPrices(draft)
  const allVariants = draft.variants.map(({ kind, value, measure, stock, ...prices }, index) => ({
    id: index + 1,
    kind,
    value,
    measure,
    ...(prices.price ? previewPrices(prices) : own),
    stock: numberOrZero(stock),
  }))
  const lowest = allVariants.toSorted((a, b) => a.priceNpr - b.priceNpr)[0] ?? own
  return {
    id: 0,
    slug: draft.slug,
    name: draft.name || 'Untitled product',
    categoryId: Number(draft.categoryId),
    ...pricesOf(lowest),
    hasPriceRange: allVariants.some(({ priceNpr }) => priceNpr > lowest.priceNpr),
    saleUntil: draft.saleUntil || null,
    stock: allVariants.length > 0 ? allVariants.reduce((sum, { stock }) => sum + stock, 0) : numberOrZero(draft.stock),
    variants: allVariants.filter(({ stock }) => stock > 0),
    tags: tagsOf(draft),
    pictures: draft.images.map(({ picture, alt }) => ({ ...picture, alt })),
    turn: draft.turn.map(({ hash }) => hash),
    description: draft.description,
    seo: { title: draft.seoTitle, description: draft.seoDescription },
    allVariants,
    outlines: draft.images.map(({ outline }) => outline),
    facts: previewFacts(draft),
    ratings: { count: 0, average: null },
    reviews: [],
    related: [],
  }
}
