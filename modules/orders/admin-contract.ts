import * as z from 'zod/mini'
import { courierIdField } from '#modules/couriers/contract.ts'
import { invoiceDocumentSchema, invoiceSchema } from '#modules/invoices/contract.ts'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import {
  integerIdFromText,
  moneyField,
  optionalLine,
  optionalText,
  uuidField,
  uuidOrUnknown,
  versionField,
} from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'
import { cashEntrySchema } from './cash-entry.ts'
import { orderListSchema, orderSchema, orderSources, statusCodeSchema } from './contract.ts'
import { openStatuses, orderStatuses } from './statuses.ts'

/** Open orders are counted up to this number, because counting all of them is slow. */
export const maxCounted = 100

const status = z.enum(orderStatuses, 'There is no such status.')

export const adminOrdersQuerySchema = z.extend(listQuery(), {
  status: z.optional(status),
  product: z.optional(integerIdFromText('There is no such product.')),
  customer: z.optional(uuidField('There is no such account.')),
  after: z
    .optional(uuidField('There is no such order.'))
    .check(z.meta({ description: 'Only orders that were placed after this one' })),
  sort: z._default(z.enum(['placed', '-placed'], 'Orders can be sorted by placed or -placed.'), '-placed'),
})

export const adminOrderRowSchema = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  orderDate: z.string(),
  status: statusCodeSchema,
  source: z.enum(orderSources),
  customerId: z.nullable(z.string()).check(z.meta({ description: 'The account that ordered' })),
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

const balanceSchema = z
  .object({
    total: z.number(),
    paid: z.number(),
    refunded: z.number(),
    netPaid: z.number(),
    owed: z.number(),
    toRefund: z.number(),
    writtenOff: z.number(),
    returned: z.number(),
    withCourier: z.number(),
    depositDue: z.number(),
  })
  .check(z.meta({ description: 'In the currency of the order' }))

export const changeKinds = ['status', 'edited', 'shipment', 'returned', 'payment', 'corrected', 'certificate'] as const

const activitySchema = z.object({
  id: z.int(),
  at: z.string(),
  by: z.enum(['customer', 'shop']),
  actor: z.string().check(z.meta({ description: 'Empty for the customer and for a deleted account' })),
  kind: z.enum(changeKinds),
  reason: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
  isTakenBack: z.boolean(),
  corrects: z.nullable(z.int()).check(z.meta({ description: 'The id of the change that this one takes back' })),
})

export const adminOrderSchema = namedObject('AdminOrder', {
  order: orderSchema,
  buyer: z.object({
    userId: z.nullable(z.string()),
    name: z.string(),
    email: z.string(),
    emailConfirmed: z.boolean(),
    isDeleted: z
      .boolean()
      .check(z.meta({ description: 'The account was deleted; an order entered by staff may never have had one' })),
  }),
  version: versionField,
  source: z.enum(orderSources),
  courierId: z.nullable(z.int()),
  balance: balanceSchema,
  notes: z.array(
    z.object({
      id: z.int(),
      at: z.string(),
      author: z.string(),
      kind: z.enum(['note', 'no-answer']),
      text: z.string(),
    }),
  ),
  activity: z.array(activitySchema),
  takesBack: z
    .nullable(z.enum(changeKinds))
    .check(z.meta({ description: 'The kind of the last change, if it was made by the shop and can be taken back' })),
  cash: z.array(cashEntrySchema),
  invoices: z.array(invoiceSchema),
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
    courierId: z.optional(courierIdField),
    trackingNumber: z._default(optionalLine(80), ''),
    collected: z
      .optional(moneyField('an amount', 1e11))
      .check(z.meta({ description: 'What the courier collected, if it is not the whole amount owed' })),
    restock: z
      ._default(z.boolean(), false)
      .check(z.meta({ description: 'Whether returned products go back to stock' })),
    message: z._default(noteText, '').check(z.meta({ description: 'A message for the customer, added to the email' })),
  })
  .check(
    z.refine(({ to, courierId }) => to !== 'Shipped' || courierId, {
      path: ['courierId'],
      message: 'Please choose a courier.',
    }),
  )
  .register(z.globalRegistry, { id: 'OrderTransition' })

