import * as z from 'zod/mini'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import { integerIdFromText } from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'

const waitingItem = z.object({
  productId: z.int(),
  name: z.string(),
  variantId: z.nullable(z.int()),
  variant: z.nullable(z.string()),
  stock: z.int(),
  isArchived: z.boolean().check(z.meta({ description: 'No emails are sent while the product is archived' })),
  waiting: z.int().check(z.meta({ description: 'Confirmed requests' })),
  since: z.string().check(z.meta({ description: 'When the oldest of them was made' })),
})

export type WaitingItem = z.infer<typeof waitingItem>

const querySchema = z.extend(z.pick(listQuery(), { page: true, size: true }), {
  productId: z.optional(integerIdFromText('There is no such product.')),
})

export type WaitingQuery = z.output<typeof querySchema>

export const listWaiting = endpoint({
  method: 'get',
  path: '/admin/stock-alerts',
  audience: 'products',
  summary: 'List the products and variants that people wait for, the most wanted first',
  query: querySchema,
  answer: namedObject('WaitingList', { rows: z.array(waitingItem), page: z.int(), hasMore: z.boolean() }),
})
