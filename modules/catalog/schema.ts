import { z } from 'zod'
import type { Picture } from '#modules/media/picture.ts'
import { imageSchema } from '#modules/media/schema.ts'
import { rawText, slugField } from '#shared/fields.ts'

export const treatments = [
  'none',
  'heated',
  'dyed',
  'oiled',
  'stabilised',
  'irradiated',
  'coated',
  'not applicable',
] as const

export const variantKinds = ['size', 'color'] as const
export const maxMeasureLength = 60

const sortOrders = ['priceAsc', 'priceDesc'] as const
export type SortOrder = (typeof sortOrders)[number]

export const maxPageSize = 48
export const shopPageSize = 8
export const categoryPageSize = 12
export const relatedLimit = 4
const maxSearchLength = 200

export const pagingSchema = (defaultSize: number) =>
  z.object({
    pageNumber: z.coerce
      .number('The page must be a number.')
      .int('The page must be a whole number.')
      .min(1, 'Pages are counted from 1.')
      .max(1_000_000_000, 'There is no such page.')
      .default(1),
    pageSize: z.coerce
      .number('The page size must be a number.')
      .int('The page size must be a whole number.')
      .min(1, `The page size goes from 1 to ${maxPageSize}.`)
      .max(maxPageSize, `The page size goes from 1 to ${maxPageSize}.`)
      .default(defaultSize),
  })

/** With `firstPage`, the list holds all pages from that one to `pageNumber`. */
export type Paging = { pageNumber: number; pageSize: number; firstPage?: number }

export const sortSchema = z.enum(sortOrders, 'Sort by priceAsc or priceDesc, or leave it out.').optional()

export const categoryNameSchema = rawText(40)
export const tagSchema = rawText(60)
export const slugSchema = rawText(120)

const categoryIdsSchema = z
  .union([rawText(200), z.array(rawText(200)).max(20, 'Please choose fewer categories.')])
  .transform((values) => [values].flat().flatMap((value) => value.split(',')))
  .transform((parts) => parts.map((part) => part.trim()).filter(Boolean))
  .refine(
    (parts) => parts.length <= 10 && parts.every((part) => /^\d{1,6}$/.test(part)),
    'A category id is a whole number.',
  )
  .transform((parts) => parts.map(Number))
  .pipe(z.array(z.int32()))

export const searchSchema = pagingSchema(shopPageSize).extend({
  Name: rawText(maxSearchLength).optional(),
  sortBy: sortSchema,
  CategoryIds: categoryIdsSchema.optional(),
  color: rawText(40).optional(),
  size: rawText(40).optional(),
})

export type SearchQuery = z.infer<typeof searchSchema>

const cardVariantSchema = z.object({
  productAttributeId: z.int32(),
  kind: z.enum(variantKinds),
  attributeValue: z.string(),
  measure: z.string().meta({ description: 'The dimensions of the variant, or empty' }),
})

export const productCardSchema = z
  .object({
    productId: z.int(),
    id: z.int(),
    name: z.string(),
    slugs: z.string(),
    categoryId: z.int(),
    price: z.number().meta({ description: 'In Nepalese rupees' }),
    priceInUSD: z.number(),
    stockQuantity: z.int(),
    isSaved: z.boolean(),
    tags: z.array(z.string()),
    attributes: z.array(cardVariantSchema).meta({ description: 'The variants in stock' }),
    imageUrlList: z.array(imageSchema),
  })
  .meta({ id: 'ProductCard' })

export type WireProductCard = z.infer<typeof productCardSchema>

export const factsSchema = z
  .object({
    mineral: z.string().nullable(),
    tradeName: z.string().nullable(),
    originDistrict: z.string().nullable(),
    originPlace: z.string().nullable(),
    altitudeM: z.int().nullable().meta({ description: 'Meters above sea level' }),
    weightG: z.number().nullable().meta({ description: 'Grams' }),
    sizeMm: z.array(z.number()).length(3).nullable().meta({ description: 'Length, width and height in millimeters' }),
    treatment: z.enum(treatments),
  })
  .meta({ id: 'ProductFacts' })

