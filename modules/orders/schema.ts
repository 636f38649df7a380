import { z } from 'zod'
import { cartSchema, noteSchema } from '#modules/cart/schema.ts'
import { idField, lookupText, moneyField } from '#shared/fields.ts'
import type { Currency } from '#shared/money.ts'
import type { Mover, OrderState } from './statuses.ts'

export const cashOnDelivery = 0
export const mostOrdersListed = 100

export const orderIdSchema = idField('There is no such order.')

export const orderRequestSchema = z
  .object({
    shoppingCartId: idField('Please say which bag.'),
    addressId: idField('Please select an address'),
    method: z.literal(cashOnDelivery, 'Only cash on delivery is offered.'),
    currency: z.enum(['USD', 'NPR'], 'The currency is USD or NPR.').default('USD'),
    note: noteSchema.optional(),
    isGift: z
      .boolean('Please say whether this is a gift with true or false.')
      .optional()
      .meta({ description: 'No prices go into the parcel, and the note is printed on its packing slip' }),
    shownTotal: moneyField('an amount', 1e13)
      .optional()
      .meta({ description: 'What the buyer was shown, in `currency`: another total today refuses the order' }),
  })
  .meta({ id: 'OrderToPlace' })

export type OrderRequest = z.infer<typeof orderRequestSchema>

/** What may stand in the header `Idempotency-Key`. */
export const keySchema = lookupText(200)
  .regex(/^[\x21-\x7e]+$/, 'The idempotency key is up to 200 letters, digits and signs.')
  .optional()

/** A copy of its own; what was left empty, or forgotten with the person, is ''. */
export type OrderAddress = z.infer<typeof orderAddressSchema>

export type OrderLine = {
  productId: number
  attributeId: number | null
  productName: string
  slug: string
  categoryId: number
  attributeValue: string | null
  imageUrl: string | null
  unitNpr: number
  unitUsd: number
  quantity: number
  /** False where it is made for this order: then it was never on the shelf, and does not go back there. */
  fromStock?: boolean
}

export type OrderMove = { from: OrderState | null; to: OrderState; by: Mover; at: string }

/** Who carries it; the number is empty where the courier gave none. */
export type Shipment = { courier: string; trackingNumber: string }

/** An order in the shop's own terms: frozen but for its state and how it travels. */
export type Order = {
  id: string
  number: number
  state: OrderState
  currency: Currency
  shippingNpr: number
  shippingUsd: number
  totalNpr: number
  totalUsd: number
  address: OrderAddress
  note: string
  isGift: boolean
  placedAt: string
  shipment: Shipment | null
  lines: OrderLine[]
  history: OrderMove[]
}

const text = z.string().nullable()

const orderAddressSchema = z
  .object({
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
  .meta({ id: 'OrderAddress' })

export const orderSchema = z
  .object({
    orderId: z.string(),
    orderNumber: z.string(),
    orderDate: z.string(),
    totalAmount: z.number().meta({ description: 'In Nepalese rupees, with shipping' }),
    totalPriceInUSD: z.number(),
    shippingFee: z.number(),
    shippingFeeInUSD: z.number(),
    currency: z.enum(['USD', 'NPR']),
    payment: z.object({ method: z.int(), status: z.int().min(0).max(5) }),
    address: orderAddressSchema,
    note: z.string(),
    isGift: z
      .boolean()
      .meta({ description: 'No prices go into the parcel, and `note` is printed on its packing slip' }),
    canCancel: z.boolean(),
    shipment: z.object({ courier: z.string(), trackingNumber: z.string() }).nullable(),
    orderItems: z.array(
      z.object({
        productId: z.int(),
        productImage: text,
        productName: z.string(),
        slugs: z.string(),
        categoryId: z.int(),
        attributeValue: text,
        unitPrice: z.number(),
        unitPriceInUSD: z.number(),
        quantity: z.int(),
        totalPrice: z.number(),
        totalPriceInUSD: z.number(),
      }),
    ),
    history: z.array(
      z.object({ from: z.int().nullable(), to: z.int(), by: z.enum(['customer', 'shop']), at: z.string() }),
    ),
  })
  .meta({ id: 'Order' })

export const orderListSchema = z.array(orderSchema).meta({ id: 'Orders' })

export const orderedAgainSchema = z
  .object({
    cart: cartSchema,
    leftOut: z.array(
      z.object({
        productName: z.string(),
        attributeValue: text,
        wanted: z.int(),
        added: z.int(),
        reason: z.enum(['gone', 'soldOut', 'short']),
      }),
    ),
  })
  .meta({ id: 'OrderedAgain' })

export type LeftOut = z.infer<typeof orderedAgainSchema>['leftOut'][number]
