import * as z from 'zod/mini'
import { addressInputSchema } from '#modules/addresses/contract.ts'
import { noteSchema } from '#modules/cart/contract.ts'
import { certificateCodeSchema } from '#modules/certificates/contract.ts'
import { courierIdField } from '#modules/couriers/contract.ts'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import {
  decimalField,
  integerId,
  optionalLine,
  optionalText,
  requiredPhone,
  requiredText,
  uuidField,
  uuidOrUnknown,
  versionField,
} from '#shared/fields.ts'
import { adminOrderSchema } from './admin-contract.ts'

/** The version of the order that the change was made from. */
const version = versionField
const reason = z._default(optionalText(500), '')
const quantity = z
  .int('Please enter a whole number.')
  .check(z.minimum(1, 'Please enter 1 or more.'), z.maximum(100_000, 'Please enter a smaller number.'))
const amount = decimalField('Please enter an amount.', 2, {
  min: 0.01,
  max: 1e11,
  tooLow: 'Please enter an amount above 0.',
  tooHigh: 'Please check this amount: it is too high.',
})
export const productFields = {
  productId: integerId('Please choose a product.'),
  attributeId: z.nullable(integerId('Please choose a variant.')),
  quantity,
}
export const maxLines = 200
export const maxBulkOrders = 100
export const tooManyLines = `An order has at most ${maxLines} products.`

const enteredTwice = 'Please enter each product once.'

/** Lines without a position are new. */
function isEachOnce(lines: { position?: number | undefined }[]): boolean {
  const positions = lines.flatMap(({ position }) => position ?? [])
  return new Set(positions).size === positions.length
}

/** The courier needs a name and a phone number. */
export const deliveryAddressSchema = z
  .extend(addressInputSchema, { phone: requiredPhone })
  .check(
    z.refine(({ firstName, lastName }) => Boolean(firstName || lastName), {
      path: ['firstName'],
      message: 'Please enter the name of the customer.',
    }),
  )
  .register(z.globalRegistry, { id: 'DeliveryAddress' })

export const counterBuyerSchema = z
  .pick(addressInputSchema, { firstName: true, lastName: true, company: true, phone: true, email: true })
  .register(z.globalRegistry, { id: 'CounterBuyer' })

export const correctionInputSchema = namedObject('OrderCorrection', {
  version,
  reason: requiredText(500, 'Please enter a reason.'),
})

export const orderEditSchema = namedObject('OrderEdit', {
  version,
  lines: z
    .array(
      z.object({
        position: z
          .optional(z.int().check(z.minimum(1), z.maximum(32_767)))
          .check(z.meta({ description: 'Of a line that stays; a line without it is added at the current price' })),
        ...productFields,
      }),
    )
    .check(
      z.minLength(1, 'An order needs at least one product. To remove them all, cancel the order.'),
      z.maxLength(maxLines, tooManyLines),
      z.refine(isEachOnce, enteredTwice),
    ),
  address: z.optional(deliveryAddressSchema).check(z.meta({ description: 'Without it, the address stays' })),
  buyer: z
    .optional(counterBuyerSchema)
    .check(z.meta({ description: 'Of an order over the counter that has no address' })),
  note: noteSchema,
  reason,
})

export const shipmentInputSchema = namedObject('OrderShipment', {
  version,
  courierId: courierIdField,
  trackingNumber: z._default(optionalLine(80), ''),
})

export const replacementInputSchema = namedObject('CertificateReplacement', {
  version,
  code: certificateCodeSchema,
  reason: requiredText(500, 'Please enter a reason.'),
})

const refundFields = { amount, method: z.enum(['cash', 'transfer'], 'Please choose cash or transfer.') }

export const returnInputSchema = namedObject('OrderReturn', {
  version,
  lines: z
    .array(z.object({ position: z.int().check(z.minimum(1), z.maximum(32_767)), quantity, restock: z.boolean() }))
    .check(
      z.minLength(1, 'Please choose what came back.'),
      z.maxLength(maxLines, tooManyLines),
      z.refine(isEachOnce, enteredTwice),
    ),
  reason: requiredText(500, 'Please enter a reason.'),
  keepShipping: z._default(z.boolean(), false),
  refund: z.optional(z.object(refundFields)),
})

export const paymentKinds = ['deposit', 'collected', 'refunded', 'written off', 'courier written off'] as const

