import * as z from 'zod/mini'
import { pictureSchema } from '#modules/media/contract.ts'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import { integerIdFromText, optionalText, priceField, versionField, versionSchema } from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'
import { factsSchema, outlineSchema, variantKinds } from './contract.ts'
import { checkPrices, currentPrices, storedSale } from './price-fields.ts'
import { editableShape, stockField, uncheckedProductSchema } from './product-fields.ts'

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
  images: z.array(
    z.object({
      pictureId: z.int32(),
      alt: z.string(),
      outline: z.nullable(outlineSchema),
      picture: pictureSchema,
    }),
  ),
  turn: z.array(z.object({ pictureId: z.int32(), hash: z.string() })),
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
