import * as z from 'zod/mini'
import { namedObject } from '#shared/endpoint.ts'

export const cashKinds = ['collected', 'handed over', 'refunded', 'written off', 'deposit'] as const
export type CashKind = (typeof cashKinds)[number]

export const cashEntrySchema = namedObject('CashEntry', {
  id: z.int(),
  at: z.string(),
  day: z.string(),
  kind: z.enum(cashKinds),
  orderId: z.string(),
  orderNumber: z.string(),
  courier: z
    .nullable(z.string())
    .check(z.meta({ description: 'Null for cash that the shop itself collected or paid out' })),
  currency: z.enum(['USD', 'NPR']),
  amount: z.number().check(z.meta({ description: 'Negative if the entry takes an earlier one back' })),
  method: z.enum(['cash', 'transfer']),
  note: z.string(),
  actor: z.string(),
})

export type CashEntry = z.infer<typeof cashEntrySchema>
