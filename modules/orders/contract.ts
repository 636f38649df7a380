import * as z from 'zod/mini'
import { cartSchema, noteSchema } from '#modules/cart/contract.ts'
import { type OrderCertificate, stateSchema } from '#modules/certificates/states.ts'
import { invoiceDocumentSchema } from '#modules/invoices/contract.ts'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import { moneyField, rawText, uuidField, uuidOrUnknown } from '#shared/fields.ts'
import type { Currency } from '#shared/money.ts'
import { maxStatusCode, type OrderStatus, type TransitionedBy } from './statuses.ts'

export const cashOnDelivery = 0
export const maxOrdersListed = 100

export const orderIdSchema = uuidField('There is no such order.')

export const orderRequestSchema = namedObject('OrderRequest', {
  shoppingCartId: uuidField('Please enter the id of the cart.'),
  addressId: uuidField('Please select an address'),
  method: z.literal(cashOnDelivery, 'The only payment method is cash on delivery (0).'),
  currency: z._default(z.enum(['USD', 'NPR'], 'The currency is USD or NPR.'), 'USD'),
  note: z.optional(noteSchema),
  isGift: z
    .optional(z.boolean('isGift must be true or false.'))
    .check(z.meta({ description: 'No prices go into the parcel, and the note is printed on its packing slip' })),
  shownTotal: z.optional(moneyField('an amount', 1e13)).check(
    z.meta({
      description: 'The total shown to the buyer, in `currency`; if the current total differs, the call fails with 409',
    }),
  ),
})

export type OrderRequest = z.infer<typeof orderRequestSchema>

/** Value of the header `Idempotency-Key`. */
export const requiredIdempotencyKey = rawText(200, 'Please send an idempotency key.').check(
  z.regex(/^[\x21-\x7e]+$/, 'The idempotency key has up to 200 printable ASCII characters without spaces.'),
)
export const idempotencyKeySchema = z.optional(requiredIdempotencyKey)

/** Copied from the address book when the order is placed; empty or anonymized fields are ''. */
export type OrderAddress = z.infer<typeof orderAddressSchema>

export type OrderLine = {
  /** Its place in the order, from 1. */
  position: number
  productId: number
  variantId: number | null
  productName: string
  slug: string
  categoryId: number
  variantValue: string | null
  imageUrl: string | null
  unitNpr: number
  unitUsd: number
  quantity: number
  /** How many came back. */
  returned: number
  /** How many of those went back to stock. */
  restocked: number
  /** False for products made to order: their stock is neither taken nor restored. */
  fromStock: boolean
}

export type OrderTransition = { from: OrderStatus | null; to: OrderStatus; by: TransitionedBy; at: string }

/** `trackingNumber` is empty if the courier gave none. */
export type Shipment = { courierId: number; courier: string; trackingNumber: string }

export const orderSources = ['web', 'quote', 'phone', 'instagram', 'counter'] as const
export type OrderSource = (typeof orderSources)[number]

/** Domain form of an order. Amounts without a currency in their name are in the currency of the order. */
export type Order = {
  id: string
  number: number
  /** Raised by every change. */
  version: number
  status: OrderStatus
  source: OrderSource
  currency: Currency
  shippingNpr: number
  shippingUsd: number
  discountNpr: number
  discountUsd: number
  /** The discount and its code when the order was placed; null if there was no code. */
  discountId: number | null
  discountCode: string | null
  totalNpr: number
  totalUsd: number
  depositDue: number
  paid: number
  refunded: number
  /** Owed by the buyer, but given up. */
  writtenOff: number
  /** The value of the returned products; the whole total if everything came back. */
  returnedAmount: number
  /** Collected by the courier and not yet handed over. */
  withCourier: number
  address: OrderAddress
  note: string
  isGift: boolean
  placedAt: string
  shipment: Shipment | null
  lines: OrderLine[]
  /** In the order of the lines; empty for an order that was placed before certificates existed. */
  certificates: OrderCertificate[]
  history: OrderTransition[]
}

const text = z.nullable(z.string())

export const statusCodeSchema = z.int().check(z.minimum(0), z.maximum(maxStatusCode))

const orderAddressSchema = namedObject('OrderAddress', {
  firstName: z.string(),
  lastName: z.string(),
  company: z.string(),
  phone: z.string(),
  email: z.string(),
  country: z.string(),
  state: z.string(),
  city: z.string(),
  streetAddress: z.string(),
  zipCode: z.string(),
})

