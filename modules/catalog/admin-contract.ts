import * as z from 'zod/mini'
import { pictureSchema } from '#modules/media/contract.ts'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import {
  decimalField,
  integerId,
  integerIdFromText,
  optionalLine,
  optionalText,
  priceField,
  requiredLine,
  slugField,
  versionField,
  versionSchema,
} from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'
import { seoFields } from '#shared/seo.ts'
import { tagKey } from '#shared/slugs.ts'
import { factsSchema, maxMeasureLength, relatedLimit, variantKinds } from './contract.ts'
import { curatedListNames, isCuratedList } from './curated-lists.ts'
import { type Fact, mapFacts, maxFactLength, type ProductFacts } from './facts.ts'
import { checkPrices, currentPrices, productPrices, storedSale, variantPrices } from './price-fields.ts'

export const maxPictures = 12
const maxStock = 1_000_000

const uniqueBy = <Item>(items: Item[], key: (item: Item) => unknown) => new Set(items.map(key)).size === items.length

export const stockField = z
  .int('Please enter a whole number.')
  .check(z.minimum(0, 'Please enter 0 or more.'), z.maximum(maxStock, 'Please check this number: it is too high.'))

const noSuchPicture = 'There is no such picture.'
const noSuchProduct = 'There is no such product.'
const noSuchVariant = 'There is no such variant.'

const terms = z.array(requiredLine('a word', 60))
const atMost = (count: number) => `Please enter at most ${count}.`

const wordList = (maxTerms: number) => z._default(terms.check(z.maxLength(maxTerms, atMost(maxTerms))), [])

const maxTags = 30
const ownTags = (tags: string[]) => tags.filter((tag) => !isCuratedList(tagKey(tag)))

/** The tags of the lists do not count: a list can always get a product. */
const tagList = z._default(
  terms.check(
    z.maxLength(maxTags + curatedListNames.length, atMost(maxTags)),
    z.refine((tags) => ownTags(tags).length <= maxTags, atMost(maxTags)),
  ),
  [],
)

const factLine = z.pipe(
  optionalLine(maxFactLength),
  z.transform((text) => text || null),
)

function factField(fact: Fact): z.ZodMiniType {
  if (fact.type === 'option') return z._default(z.enum(fact.options, fact.invalid), fact.options[0])
  if (fact.type === 'text') return z._default(z.nullable(factLine), null)
  const { invalid, decimals, min, max, tooLow, tooHigh } = fact
  const number =
    decimals === 0
      ? z.int(invalid).check(z.minimum(min, tooLow), z.maximum(max, tooHigh))
      : decimalField(invalid, decimals, fact)
  if (fact.type === 'number') return z._default(z.nullable(number), null)
  const dimensions = z.array(number).check(z.length(3, 'Please enter length, width and height.'))
  return z._default(z.nullable(dimensions), null)
}

type FactFields = { [Name in keyof ProductFacts]: z.ZodMiniDefault<z.ZodMiniType<ProductFacts[Name]>> }

const editableShape = {
  slug: slugField,
  name: requiredLine('a name', 120),
  description: optionalText(5000),
  categoryId: z.union([z.literal(1), z.literal(2), z.literal(3)], 'Please choose a category.'),
  ...productPrices,
  stock: stockField.check(z.meta({ description: 'Ignored if the product has variants: their total counts' })),
  tags: tagList,
  colors: wordList(20),
  sizes: wordList(20),
  attributes: z._default(
    z
      .array(
        z.object({
          productAttributeId: z.optional(integerId(noSuchVariant)),
          kind: z.enum(variantKinds, 'A variant is a size or a color.'),
          attributeValue: requiredLine('a name for the variant', 40),
          measure: z._default(
            optionalLine(maxMeasureLength).check(
              z.refine((text) => !/[()]/.test(text), 'Please enter the measure without brackets.'),
            ),
            '',
          ),
          ...variantPrices,
          productQuantity: stockField,
          quantityRead: z.optional(stockField),
        }),
      )
      .check(
        z.maxLength(30, 'A product can have at most 30 variants.'),
        z.refine(
          (variants) => uniqueBy(variants, ({ attributeValue }) => attributeValue.toLowerCase()),
          'Each variant needs a different name.',
        ),
      ),
    [],
  ),
  facts: z.prefault(z.object(mapFacts(factField) as FactFields), {}),
  images: z._default(
    z
      .array(z.object({ pictureId: integerId(noSuchPicture), alt: optionalLine(300) }))
      .check(z.maxLength(maxPictures, `A product can have at most ${maxPictures} pictures.`)),
    [],
  ),
  relatedIds: z._default(
    z.array(integerId(noSuchProduct)).check(
      z.maxLength(relatedLimit, `Please choose at most ${relatedLimit} products.`),
      z.refine((ids) => uniqueBy(ids, (id) => id), 'Please choose each product only once.'),
    ),
    [],
  ),
  isArchived: z._default(z.boolean(), false),
  ...seoFields,
}

/** Without the check of its prices: a schema with such a check cannot be narrowed. */
export const uncheckedProductSchema = z.object(editableShape)

export const newProductSchema = uncheckedProductSchema
  .check(checkPrices)
  .register(z.globalRegistry, { id: 'ProductToAdd' })

