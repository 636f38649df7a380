import * as z from 'zod/mini'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import { integerId, requiredLine } from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'
import { productParams } from './admin-contract.ts'
import { stockField } from './product-fields.ts'
import { stockMovementKinds } from './stock-item.ts'

const movementSchema = namedObject('StockMovement', {
  id: z.string(),
  at: z.string(),
  variant: z.nullable(z.string()),
  quantity: z.int().check(z.meta({ description: 'Negative if the stock fell' })),
  stockAfter: z.int().check(z.meta({ description: 'Of the variant, if there is one' })),
  kind: z.enum(stockMovementKinds),
  orderId: z.nullable(z.string()),
  orderNumber: z.nullable(z.string()),
  reason: z.string(),
  actor: z.string().check(z.meta({ description: 'The staff member; empty for customers and for the shop itself' })),
})

export const stockHistorySchema = namedObject('StockHistory', {
  productId: z.int(),
  name: z.string(),
  items: z
    .array(z.object({ variantId: z.nullable(z.int()), variant: z.nullable(z.string()), stock: z.int() }))
    .check(z.meta({ description: 'The stock of each variant, or of the product if it has none' })),
  rows: z.array(movementSchema),
  page: z.int(),
  hasMore: z.boolean(),
})

export type StockHistory = z.infer<typeof stockHistorySchema>
export type StockMovement = z.infer<typeof movementSchema>

export const listStockMovements = endpoint({
  method: 'get',
  path: '/admin/products/{productId}/stock',
  audience: 'products',
  summary: 'Get the stock of a product and its changes, newest first',
  errors: ['notFound'],
  params: productParams,
  query: z.pick(listQuery(), { page: true, size: true }),
  answer: stockHistorySchema,
})

export const maxReasonLength = 200

export const stockCorrectionSchema = namedObject('StockCorrection', {
  variantId: z.nullable(integerId('There is no such variant.')),
  stock: stockField,
  stockRead: stockField.check(z.meta({ description: 'The stock that the caller saw' })),
  reason: requiredLine('a reason', maxReasonLength),
})

export type StockCorrection = z.infer<typeof stockCorrectionSchema>

export const correctedStockSchema = namedObject('CorrectedStock', { stock: z.int() })

export const correctStock = endpoint({
  method: 'post',
  path: '/admin/products/{productId}/stock',
  audience: 'productChanges',
  summary: 'Correct the stock of a product or variant, with a reason',
  description: 'Rejected with 409 if the stock is no longer the one that the caller saw.',
  errors: ['notFound', 'conflict'],
  params: productParams,
  body: stockCorrectionSchema,
  answer: correctedStockSchema,
})