export const paymentInputSchema = namedObject('OrderPayment', {
  version,
  kind: z.enum(paymentKinds, 'Please choose what happened.'),
  ...refundFields,
  note: z._default(optionalText(500), ''),
})

export const bulkTransitionSchema = z
  .object({
    to: z.enum(['Confirmed', 'Shipped'], 'Please choose what to do.'),
    courierId: z.optional(courierIdField),
    orderIds: z
      .array(uuidField('There is no such order.'))
      .check(
        z.minLength(1, 'Please choose an order.'),
        z.maxLength(maxBulkOrders, `Please choose at most ${maxBulkOrders} orders.`),
      ),
  })
  .check(
    z.refine(({ to, courierId }) => to !== 'Shipped' || courierId, {
      path: ['courierId'],
      message: 'Please choose a courier.',
    }),
  )
  .register(z.globalRegistry, { id: 'BulkTransition' })

const bulkResultSchema = namedObject('BulkTransitionResult', {
  changed: z.array(z.object({ orderId: z.string(), version: versionField })),
  refused: z.array(z.object({ orderId: z.string(), orderNumber: z.string(), message: z.string() })),
})

export type BulkTransition = z.output<typeof bulkTransitionSchema>
export type BulkResult = z.infer<typeof bulkResultSchema>
export type CorrectionInput = z.output<typeof correctionInputSchema>
export type OrderEdit = z.output<typeof orderEditSchema>
export type ShipmentInput = z.output<typeof shipmentInputSchema>
export type ReturnInput = z.output<typeof returnInputSchema>
export type ReplacementInput = z.output<typeof replacementInputSchema>
export type PaymentInput = z.output<typeof paymentInputSchema>

const params = z.object({ orderId: uuidOrUnknown })

export const takeBackChange = endpoint({
  method: 'post',
  path: '/admin/orders/{orderId}/corrections',
  audience: 'orders',
  summary: 'Take the last change of an order back, with a reason',
  description:
    'Only changes by the shop, and only while nothing irrevocable has happened. The customer gets an email only if the email about the change was sent.',
  errors: ['notFound', 'conflict'],
  params,
  body: correctionInputSchema,
  answer: adminOrderSchema,
  status: 201,
})

export const editOrder = endpoint({
  method: 'put',
  path: '/admin/orders/{orderId}',
  audience: 'orderChanges',
  summary: 'Change lines, address and note of an order that is not shipped yet, and email the customer',
  errors: ['notFound', 'conflict'],
  current: adminOrderSchema,
  params,
  body: orderEditSchema,
  answer: adminOrderSchema,
})

export const changeShipment = endpoint({
  method: 'put',
  path: '/admin/orders/{orderId}/shipment',
  audience: 'orders',
  summary: 'Change the courier or the tracking number of a shipped order',
  description: 'After delivery it also moves the cash that the courier collected, and packers may not do it.',
  errors: ['notFound', 'conflict'],
  params,
  body: shipmentInputSchema,
  answer: adminOrderSchema,
})

export const returnProducts = endpoint({
  method: 'post',
  path: '/admin/orders/{orderId}/returns',
  audience: 'orderChanges',
  summary: 'Take products back, by line and quantity, and refund money',
  errors: ['notFound', 'conflict'],
  params,
  body: returnInputSchema,
  answer: adminOrderSchema,
  status: 201,
})

export const addPayment = endpoint({
  method: 'post',
  path: '/admin/orders/{orderId}/payments',
  audience: 'orderChanges',
  summary: 'Record a deposit, a payment, a refund or an amount that is written off',
  errors: ['notFound', 'conflict'],
  params,
  body: paymentInputSchema,
  answer: adminOrderSchema,
  status: 201,
})

export const replaceCertificate = endpoint({
  method: 'post',
  path: '/admin/orders/{orderId}/certificates',
  audience: 'orderChanges',
  summary: 'Replace a valid certificate of an order by one with a new code',
  errors: ['notFound', 'conflict'],
  params,
  body: replacementInputSchema,
  answer: adminOrderSchema,
  status: 201,
})

export const changeManyOrders = endpoint({
  method: 'post',
  path: '/admin/orders/moves',
  audience: 'orders',
  summary: 'Confirm or ship several orders and email the customers',
  description: 'Each order is changed on its own: the answer says which were changed and why others were not.',
  body: bulkTransitionSchema,
  answer: bulkResultSchema,
})