export const noteInputSchema = z
  .object({ kind: z.enum(['note', 'no-answer']), text: z._default(noteText, '') })
  .check(z.refine(({ kind, text }) => kind !== 'note' || text, { path: ['text'], message: 'Please enter a note.' }))
  .register(z.globalRegistry, { id: 'OrderNote' })

export type AdminOrdersQuery = z.output<typeof adminOrdersQuerySchema>
export type AdminOrderRow = z.infer<typeof adminOrderRowSchema>
export type AdminOrdersPage = z.infer<typeof adminOrdersPageSchema>
export type WireAdminOrder = z.infer<typeof adminOrderSchema>
export type TransitionInput = z.output<typeof transitionInputSchema>
export type NoteInput = z.output<typeof noteInputSchema>
export const listAdminOrders = endpoint({
  method: 'get',
  path: '/admin/orders',
  audience: 'orders',
  summary: 'List orders by status, product or customer, or find them by number, name, phone or email',
  query: adminOrdersQuerySchema,
  answer: adminOrdersPageSchema,
})

const params = z.object({ orderId: uuidOrUnknown })

export const getAdminOrder = endpoint({
  method: 'get',
  path: '/admin/orders/{orderId}',
  audience: 'orders',
  summary: 'Get an order with notes, transitions and earlier orders from the same phone number',
  errors: ['notFound'],
  params,
  answer: adminOrderSchema,
})

export const changeOrderStatus = endpoint({
  method: 'post',
  path: '/admin/orders/{orderId}/moves',
  audience: 'orders',
  summary: 'Change the status of an order and email the customer',
  errors: ['notFound', 'conflict'],
  params,
  body: transitionInputSchema,
  answer: adminOrderSchema,
})

export const addOrderNote = endpoint({
  method: 'post',
  path: '/admin/orders/{orderId}/notes',
  audience: 'orders',
  summary: 'Add an internal note or an unanswered call to an order',
  errors: ['notFound'],
  params,
  body: noteInputSchema,
  answer: adminOrderSchema,
  status: 201,
})

const maxPrinted = 100

/** Packing slips or address labels of several orders. */
export const listPrintedOrders = endpoint({
  method: 'get',
  path: '/admin/printed-orders',
  audience: 'orders',
  summary: 'Get several orders to print their packing slips or address labels, oldest first',
  query: z.object({
    id: z
      .array(uuidField('There is no such order.'))
      .check(
        z.minLength(1, 'Please choose an order.'),
        z.maxLength(maxPrinted, `Please choose at most ${maxPrinted} orders.`),
      ),
  }),
  repeatable: ['id'],
  answer: orderListSchema,
})

export const getOrderInvoice = endpoint({
  method: 'get',
  path: '/admin/orders/{orderId}/invoices/{invoiceId}',
  audience: 'orders',
  summary: 'Get an invoice or a credit note as it was issued',
  errors: ['notFound'],
  params: z.object({ orderId: uuidOrUnknown, invoiceId: integerIdFromText('There is no such invoice.') }),
  answer: invoiceDocumentSchema,
})

const amounts = z.object({ npr: z.number(), usd: z.number() })

export const customerSalesSchema = namedObject('CustomerSales', {
  orders: z.int(),
  delivered: z.int(),
  refused: z.int().check(z.meta({ description: 'Orders that were shipped and came back' })),
  spent: amounts.check(
    z.meta({
      description: 'Totals of delivered orders with shipping, less returned products, each in its own currency',
    }),
  ),
})

export type CustomerSales = z.infer<typeof customerSalesSchema>

export const getCustomerSales = endpoint({
  method: 'get',
  path: '/admin/customers/{userId}/sales',
  audience: 'customers',
  summary: 'Count the orders of an account and what it spent',
  params: z.object({ userId: uuidOrUnknown }),
  answer: customerSalesSchema,
})
