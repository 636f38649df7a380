import { z } from 'zod'
import { pictureSchema } from '#modules/media/schema.ts'
import { optionalLine, typedLine } from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'
import { fromWire } from '#shared/money.ts'
import { slugPattern } from '#shared/slugs.ts'
import { factsSchema, relatedLimit, treatments } from './schema.ts'

export const mostPictures = 12
const mostPieces = 1_000_000
const dearest = 100_000_000

const uniqueBy = <Item>(items: Item[], key: (item: Item) => unknown) => new Set(items.map(key)).size === items.length

export const priceField = z
  .number('Please enter a price.')
  .min(0, 'A price is not below zero.')
  .max(dearest, 'Please check this price: it is too high.')
  .refine((amount) => Math.abs(fromWire(amount) - amount * 100) < 1e-6, 'A price has at most two decimals.')

export const piecesField = z
  .int('Please enter a whole number of pieces.')
  .min(0, 'There cannot be fewer than none.')
  .max(mostPieces, 'Please check this number: it is too high.')

const slugField = z
  .string('Please enter an address.')
  .trim()
  .regex(slugPattern, 'Please use small letters, digits and single hyphens.')
  .max(120, 'Please use at most 120 characters.')

const longText = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Please use at most ${most.toLocaleString('en-US')} characters.`)
    .refine((text) => !text.includes('\0'), 'This text holds a character that cannot be used.')

const descriptionField = longText(5000)
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
  weightG: z.number().positive('Please enter a weight above zero.').max(10_000_000).nullable().default(null),
  sizeMm: z
    .array(z.number().positive('Please enter sizes above zero.').max(100_000))
    .length(3, 'Please enter length, width and height.')
    .nullable()
    .default(null),
  treatment: z.enum(treatments, 'Please choose a treatment.').default('none'),
}

const editableShape = {
  slug: slugField,
  name: typedLine('a name', 120),
  description: descriptionField,
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
        productAttributeId: z.int().optional(),
        kind: z.enum(['size', 'color'], 'A choice is a size or a colour.'),
        attributeValue: typedLine('a name for the choice', 40),
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
    .array(z.object({ pictureId: z.int(), alt: optionalLine(300) }))
    .max(mostPictures, `A piece has at most ${mostPictures} pictures.`)
    .default([]),
  relatedIds: z
    .array(z.int())
    .max(relatedLimit, `Please choose at most ${relatedLimit} pieces.`)
    .refine((ids) => uniqueBy(ids, (id) => id), 'Please choose each piece once.')
    .default([]),
  isArchived: z.boolean().default(false),
}

export const newProductSchema = z.object(editableShape).meta({ id: 'ProductToAdd' })

/** `stockRead` and `quantityRead` are what the editor was shown: pieces sold since are not put back: see 0044. */
export const productChangeSchema = z
  .object({ ...editableShape, version: z.int(), stockRead: piecesField.optional() })
  .meta({ id: 'ProductToChange' })

export const quickChangeSchema = z
  .object({
    version: z.int(),
    price: priceField.optional(),
    priceInUSD: priceField.optional(),
    stock: piecesField.optional(),
    stockRead: piecesField.optional(),
  })
  .meta({ id: 'QuickProductChange' })

export const versionSchema = z.object({ version: z.int() }).meta({ id: 'VersionRead' })

export type NewProduct = z.output<typeof newProductSchema>
export type ProductChange = z.output<typeof productChangeSchema>
export type QuickChange = z.output<typeof quickChangeSchema>

export const productRecordSchema = z
  .object({
    productId: z.int(),
    version: z.int(),
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
        productAttributeId: z.int(),
        kind: z.enum(['size', 'color']),
        attributeValue: z.string(),
        productQuantity: z.int(),
      }),
    ),
    facts: factsSchema,
    images: z.array(z.object({ pictureId: z.int(), alt: z.string(), picture: pictureSchema })),
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
  tag: z.string().trim().max(60).optional(),
})

export type ProductListQuery = z.output<typeof productListSchema>

const productRowSchema = z.object({
  productId: z.int(),
  version: z.int(),
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
