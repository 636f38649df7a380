import * as z from 'zod/mini'
import { imageSchema } from '#modules/media/contract.ts'
import type { Picture } from '#modules/media/picture.ts'
import type { Turn } from '#modules/media/turn.ts'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import { rawText, slugInPath } from '#shared/fields.ts'
import { pagingSchema } from '#shared/lists.ts'
import type { SeoTexts } from '#shared/seo.ts'
import { type Fact, mapFacts, type ProductFacts } from './facts.ts'
import type { Outline } from './outline.ts'

export const variantKinds = ['size', 'color'] as const
export const maxMeasureLength = 60

const sortOrders = ['priceAsc', 'priceDesc'] as const
export type SortOrder = (typeof sortOrders)[number]

export const shopPageSize = 8
export const categoryPageSize = 12
export const relatedLimit = 4
const maxSearchLength = 200

/** With `firstPage`, the list holds all pages from that one to `pageNumber`. */
export type Paging = { pageNumber: number; pageSize: number; firstPage?: number }

export const sortSchema = z.optional(z.enum(sortOrders, 'Sort by priceAsc or priceDesc, or leave it out.'))

export const categoryNameSchema = rawText(40)
export const tagSchema = rawText(60)
const categoryIdsSchema = z.pipe(
  z.pipe(
    z
      .pipe(
        z.pipe(
          z.union([rawText(200), z.array(rawText(200)).check(z.maxLength(20, 'Please choose fewer categories.'))]),
          z.transform((values) => [values].flat().flatMap((value) => value.split(','))),
        ),
        z.transform((parts) => parts.map((part) => part.trim()).filter(Boolean)),
      )
      .check(
        z.refine(
          (parts) => parts.length <= 10 && parts.every((part) => /^\d{1,6}$/.test(part)),
          'A category id is a whole number.',
        ),
      ),
    z.transform((parts) => parts.map(Number)),
  ),
  z.array(z.int32()),
)

export const searchSchema = z.extend(pagingSchema(shopPageSize), {
  Name: z.optional(rawText(maxSearchLength)),
  sortBy: sortSchema,
  CategoryIds: z.optional(categoryIdsSchema),
  color: z.optional(rawText(40)),
  size: z.optional(rawText(40)),
})

export type SearchQuery = z.infer<typeof searchSchema>

const pricesShape = {
  price: z.number().check(z.meta({ description: 'In Nepalese rupees' })),
  priceInUSD: z.number(),
  regularPrice: z
    .nullable(z.number())
    .check(z.meta({ description: 'The price before and after a sale; null without one' })),
  regularPriceInUSD: z.nullable(z.number()),
}

const cardVariantSchema = z.object({
  productAttributeId: z.int32(),
  kind: z.enum(variantKinds),
  attributeValue: z.string(),
  measure: z.string().check(z.meta({ description: 'The dimensions of the variant, or empty' })),
  ...pricesShape,
})

export const productCardSchema = namedObject('ProductCard', {
  productId: z.int(),
  id: z.int(),
  name: z.string(),
  slugs: z.string(),
  categoryId: z.int(),
  ...pricesShape,
  hasPriceRange: z
    .boolean()
    .check(z.meta({ description: 'True if variants differ in price; the prices of the product are then the lowest' })),
  stockQuantity: z.int(),
  isSaved: z.boolean(),
  tags: z.array(z.string()),
  attributes: z.array(cardVariantSchema).check(z.meta({ description: 'The variants in stock' })),
  imageUrlList: z.array(imageSchema),
})

export type WireProductCard = z.infer<typeof productCardSchema>

function factSchema(fact: Fact): z.ZodMiniType {
  if (fact.type === 'text') return z.nullable(z.string())
  if (fact.type === 'option') return z.enum(fact.options)
  const { type, description, decimals } = fact
  const value = type === 'dimensions' ? z.array(z.number()).check(z.length(3)) : decimals === 0 ? z.int() : z.number()
  return z.nullable(value).check(z.meta({ description }))
}

export const factsSchema = z
  .object(mapFacts(factSchema) as { [Name in keyof ProductFacts]: z.ZodMiniType<ProductFacts[Name]> })
  .register(z.globalRegistry, { id: 'ProductFacts' })

const part = z.number().check(z.meta({ description: 'As a part of the width or height of the picture' }))

export const outlineSchema = namedObject('Outline', {
  left: part,
  top: part,
  width: part,
  height: part,
  widthMm: z.number().check(z.meta({ description: 'The real width of the box in millimeters' })),
})