export const orderSchema = namedObject('Order', {
  orderId: z.string(),
  orderNumber: z.string(),
  orderDate: z.string(),
  totalAmount: z.number().check(z.meta({ description: 'In Nepalese rupees, with shipping' })),
  totalPriceInUSD: z.number(),
  shippingFee: z.number(),
  shippingFeeInUSD: z.number(),
  discount: z.number(),
  discountInUSD: z.number(),
  discountCode: z.nullable(z.string()),
  currency: z.enum(['USD', 'NPR']),
  payment: z
    .object({ method: z.int(), status: statusCodeSchema, paid: z.number(), refunded: z.number(), owed: z.number() })
    .check(z.meta({ description: 'Amounts are in the currency of the order' })),
  address: orderAddressSchema,
  note: z.string(),
  isGift: z
    .boolean()
    .check(z.meta({ description: 'No prices go into the parcel, and `note` is printed on its packing slip' })),
  canCancel: z.boolean(),
  shipment: z.nullable(z.object({ courier: z.string(), trackingNumber: z.string() })),
  orderItems: z.array(
    z.object({
      position: z.int().check(z.meta({ description: 'Of the line in the order; stays when the order is changed' })),
      productId: z.int(),
      attributeId: z.nullable(z.int()),
      productImage: text,
      productName: z.string(),
      slugs: z.string(),
      categoryId: z.int(),
      attributeValue: text,
      unitPrice: z.number(),
      unitPriceInUSD: z.number(),
      quantity: z.int(),
      returnedQuantity: z.int(),
      isFromStock: z.boolean().check(z.meta({ description: 'False for a product made to order' })),
      totalPrice: z.number(),
      totalPriceInUSD: z.number(),
    }),
  ),
  certificates: z
    .array(z.object({ position: z.int(), unit: z.int(), code: z.string(), state: stateSchema }))
    .check(z.meta({ description: 'One for each unit of a line, `position` being that of the line' })),
  history: z.array(
    z.object({ from: z.nullable(z.int()), to: z.int(), by: z.enum(['customer', 'shop']), at: z.string() }),
  ),
})

export const orderListSchema = z.array(orderSchema).register(z.globalRegistry, { id: 'Orders' })

export const reorderSchema = namedObject('ReorderResult', {
  cart: cartSchema,
  leftOut: z.array(
    z.object({
      productName: z.string(),
      attributeValue: text,
      requested: z.int(),
      added: z.int(),
      reason: z.enum(['gone', 'soldOut', 'short']),
    }),
  ),
})

export type ReorderShortage = z.infer<typeof reorderSchema>['leftOut'][number]

export const placeOrder = endpoint({
  method: 'post',
  path: '/order',
  audience: 'customer',
  summary: 'Order the content of the cart, once per idempotency key',
  description:
    'Checks and lowers the stock, stores the current prices and empties the cart in one transaction. The same `Idempotency-Key` and body give the same order again; the same key with another body gives 409. The only `method` is 0, cash on delivery.',
  errors: ['notFound', 'conflict'],
  headers: z.object({ 'Idempotency-Key': idempotencyKeySchema }),
  body: orderRequestSchema,
  answer: orderSchema,
  status: 201,
})

export const listOrders = endpoint({
  method: 'get',
  path: '/order/{userId}',
  audience: 'customer',
  summary: 'List the orders of the caller, newest first, up to 100 per call',
  params: z.object({ userId: uuidOrUnknown }),
  query: z.object({ before: z.optional(orderIdSchema) }),
  answer: orderListSchema,
})

export const getOrder = endpoint({
  method: 'get',
  path: '/order/{userId}/{orderId}',
  audience: 'customer',
  summary: 'Get an order with its history',
  errors: ['notFound'],
  params: z.object({ userId: uuidOrUnknown, orderId: uuidOrUnknown }),
  answer: orderSchema,
})

export const getOrderInvoices = endpoint({
  method: 'get',
  path: '/order/{userId}/{orderId}/invoices',
  audience: 'customer',
  summary: 'Get the invoices and credit notes of an order, oldest first',
  errors: ['notFound'],
  params: z.object({ userId: uuidOrUnknown, orderId: uuidOrUnknown }),
  answer: z.array(invoiceDocumentSchema).register(z.globalRegistry, { id: 'InvoiceDocuments' }),
})

export const cancelOrder = endpoint({
  method: 'post',
  path: '/order/{orderId}/cancel',
  audience: 'customer',
  summary: 'Cancel an order that is still pending, and email the customer',
  errors: ['notFound', 'conflict'],
  params: z.object({ orderId: uuidOrUnknown }),
  answer: orderSchema,
})

export const reorder = endpoint({
  method: 'post',
  path: '/order/{orderId}/again',
  audience: 'customer',
  summary: 'Add the products of an order to the cart, as far as they are available',
  errors: ['notFound', 'conflict'],
  params: z.object({ orderId: uuidOrUnknown }),
  answer: reorderSchema,
})
