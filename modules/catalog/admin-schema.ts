import { z } from 'zod'
import { pictureSchema } from '#modules/media/schema.ts'
import {
  decimalField,
  integerId,
  optionalLine,
  optionalText,
  priceField,
  requiredLine,
  slugField,
  versionField,
} from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'
import { factsSchema, maxMeasureLength, relatedLimit, treatments, variantKinds } from './schema.ts'

export const maxPictures = 12
const maxStock = 1_000_000

const uniqueBy = <Item>(items: Item[], key: (item: Item) => unknown) => new Set(items.map(key)).size === items.length

const stockField = z
  .int('Please enter a whole number.')
  .min(0, 'Please enter 0 or more.')
  .max(maxStock, 'Please check this number: it is too high.')

const noSuchPicture = 'There is no such picture.'
const noSuchProduct = 'There is no such product.'
const noSuchVariant = 'There is no such variant.'

const wordList = (maxTerms: number) =>
  z.array(requiredLine('a word', 60)).max(maxTerms, `Please enter at most ${maxTerms}.`).default([])

const factLine = optionalLine(120)
  .transform((text) => text || null)
  .nullable()
  .default(null)

const factFields = {
  mineral: factLine,
  tradeName: factLine,
  originDistrict: factLine,
  originPlace: factLine,
  altitudeM: z
    .int('Please enter meters as a whole number.')
    .min(-500, 'Please enter -500 m or more.')
    .max(8849, 'Please enter 8,849 m or less.')
    .nullable()
    .default(null),
  weightG: decimalField('Please enter a weight.', 2, {
    min: 0.01,
    max: 10_000_000,
    tooLow: 'Please enter a weight of 0.01 g or more.',
    tooHigh: 'Please check this weight: it is too high.',
  })
    .nullable()
    .default(null),
  sizeMm: z
    .array(
      decimalField('Please enter a size.', 1, {
        min: 0.1,
        max: 100_000,
        tooLow: 'Please enter sizes of 0.1 mm or more.',
        tooHigh: 'Please check this size: it is too high.',
      }),
    )
    .length(3, 'Please enter length, width and height.')
    .nullable()
    .default(null),
  treatment: z.enum(treatments, 'Please choose a treatment.').default('none'),
}

const editableShape = {
  slug: slugField,
  name: requiredLine('a name', 120),
  description: optionalText(5000),
  categoryId: z.union([z.literal(1), z.literal(2), z.literal(3)], 'Please choose a category.'),
  price: priceField.meta({ description: 'In Nepalese rupees' }),
  priceInUSD: priceField,
  stock: stockField.meta({ description: 'Ignored if the product has variants: their total counts' }),
  tags: wordList(30),
  colors: wordList(20),
  sizes: wordList(20),
  attributes: z
    .array(
      z.object({
        productAttributeId: integerId(noSuchVariant).optional(),
        kind: z.enum(variantKinds, 'A variant is a size or a color.'),
        attributeValue: requiredLine('a name for the variant', 40),
        measure: optionalLine(maxMeasureLength)
          .refine((text) => !/[()]/.test(text), 'Please enter the measure without brackets.')
          .default(''),
        productQuantity: stockField,
        quantityRead: stockField.optional(),
      }),
    )
    .max(30, 'A product can have at most 30 variants.')
    .refine(
      (variants) => uniqueBy(variants, ({ attributeValue }) => attributeValue.toLowerCase()),
      'Each variant needs a different name.',
    )
    .default([]),
  facts: z.object(factFields).prefault({}),
  images: z
    .array(z.object({ pictureId: integerId(noSuchPicture), alt: optionalLine(300) }))
    .max(maxPictures, `A product can have at most ${maxPictures} pictures.`)
    .default([]),
  relatedIds: z
    .array(integerId(noSuchProduct))
    .max(relatedLimit, `Please choose at most ${relatedLimit} products.`)
    .refine((ids) => uniqueBy(ids, (id) => id), 'Please choose each product only once.')
    .default([]),
  isArchived: z.boolean().default(false),
}

export const newProductSchema = z.object(editableShape).meta({ id: 'ProductToAdd' })

/** `stockRead` and `quantityRead` are the stock shown in the form; items sold since then stay sold: see 0020. */
export const productChangeSchema = z
  .object({ ...editableShape, version: versionField, stockRead: stockField.optional() })
  .meta({ id: 'ProductToChange' })

export const quickChangeSchema = z
  .object({
    version: versionField,
    price: priceField.optional(),
    priceInUSD: priceField.optional(),
    stock: stockField.optional(),
    stockRead: stockField.optional(),
  })
  .meta({ id: 'QuickProductChange' })

export const versionSchema = z.object({ version: versionField }).meta({ id: 'VersionRead' })

export type NewProduct = z.output<typeof newProductSchema>
export type ProductChange = z.output<typeof productChangeSchema>
export type QuickChange = z.output<typeof quickChangeSchema>

export const productRecordSchema = z
  .object({
    productId: z.int(),
    version: z.int32(),
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    categoryId: z.int(),
    price: z.number(),
    priceInUSD: z.number(),
    stock: z.int(),
    tags: z.array(z.string()),
    colors: z.array(z.string()),
    sizes: z.array(z.string()),
    attributes: z.array(
      z.object({
        productAttributeId: z.int32(),
        kind: z.enum(variantKinds),
        attributeValue: z.string(),
        measure: z.string(),
        productQuantity: z.int(),
      }),
    ),
    facts: factsSchema,
    images: z.array(z.object({ pictureId: z.int32(), alt: z.string(), picture: pictureSchema })),
    related: z.array(z.object({ productId: z.int(), name: z.string() })),
    isArchived: z.boolean(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'ProductRecord' })

export type ProductRecord = z.infer<typeof productRecordSchema>

const productSorts = ['created', '-created', 'name', '-name', 'price', '-price'] as const

export const productListSchema = listQuery().extend({
  sort: z.enum(productSorts, 'There is no such sort order.').default('-created'),
  status: z.enum(['onsale', 'archived']).default('onsale'),
  category: z.coerce.number().int().min(1).max(3).optional(),
  stock: z.enum(['out', 'low']).optional(),
  tag: optionalText(60).optional(),
})

export type ProductListQuery = z.output<typeof productListSchema>

const productRowSchema = z.object({
  productId: z.int(),
  version: z.int32(),
  slug: z.string(),
  name: z.string(),
  categoryId: z.int(),
  price: z.number(),
  priceInUSD: z.number(),
  stock: z.int(),
  variants: z.int(),
  isArchived: z.boolean(),
  picture: pictureSchema.nullable(),
})

export const productRowsSchema = z
  .object({ rows: z.array(productRowSchema), page: z.int(), hasMore: z.boolean() })
  .meta({ id: 'ProductRows' })

export type ProductListRow = z.infer<typeof productRowSchema>