export const productDetailSchema = z
  .extend(productCardSchema, {
    description: z.string(),
    attributes: z
      .array(z.extend(cardVariantSchema, { productQuantity: z.int() }))
      .check(z.meta({ description: 'All variants, sold out or not' })),
    turnUrlList: z
      .array(z.string())
      .check(z.meta({ description: 'The product turned once round, counterclockwise; empty without pictures of it' })),
    imageUrlList: z.array(
      z.extend(imageSchema, {
        outline: z.nullable(outlineSchema).check(z.meta({ description: 'The box around the product, if it is known' })),
      }),
    ),
    facts: factsSchema,
    reviews: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        description: z.string(),
        imageURL: z.nullable(z.string()),
        rating: z.int(),
        createdAt: z.string(),
        answer: z.string(),
        imageUrlList: z.array(imageSchema),
      }),
    ),
    relatedProducts: z.array(productCardSchema).check(z.maxLength(relatedLimit)),
  })
  .register(z.globalRegistry, { id: 'ProductDetail' })

export const productPageSchema = namedObject('ProductPage', {
  data: z.array(productCardSchema),
  totalItems: z.int(),
  totalPages: z.int(),
  pageNumber: z.int(),
  pageSize: z.int(),
})

export const searchResponseSchema = namedObject('ProductSearch', {
  products: z.array(productCardSchema),
  totalRecords: z.int(),
  totalPages: z.int(),
})

export type WireProduct = z.infer<typeof productDetailSchema>

/** What a buyer pays, in minor units; the regular prices are null unless there is a sale. */
export type CurrentPrices = { priceNpr: number; priceUsd: number; regularNpr: number | null; regularUsd: number | null }

export type CardVariant = CurrentPrices & {
  id: number
  kind: (typeof variantKinds)[number]
  value: string
  measure: string
}
export type Variant = CardVariant & { stock: number }

/** A product in a list. Its prices are the lowest of its variants. */
export type ProductCardData = CurrentPrices & {
  id: number
  slug: string
  name: string
  categoryId: number
  hasPriceRange: boolean
  stock: number
  /** Only variants in stock. */
  variants: CardVariant[]
  tags: string[]
  pictures: Picture[]
}

/** `summary` is the first sentence of the description. */
export type ProductCardWithSummary = ProductCardData & { summary: string }

export type Review = {
  id: number
  name: string
  description: string
  rating: number
  createdAt: string
  /** The reply of the shop, or ''. */
  answer: string
  pictures: Picture[]
}

export type Product = ProductCardData & {
  description: string
  /** The last day of the sale, if there is a sale with an end. */
  saleUntil: string | null
  seo: SeoTexts
  allVariants: Variant[]
  /** One for each picture. */
  outlines: (Outline | null)[]
  facts: ProductFacts
  /** Empty if there is none. */
  turn: Turn
  /** Over all approved reviews; `reviews` holds only the newest. */
  ratings: { count: number; average: number | null }
  reviews: Review[]
  related: ProductCardData[]
}

export type ProductCardPage = {
  items: ProductCardData[]
  totalItems: number
  totalPages: number
  pageNumber: number
  pageSize: number
}

/** `suggestions`: keys of categories and tags similar to a search without results. */
export type SearchResults = { page: ProductCardPage; bestSellers: ProductCardData[]; suggestions: string[] }

export const listProducts = endpoint({
  method: 'get',
  path: '/product',
  audience: 'public',
  summary: 'List all products, newest first',
  optionalToken: true,
  query: pagingSchema(shopPageSize),
  answer: productPageSchema,
})

export const searchProducts = endpoint({
  method: 'get',
  path: '/product/search',
  audience: 'public',
  summary: 'Search and filter products; tolerates one typo per word and finds synonyms',
  optionalToken: true,
  query: searchSchema,
  repeatable: ['CategoryIds'],
  answer: searchResponseSchema,
})

export const listCategoryProducts = endpoint({
  method: 'get',
  path: '/product/category/{category}',
  audience: 'public',
  summary: 'List the products of a category',
  optionalToken: true,
  errors: ['notFound'],
  params: z.object({ category: categoryNameSchema }),
  query: z.extend(pagingSchema(categoryPageSize), { sortBy: sortSchema }),
  answer: productPageSchema,
})

export const listTaggedProducts = endpoint({
  method: 'get',
  path: '/product/tags/{tag}',
  audience: 'public',
  summary: 'List the products with a tag; an unknown tag gives an empty list',
  optionalToken: true,
  params: z.object({ tag: tagSchema }),
  query: z.extend(pagingSchema(shopPageSize), { sortBy: sortSchema }),
  answer: productPageSchema,
})

export const getProduct = endpoint({
  method: 'get',
  path: '/product/{slug}',
  audience: 'public',
  summary: 'Get a product with its reviews and up to four related products',
  optionalToken: true,
  errors: ['notFound'],
  params: z.object({ slug: slugInPath }),
  answer: productDetailSchema,
})