export const productDetailSchema = productCardSchema
  .extend({
    description: z.string(),
    attributes: z
      .array(cardVariantSchema.extend({ productQuantity: z.int() }))
      .meta({ description: 'All variants, sold out or not' }),
    facts: factsSchema,
    reviews: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        description: z.string(),
        imageURL: z.string().nullable(),
        rating: z.int(),
        createdAt: z.string(),
        answer: z.string(),
        imageUrlList: z.array(imageSchema),
      }),
    ),
    relatedProducts: z.array(productCardSchema).max(relatedLimit),
  })
  .meta({ id: 'ProductDetail' })

export const productPageSchema = z
  .object({
    data: z.array(productCardSchema),
    totalItems: z.int(),
    totalPages: z.int(),
    pageNumber: z.int(),
    pageSize: z.int(),
  })
  .meta({ id: 'ProductPage' })

export const searchResponseSchema = z
  .object({ products: z.array(productCardSchema), totalRecords: z.int(), totalPages: z.int() })
  .meta({ id: 'ProductSearch' })

export type WireProduct = z.infer<typeof productDetailSchema>
export type ProductFacts = z.infer<typeof factsSchema>

export type CardVariant = { id: number; kind: (typeof variantKinds)[number]; value: string; measure: string }
export type Variant = CardVariant & { stock: number }

/** A product in a list. Money is in minor units. */
export type ProductCardData = {
  id: number
  slug: string
  name: string
  categoryId: number
  priceNpr: number
  priceUsd: number
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
  allVariants: Variant[]
  facts: ProductFacts
  /** Over all approved reviews; `reviews` holds only the newest. */
  ratings: { count: number; average: number | null }
  reviews: Review[]
  related: ProductCardData[]
}

/** A product in the variant of a cart or order line, with its current prices and stock. */
export type StockItem = {
  productId: number
  variantId: number | null
  variantValue: string | null
  measure: string | null
  name: string
  slug: string
  categoryId: number
  priceNpr: number
  priceUsd: number
  /** Of the variant, if there is one. */
  stock: number
  isArchived: boolean
  /** True if the variant belongs to the product, or if neither exists. */
  isVariantValid: boolean
  picture: Pick<Picture, 'hash' | 'widths'> | null
}

export type StockItemKey = Pick<StockItem, 'productId' | 'variantId'>
export type StockItemQuantity = StockItemKey & { quantity: number }

/** A line of a sale. If its stock was not deducted, the sale must fail. */
export type SoldItem = { item: StockItem; quantity: number; isDeducted: boolean }

export type ProductCardPage = {
  items: ProductCardData[]
  totalItems: number
  totalPages: number
  pageNumber: number
  pageSize: number
}

/** `suggestions`: keys of categories and tags similar to a search without results. */
export type SearchResults = { page: ProductCardPage; bestSellers: ProductCardData[]; suggestions: string[] }

export const productInputSchema = z.object({
  slug: slugField,
  name: rawText(120).min(1),
  description: rawText(5000),
  categoryId: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  priceNpr: z.int().min(0),
  priceUsd: z.int().min(0),
  stock: z.int().min(0),
  tags: z.array(rawText(60).min(1)).max(30),
  colors: z.array(rawText(40)).max(20).default([]),
  sizes: z.array(rawText(40)).max(20).default([]),
  variants: z
    .array(
      z.object({
        kind: z.enum(variantKinds),
        value: rawText(40).min(1),
        measure: rawText(maxMeasureLength).default(''),
        stock: z.int().min(0),
      }),
    )
    .max(30)
    .default([]),
  facts: factsSchema.partial().default({}),
  images: z.array(z.object({ pictureId: z.int32(), alt: rawText(300) })).max(20),
  createdAt: z.date().optional(),
})

export type ProductInput = z.input<typeof productInputSchema>
