import * as z from 'zod/mini'
import { noteSchema } from '#modules/cart/contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { displayName, emailField, moneyField, optionalPhone, uuidField } from '#shared/fields.ts'
import { adminOrderSchema } from './admin-contract.ts'
import { counterBuyerSchema, deliveryAddressSchema, maxLines, productFields, tooManyLines } from './change-contract.ts'
import { requiredIdempotencyKey } from './contract.ts'

export const staffOrderSchema = z
  .object({
    source: z.enum(['phone', 'instagram', 'counter'], 'Please choose where the order comes from.'),
    customerId: z
      ._default(z.nullable(uuidField('There is no such customer.')), null)
      .check(z.meta({ description: 'The account that orders' })),
    newCustomer: z
      ._default(
        z.nullable(
          z.object({ email: emailField, name: displayName('the name of the customer', 160), phone: optionalPhone }),
        ),
        null,
      )
      .check(
        z.meta({
          description:
            'A person with an email: the account with this email, or a new one. Without both, the order has no account.',
        }),
      ),
    currency: z.enum(['USD', 'NPR'], 'The currency is USD or NPR.'),
    lines: z
      .array(z.object(productFields))
      .check(z.minLength(1, 'Please add a product.'), z.maxLength(maxLines, tooManyLines)),
    discount: z
      ._default(moneyField('an amount', 1e11), 0)
      .check(z.meta({ description: 'In the currency of the order' })),
    shipping: z.object({ npr: moneyField('an amount', 1e8), usd: moneyField('an amount', 1e8) }),
    shownTotal: z
      .optional(moneyField('an amount', 1e13))
      .check(z.meta({ description: 'The total that staff saw; if it has changed, the call fails with 409' })),
    address: z
      .optional(deliveryAddressSchema)
      .check(z.meta({ description: 'Needed unless the order is handed over at once' })),
    buyer: z
      .optional(counterBuyerSchema)
      .check(z.meta({ description: 'Who bought over the counter, if there is no address' })),
    note: z._default(noteSchema, ''),
    isGift: z._default(z.boolean(), false),
    handedOver: z
      ._default(z.boolean(), false)
      .check(z.meta({ description: 'Paid and handed over in the shop: the order is delivered at once' })),
  })
  .check(
    z.refine(({ handedOver, source }) => !handedOver || source === 'counter', {
      path: ['handedOver'],
      message: 'Only an order over the counter is handed over at once.',
    }),
    z.refine(({ handedOver, address }) => handedOver || address, {
      path: ['address'],
      message: 'Please enter the address of the customer.',
    }),
    z.refine(({ customerId, newCustomer }) => !customerId || !newCustomer, {
      path: ['newCustomer'],
      message: 'Please choose a customer or enter a new one.',
    }),
  )
  .register(z.globalRegistry, { id: 'StaffOrder' })

export type StaffOrderInput = z.output<typeof staffOrderSchema>

export const placeStaffOrder = endpoint({
  method: 'post',
  path: '/admin/orders',
  audience: 'orderChanges',
  summary: 'Enter an order that came by phone, by Instagram or over the counter, once per idempotency key',
  errors: ['conflict'],
  headers: z.object({ 'Idempotency-Key': requiredIdempotencyKey }),
  body: staffOrderSchema,
  answer: adminOrderSchema,
  status: 201,
})