/** `stockRead` and `quantityRead` are the stock shown in the form; items sold since then stay sold: see 0020. */
export const productChangeSchema = z
  .object({ ...editableShape, version: versionField, stockRead: z.optional(stockField) })
  .check(checkPrices)
  .register(z.globalRegistry, { id: 'ProductToChange' })

export const quickChangeSchema = namedObject('QuickProductChange', {
  version: versionField,
  price: z.optional(priceField),
  priceInUSD: z.optional(priceField),
  stock: z.optional(stockField),
  stockRead: z.optional(stockField),
})

export type NewProduct = z.output<typeof newProductSchema>
export type ProductChange = z.output<typeof productChangeSchema>
export type QuickChange = z.output<typeof quickChangeSchema>

export const productRecordSchema = namedObject('ProductRecord', {
  productId: z.int(),
  version: z.int32(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  categoryId: z.int(),
  price: z.number(),
  priceInUSD: z.number(),
  ...storedSale,
  saleFrom: z.nullable(z.string()),
  saleUntil: z.nullable(z.string()),
  isSaleActive: z.boolean().check(z.meta({ description: 'Today is a day of the sale' })),
  ...currentPrices,
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
      price: z.nullable(z.number()),
      priceInUSD: z.nullable(z.number()),
      ...storedSale,
      ...currentPrices,
      productQuantity: z.int(),
    }),
  ),
  facts: factsSchema,
  images: z.array(z.object({ pictureId: z.int32(), alt: z.string(), picture: pictureSchema })),
  related: z.array(z.object({ productId: z.int(), name: z.string() })),
  isArchived: z.boolean(),
  seoTitle: z.string(),
  seoDescription: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

export type ProductRecord = z.infer<typeof productRecordSchema>

const productSorts = ['created', '-created', 'name', '-name', 'price', '-price', 'match'] as const

export const productListSchema = z.extend(listQuery(), {
  sort: z
    ._default(z.enum(productSorts, 'There is no such sort order.'), '-created')
    .check(
      z.meta({ description: '`match`: of the 100 newest that match `q`, those first whose name matches it best' }),
    ),
  status: z._default(z.enum(['onsale', 'archived']), 'onsale'),
  category: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(3))),
  stock: z.optional(z.enum(['out', 'low'])),
  tag: z.optional(optionalText(60)),
})

export type ProductListQuery = z.output<typeof productListSchema>

export const productRowSchema = z.object({
  productId: z.int(),
  version: z.int32(),
  slug: z.string(),
  name: z.string(),
  categoryId: z.int(),
  price: z.number(),
  priceInUSD: z.number(),
  ...currentPrices,
  hasPriceRange: z.boolean(),
  stock: z.int(),
  variants: z.int(),
  isArchived: z.boolean(),
  picture: z.nullable(pictureSchema),
})

export const productRowsSchema = namedObject('ProductRows', {
  rows: z.array(productRowSchema),
  page: z.int(),
  hasMore: z.boolean(),
})

export type ProductListRow = z.infer<typeof productRowSchema>

export const listAdminProducts = endpoint({
  method: 'get',
  path: '/admin/products',
  audience: 'products',
  summary: 'List products for editing',
  query: productListSchema,
  answer: productRowsSchema,
})

export const createProduct = endpoint({
  method: 'post',
  path: '/admin/products',
  audience: 'productChanges',
  summary: 'Create a product',
  errors: ['conflict'],
  body: newProductSchema,
  answer: productRecordSchema,
  status: 201,
})

export const productParams = z.object({
  productId: integerIdFromText('There is no such product.'),
})
const params = productParams

export const getAdminProduct = endpoint({
  method: 'get',
  path: '/admin/products/{productId}',
  audience: 'products',
  summary: 'Get a product with everything that can be edited',
  errors: ['notFound'],
  params,
  answer: productRecordSchema,
})

export const updateProduct = endpoint({
  method: 'put',
  path: '/admin/products/{productId}',
  audience: 'productChanges',
  summary: 'Change a product',
  errors: ['notFound', 'conflict'],
  current: productRecordSchema,
  params,
  body: productChangeSchema,
  answer: productRecordSchema,
})

export const updateStockAndPrices = endpoint({
  method: 'put',
  path: '/admin/products/{productId}/quick',
  audience: 'productChanges',
  summary: 'Change the stock or the prices of a product',
  errors: ['notFound', 'conflict'],
  current: productRecordSchema,
  params,
  body: quickChangeSchema,
  answer: productRecordSchema,
})

export const archiveProduct = endpoint({
  method: 'post',
  path: '/admin/products/{productId}/archive',
  audience: 'productChanges',
  summary: 'Archive a product',
  errors: ['notFound', 'conflict'],
  current: productRecordSchema,
  params,
  body: versionSchema,
  answer: productRecordSchema,
})

export const restoreProduct = endpoint({
  method: 'post',
  path: '/admin/products/{productId}/restore',
  audience: 'productChanges',
  summary: 'Restore an archived product',
  errors: ['notFound', 'conflict'],
  current: productRecordSchema,
  params,
  body: versionSchema,
  answer: productRecordSchema,
})

export const duplicateProduct = endpoint({
  method: 'post',
  path: '/admin/products/{productId}/duplicate',
  audience: 'productChanges',
  summary: 'Create a copy of a product',
  errors: ['notFound'],
  params,
  answer: productRecordSchema,
  status: 201,
})
