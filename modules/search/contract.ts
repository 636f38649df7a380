import * as z from 'zod/mini'
import { customerRowSchema } from '#modules/accounts/admin-contract.ts'
import { productRowSchema } from '#modules/catalog/admin-contract.ts'
import { enquiryRowSchema } from '#modules/enquiries/admin-contract.ts'
import { adminOrderRowSchema } from '#modules/orders/admin-contract.ts'
import { quoteRecordSchema } from '#modules/quotes/contract.ts'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import { optionalText } from '#shared/fields.ts'

export const maxHits = 5

const group = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ rows: z.array(row), hasMore: z.boolean() }).check(z.meta({ description: `At most ${maxHits} rows` }))

export const adminSearchSchema = namedObject('AdminSearch', {
  orders: group(adminOrderRowSchema),
  customers: group(customerRowSchema),
  products: group(productRowSchema),
  enquiries: group(z.omit(enquiryRowSchema, { message: true })),
  quotes: group(
    z.pick(quoteRecordSchema, {
      quoteId: true,
      quoteNumber: true,
      name: true,
      status: true,
      isExpired: true,
      total: true,
      totalInUSD: true,
      createdAt: true,
    }),
  ),
})

export type AdminSearch = z.infer<typeof adminSearchSchema>

export const searchAdmin = endpoint({
  method: 'get',
  path: '/admin/search',
  audience: 'today',
  summary: 'Find orders, customers, products, enquiries and quotes by number, phone, name or email',
  query: z.object({ q: z._default(optionalText(100), '') }),
  answer: adminSearchSchema,
})
