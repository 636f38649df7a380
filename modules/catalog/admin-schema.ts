import { z } from 'zod'
import { pictureSchema } from '#modules/media/schema.ts'
import {
  decimalField,
  longText,
  optionalLine,
  priceField,
  rowId,
  slugField,
  typedLine,
  versionField,
} from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'
import { factsSchema, longestMeasure, relatedLimit, treatments, variantKinds } from './schema.ts'

export const mostPictures = 12
const mostPieces = 1_000_000

const uniqueBy = <Item>(items: Item[], key: (item: Item) => unknown) => new Set(items.map(key)).size === items.length

const piecesField = z
  .int('Please enter a whole number of pieces.')
  .min(0, 'There cannot be fewer than none.')
  .max(mostPieces, 'Please check this number: it is too high.')

const noSuchPicture = 'There is no such picture.'
const noSuchPiece = 'There is no such product.'
const noSuchChoice = 'There is no such choice.'

const words = (most: number) => z.array(typedLine('a word', 60)).max(most, `Please use at most ${most}.`).default([])

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
    .int('Please enter metres as a whole number.')
    .min(-500, 'This lies too deep.')
    .max(8849, 'Nothing lies higher than 8,849 m.')
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
  name: typedLine('a name', 120),
  description: longText(5000),
  categoryId: z.union([z.literal(1), z.literal(2), z.literal(3)], 'Please choose a category.'),
  price: priceField.meta({ description: 'In Nepalese rupees' }),
  priceInUSD: priceField,
  stock: piecesField.meta({ description: 'Ignored where the piece comes in choices: their sum counts' }),
  tags: words(30),
  colors: words(20),
  sizes: words(20),
  attributes: z
    .array(
      z.object({
        productAttributeId: rowId(noSuchChoice).optional(),
        kind: z.enum(variantKinds, 'A choice is a size or a colour.'),
        attributeValue: typedLine('a name for the choice', 40),
        measure: optionalLine(longestMeasure)
          .refine((text) => !/[()]/.test(text), 'Please write the measure without brackets.')
          .default(''),
        productQuantity: piecesField,
        quantityRead: piecesField.optional(),
      }),
    )
    .max(30, 'A piece comes in at most 30 choices.')
    .refine(
      (all) => uniqueBy(all, ({ attributeValue }) => attributeValue.toLowerCase()),
      'Each choice needs its own name.',
    )
    .default([]),
  facts: z.object(factFields).prefault({}),
  images: z
    .array(z.object({ pictureId: rowId(noSuchPicture), alt: optionalLine(300) }))
    .max(mostPictures, `A piece has at most ${mostPictures} pictures.`)
    .default([]),
  relatedIds: z
    .array(rowId(noSuchPiece))
    .max(relatedLimit, `Please choose at most ${relatedLimit} pieces.`)
    .refine((ids) => uniqueBy(ids, (id) => id), 'Please choose each piece once.')
    .default([]),
  isArchived: z.boolean().default(false),
}

export const newProductSchema = z.object(editableShape).meta({ id: 'ProductToAdd' })

/** `stockRead` and `quantityRead` are what the editor was shown: pieces sold since are not put back: see 0044. */
export const productChangeSchema = z
  .object({ ...editableShape, version: versionField, stockRead: piecesField.optional() })
  .meta({ id: 'ProductToChange' })

export const quickChangeSchema = z
  .object({
    version: versionField,
    price: priceField.optional(),
    priceInUSD: priceField.optional(),
    stock: piecesField.optional(),
    stockRead: piecesField.optional(),
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
  sort: z.enum(productSorts, 'There is no such order.').default('-created'),
  state: z.enum(['onsale', 'archived']).default('onsale'),
  category: z.coerce.number().int().min(1).max(3).optional(),
  stock: z.enum(['out', 'low']).optional(),
  tag: longText(60).optional(),
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
  choices: z.int(),
  isArchived: z.boolean(),
  picture: pictureSchema.nullable(),
})

export const productRowsSchema = z
  .object({ rows: z.array(productRowSchema), page: z.int(), hasMore: z.boolean() })
  .meta({ id: 'ProductRows' })

export type ProductListRow = z.infer<typeof productRowSchema>
