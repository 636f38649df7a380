import * as z from 'zod/mini'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import { dateField, integerIdFromText, uuidField } from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'
import { adminOrderRowSchema } from './admin-contract.ts'
import { cashEntrySchema, cashKinds } from './cash-entry.ts'

const amounts = z.object({ npr: z.number(), usd: z.number() })
const daySums = z.object({ orders: z.int(), received: z.int(), due: amounts, open: amounts })
const courier = z.nullable(z.string()).check(z.meta({ description: 'Null for cash that the shop itself collected' }))

const cashDaysSchema = namedObject('CashDays', {
  rows: z.array(z.extend(daySums, { day: z.string(), courierId: z.nullable(z.int()), courier, isClosed: z.boolean() })),
  closedUntil: z.nullable(z.string()).check(z.meta({ description: 'The last closed day' })),
  from: z.string().check(z.meta({ description: 'The first day of this page' })),
  page: z.int(),
  hasMore: z.boolean(),
})

/** Staff check off a whole day at once, so the default page has the maximum size. */
const cashDayQuerySchema = z.extend(z.omit(listQuery(100), { q: true }), {
  day: dateField,
  courierId: z.optional(integerIdFromText('There is no such courier.')),
})

const cashDaySchema = namedObject('CashDay', {
  courier,
  rows: z
    .array(z.extend(adminOrderRowSchema, { collected: z.number(), isReceived: z.boolean() }))
    .check(z.meta({ description: 'Orders with cash not yet received are on the first pages' })),
  page: z.int(),
  hasMore: z.boolean(),
  ...daySums.shape,
})

const cashReceivedSchema = namedObject('CashReceived', {
  orderIds: z
    .array(uuidField('There is no such order.'))
    .check(z.minLength(1, 'Please choose an order.'), z.maxLength(200)),
  received: z.boolean(),
})

const cashReceivedResultSchema = namedObject('CashReceivedResult', {
  changed: z.int(),
  orderIds: z
    .array(z.string())
    .check(z.meta({ description: 'The changed orders, without those that were already marked' })),
})

const courierCashSchema = z
  .array(
    z.object({
      courierId: z.int(),
      courier: z.string(),
      orders: z.int().check(z.meta({ description: 'Orders whose cash the courier has not handed over yet' })),
      open: amounts,
    }),
  )
  .register(z.globalRegistry, { id: 'CourierCash' })

const courierOrdersSchema = namedObject('CourierOrders', {
  courier: z.string(),
  orders: z.int(),
  open: amounts,
  rows: z
    .array(
      z.extend(adminOrderRowSchema, {
        day: z.string().check(z.meta({ description: 'The day on which the cash was collected' })),
        open: z.number(),
      }),
    )
    .check(z.meta({ description: 'Oldest orders first' })),
  page: z.int(),
  hasMore: z.boolean(),
})

const ledgerQuerySchema = z.extend(z.omit(listQuery(100), { q: true }), { day: dateField })

const ledgerDaySchema = namedObject('CashLedgerDay', {
  day: z.string(),
  isClosed: z.boolean(),
  closing: z
    .nullable(z.object({ day: z.string(), at: z.string(), actor: z.string() }))
    .check(z.meta({ description: 'The closing of this day, perhaps together with later days' })),
  cashIn: amounts.check(z.meta({ description: 'Cash that came into the shop: collected, handed over and deposits' })),
  cashOut: amounts.check(z.meta({ description: 'Cash that the shop refunded' })),
  sums: z.array(
    z.object({
      kind: z.enum(cashKinds),
      byCourier: z.boolean(),
      currency: z.enum(['USD', 'NPR']),
      method: z.enum(['cash', 'transfer']),
      amount: z.number(),
    }),
  ),
  rows: z.array(cashEntrySchema),
  page: z.int(),
  hasMore: z.boolean(),
})

const closingSchema = namedObject('CashClosing', { day: dateField })

export type CashDayQuery = z.output<typeof cashDayQuerySchema>
export type LedgerQuery = z.output<typeof ledgerQuerySchema>
export type DaySums = z.infer<typeof daySums>
export type CashDays = z.infer<typeof cashDaysSchema>
export type CashDay = z.infer<typeof cashDaySchema>
export type CourierCash = z.infer<typeof courierCashSchema>
export type CourierOrders = z.infer<typeof courierOrdersSchema>
export type LedgerDay = z.infer<typeof ledgerDaySchema>

export const listCashDays = endpoint({
  method: 'get',
  path: '/admin/cash',
  audience: 'cash',
  summary: 'List collected cash by courier and day, 30 days per page',
  query: z.pick(listQuery(), { page: true }),
  answer: cashDaysSchema,
})

export const getCashDay = endpoint({
  method: 'get',
  path: '/admin/cash/day',
  audience: 'cash',
  summary: 'Get the orders whose cash a courier collected on a day, with the totals of the day',
  query: cashDayQuerySchema,
  answer: cashDaySchema,
})

export const listCourierCash = endpoint({
  method: 'get',
  path: '/admin/cash/couriers',
  audience: 'cash',
  summary: 'List the cash that each courier has not handed over yet',
  answer: courierCashSchema,
})

export const getCourierOrders = endpoint({
  method: 'get',
  path: '/admin/cash/couriers/{courierId}',
  audience: 'cash',
  summary: 'Get the orders of all days whose cash a courier has not handed over yet',
  errors: ['notFound'],
  params: z.object({ courierId: integerIdFromText('There is no such courier.') }),
  query: z.omit(listQuery(100), { q: true }),
  answer: courierOrdersSchema,
})

export const markCashReceived = endpoint({
  method: 'put',
  path: '/admin/cash',
  audience: 'cash',
  summary: 'Record that couriers handed over the cash of orders, or take that back',
  body: cashReceivedSchema,
  answer: cashReceivedResultSchema,
})

export const getLedgerDay = endpoint({
  method: 'get',
  path: '/admin/cash/ledger',
  audience: 'cash',
  summary: 'Get the cash entries of a day, newest first, with their sums',
  query: ledgerQuerySchema,
  answer: ledgerDaySchema,
})

export const closeCashDay = endpoint({
  method: 'post',
  path: '/admin/cash/closings',
  audience: 'cash',
  summary: 'Close all days up to this one; later entries belong to later days',
  description: 'A closed day is never opened again.',
  errors: ['conflict'],
  body: closingSchema,
  answer: ledgerDaySchema,
  status: 201,
})
