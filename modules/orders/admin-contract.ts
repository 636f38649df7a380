import * as z from 'zod/mini'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import {
  dateField,
  integerIdFromText,
  optionalLine,
  optionalText,
  requiredLine,
  uuidField,
  uuidOrUnknown,
} from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'
import { orderSchema, statusCodeSchema } from './contract.ts'
import { openStatuses, orderStatuses } from './statuses.ts'

/** Open orders are counted up to this number, because counting all of them is slow. */
export const maxCounted = 100

const status = z.enum(orderStatuses, 'There is no such status.')

export const adminOrdersQuerySchema = z.extend(listQuery(), {
  status: z.optional(status),
  product: z.optional(integerIdFromText('There is no such product.')),
  customer: z.optional(uuidField('There is no such account.')),
  sort: z._default(z.enum(['placed', '-placed'], 'Orders can be sorted by placed or -placed.'), '-placed'),
})

export const adminOrderRowSchema = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  orderDate: z.string(),
  status: statusCodeSchema,
  name: z.string(),
  phone: z.string(),
  place: z.string(),
  itemCount: z.int(),
  currency: z.enum(['USD', 'NPR']),
  totalAmount: z.number(),
  totalPriceInUSD: z.number(),
  courier: z.nullable(z.string()),
  unanswered: z.int().check(z.meta({ description: 'Number of unanswered calls' })),
})

export const adminOrdersPageSchema = namedObject('AdminOrdersPage', {
  rows: z.array(adminOrderRowSchema),
  page: z.int(),
  hasMore: z.boolean(),
  waiting: z
    .object(Object.fromEntries(openStatuses.map((name) => [name, z.int()])))
    .check(z.meta({ description: `Number of orders per open status, counted up to ${maxCounted}` })),
})

export const adminOrderSchema = namedObject('AdminOrder', {
  order: orderSchema,
  buyer: z.object({
    userId: z.nullable(z.string()),
    name: z.string(),
    email: z.string(),
    emailConfirmed: z.boolean(),
  }),
  cashReceivedAt: z.nullable(z.string()),
  notes: z.array(
    z.object({
      id: z.int(),
      at: z.string(),
      author: z.string(),
      kind: z.enum(['note', 'no-answer']),
      text: z.string(),
    }),
  ),
  changedBy: z.array(z.string()).check(
    z.meta({
      description: 'Name of the person who made each transition in the history; empty for a deleted account',
    }),
  ),
  earlier: z
    .object({ orders: z.int(), delivered: z.int(), refused: z.int() })
    .check(z.meta({ description: 'Other orders with this phone number' })),
  next: z.array(z.int()).check(z.meta({ description: 'Statuses that the shop can set next' })),
})

const maxNoteLength = 1000

const noteText = optionalText(maxNoteLength)

export const transitionInputSchema = z
  .object({
    from: status.check(
      z.meta({
        description: 'The expected current status; if the order has another one, the call fails with 409',
      }),
    ),
    to: status,
    courier: z.optional(requiredLine('the courier', 80)),
    trackingNumber: z._default(optionalLine(80), ''),
    message: z._default(noteText, '').check(z.meta({ description: 'A message for the customer, added to the email' })),
  })
  .check(
    z.refine(({ to, courier }) => to !== 'Shipped' || courier, {
      path: ['courier'],
      message: 'Please enter the courier.',
    }),
  )
  .register(z.globalRegistry, { id: 'OrderTransition' })

export const noteInputSchema = z
  .object({ kind: z.enum(['note', 'no-answer']), text: z._default(noteText, '') })
  .check(z.refine(({ kind, text }) => kind !== 'note' || text, { path: ['text'], message: 'Please enter a note.' }))
  .register(z.globalRegistry, { id: 'OrderNote' })

const amounts = z.object({ npr: z.number(), usd: z.number() })
const daySums = z.object({ orders: z.int(), received: z.int(), due: amounts, open: amounts })

export const cashQuerySchema = z.extend(listQuery(), { open: z.optional(z.literal('1')) })

export const cashDaysSchema = namedObject('CashDays', {
  rows: z.array(z.extend(daySums, { day: z.string(), courier: z.string() })),
  page: z.int(),
  hasMore: z.boolean(),
})

/** Staff check off a whole day at once, so the default page has the maximum size. */
export const cashDayQuerySchema = z.extend(z.omit(listQuery(100), { q: true }), {
  day: dateField,
  courier: z._default(optionalLine(80), ''),
})

export const cashDaySchema = namedObject('CashDay', {
  rows: z
    .array(z.extend(adminOrderRowSchema, { cashReceivedAt: z.nullable(z.string()) }))
    .check(z.meta({ description: 'Orders with cash not yet received are on the first pages' })),
  page: z.int(),
  hasMore: z.boolean(),
  ...daySums.shape,
})

export const cashReceivedSchema = namedObject('CashReceived', {
  orderIds: z
    .array(uuidField('There is no such order.'))
    .check(z.minLength(1, 'Please choose an order.'), z.maxLength(200)),
  received: z.boolean(),
})

export const cashReceivedResultSchema = namedObject('CashReceivedResult', { changed: z.int() })

export type AdminOrdersQuery = z.output<typeof adminOrdersQuerySchema>
export type AdminOrderRow = z.infer<typeof adminOrderRowSchema>
export type AdminOrdersPage = z.infer<typeof adminOrdersPageSchema>
export type WireAdminOrder = z.infer<typeof adminOrderSchema>
export type TransitionInput = z.output<typeof transitionInputSchema>
export type NoteInput = z.output<typeof noteInputSchema>
export type CashDayQuery = z.output<typeof cashDayQuerySchema>
export type DaySums = z.infer<typeof daySums>
export type CashDays = z.infer<typeof cashDaysSchema>
export type CashDay = z.infer<typeof cashDaySchema>

export const listAdminOrders = endpoint({
  method: 'get',
  path: '/admin/orders',
  audience: 'staff',
  summary: 'List orders by status, product or customer, or find them by number, name, phone or email',
  query: adminOrdersQuerySchema,
  answer: adminOrdersPageSchema,
})

const params = z.object({ orderId: uuidOrUnknown })

export const getAdminOrder = endpoint({
  method: 'get',
  path: '/admin/orders/{orderId}',
  audience: 'staff',
  summary: 'Get an order with notes, transitions and earlier orders from the same phone number',
  errors: ['notFound'],
  params,
  answer: adminOrderSchema,
})

export const changeOrderStatus = endpoint({
  method: 'post',
  path: '/admin/orders/{orderId}/moves',
  audience: 'staff',
  summary: 'Change the status of an order and email the customer',
  errors: ['notFound', 'conflict'],
  params,
  body: transitionInputSchema,
  answer: adminOrderSchema,
})

export const addOrderNote = endpoint({
  method: 'post',
  path: '/admin/orders/{orderId}/notes',
  audience: 'staff',
  summary: 'Add an internal note or an unanswered call to an order',
  errors: ['notFound'],
  params,
  body: noteInputSchema,
  answer: adminOrderSchema,
  status: 201,
})

export const listCashDays = endpoint({
  method: 'get',
  path: '/admin/cash',
  audience: 'staff',
  summary: 'List cash on delivery by courier and day, 30 days per page',
  query: cashQuerySchema,
  answer: cashDaysSchema,
})

export const getCashDay = endpoint({
  method: 'get',
  path: '/admin/cash/day',
  audience: 'staff',
  summary: 'Get the orders that a courier delivered on a day, with the totals of the day',
  query: cashDayQuerySchema,
  answer: cashDaySchema,
})

export const markCashReceived = endpoint({
  method: 'put',
  path: '/admin/cash',
  audience: 'staff',
  summary: 'Mark the cash of delivered orders as received, or undo that',
  body: cashReceivedSchema,
  answer: cashReceivedResultSchema,
})

export const customerSalesSchema = namedObject('CustomerSales', {
  orders: z.int(),
  delivered: z.int(),
  refused: z.int().check(z.meta({ description: 'Orders that were shipped and came back' })),
  spent: amounts.check(z.meta({ description: 'Totals of delivered orders with shipping, each in its own currency' })),
})

export type CustomerSales = z.infer<typeof customerSalesSchema>

export const getCustomerSales = endpoint({
  method: 'get',
  path: '/admin/customers/{userId}/sales',
  audience: 'staff',
  summary: 'Count the orders of an account and what it spent',
  params: z.object({ userId: uuidOrUnknown }),
  answer: customerSalesSchema,
})
