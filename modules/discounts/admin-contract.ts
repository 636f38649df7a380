import * as z from 'zod/mini'
import { categoryById } from '#shared/categories.ts'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import { integerId, integerIdFromText, maxInteger, moneyField, timestampField, versionField } from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'
import { codeField } from './code.ts'

const maxProducts = 100
const codeRule = 'Please use 4 to 30 letters, digits or hyphens, such as SPRING-10.'

const percentField = z
  .int('Please enter a whole percentage.')
  .check(z.minimum(1, 'Please enter 1 to 100.'), z.maximum(100, 'Please enter 1 to 100.'))
const amountField = moneyField('an amount').check(
  z.refine((amount) => amount > 0, 'Please enter an amount above zero.'),
)
const limitField = z
  .int('Please enter a whole number.')
  .check(z.minimum(1, 'Please enter 1 or more, or leave it empty.'), z.maximum(maxInteger, 'Please enter less.'))
const optional = <Field extends z.ZodMiniType>(field: Field) => z._default(z.nullable(field), null)

const productIds = z
  .array(integerId('There is no such product.'))
  .check(
    z.minLength(1, 'Please choose at least one category or product.'),
    z.maxLength(maxProducts, `Please choose at most ${maxProducts} products, or a category.`),
  )
const categoryIds = z
  .array(integerId('There is no such category.').check(z.refine((id) => categoryById(id) !== undefined)))
  .check(z.minLength(1, 'Please choose at least one category.'), z.maxLength(10))

const editableShape = {
  code: codeField.check(z.regex(/^[A-Z0-9-]{4,30}$/, codeRule)),
  percent: optional(percentField).check(z.meta({ description: 'Either this, or both amounts' })),
  amount: optional(amountField),
  amountInUSD: optional(amountField),
  minimum: z
    ._default(moneyField('an amount'), 0)
    .check(z.meta({ description: 'The lowest subtotal of the cart in Nepalese rupees; 0 for none' })),
  minimumInUSD: z._default(moneyField('an amount'), 0),
  productIds: optional(productIds).check(
    z.meta({ description: 'With `categoryIds`: the discount is for these products and categories; null for all' }),
  ),
  categoryIds: optional(categoryIds),
  startsAt: optional(timestampField),
  endsAt: optional(timestampField),
  maxUses: optional(limitField).check(z.meta({ description: 'By all customers; null for no limit' })),
  maxUsesPerCustomer: optional(limitField),
  firstOrderOnly: z._default(z.boolean(), false),
  isActive: z._default(z.boolean(), true),
}

type Value = { percent: number | null; amount: number | null; amountInUSD: number | null }
type Conditions = { minimum: number; minimumInUSD: number; startsAt: string | null; endsAt: string | null }

const checkDiscount = z.superRefine<Value & Conditions>(
  ({ percent, amount, amountInUSD, minimum, minimumInUSD, startsAt, endsAt }, { addIssue }) => {
    const refuse = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message })
    if (percent !== null && (amount !== null || amountInUSD !== null))
      refuse('percent', 'Please enter either a percentage or amounts.')
    if (percent === null && amount === null && amountInUSD === null)
      refuse('percent', 'Please enter a percentage or amounts.')
    else if (percent === null && amount === null) refuse('amount', 'Please enter the amount in rupees too.')
    else if (percent === null && amountInUSD === null) refuse('amountInUSD', 'Please enter the amount in dollars too.')
    // The buyer chooses the currency.
    if (minimum > 0 && minimumInUSD === 0) refuse('minimumInUSD', 'Please enter the minimum in dollars too.')
    if (minimumInUSD > 0 && minimum === 0) refuse('minimum', 'Please enter the minimum in rupees too.')
    if (startsAt && endsAt && endsAt <= startsAt) refuse('endsAt', 'Please choose an end after the start.')
  },
)

export const newDiscountSchema = z
  .object(editableShape)
  .check(checkDiscount)
  .register(z.globalRegistry, { id: 'NewDiscount' })
export const discountChangeSchema = z
  .object({ ...editableShape, version: versionField })
  .check(checkDiscount)
  .register(z.globalRegistry, { id: 'DiscountChange' })

export const discountStates = ['active', 'scheduled', 'ended', 'used up', 'off'] as const

const discountRecordSchema = namedObject('DiscountRecord', {
  discountId: z.int(),
  version: z.int32(),
  code: z.string(),
  state: z.enum(discountStates),
  percent: z.nullable(z.int()),
  amount: z.nullable(z.number()),
  amountInUSD: z.nullable(z.number()),
  minimum: z.number(),
  minimumInUSD: z.number(),
  products: z.nullable(z.array(z.object({ productId: z.int(), name: z.string() }))),
  categoryIds: z.nullable(z.array(z.int())),
  startsAt: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  maxUses: z.nullable(z.int()),
  maxUsesPerCustomer: z.nullable(z.int()),
  firstOrderOnly: z.boolean(),
  isActive: z.boolean(),
  uses: z.int().check(z.meta({ description: 'Orders with this code that are not canceled' })),
})

export type NewDiscount = z.output<typeof newDiscountSchema>
export type DiscountChange = z.output<typeof discountChangeSchema>
export type DiscountRecord = z.infer<typeof discountRecordSchema>
export type DiscountListQuery = z.output<typeof discountListQuerySchema>

const discountListQuerySchema = listQuery()
const params = z.object({ discountId: integerIdFromText('There is no such discount.') })

export const listDiscounts = endpoint({
  method: 'get',
  path: '/admin/discounts',
  audience: 'discounts',
  summary: 'List discount codes, newest first, or find them by a part of the code',
  query: discountListQuerySchema,
  answer: namedObject('DiscountRows', { rows: z.array(discountRecordSchema), page: z.int(), hasMore: z.boolean() }),
})

export const createDiscount = endpoint({
  method: 'post',
  path: '/admin/discounts',
  audience: 'discounts',
  summary: 'Create a discount code',
  errors: ['conflict'],
  body: newDiscountSchema,
  answer: discountRecordSchema,
  status: 201,
})

export const getDiscount = endpoint({
  method: 'get',
  path: '/admin/discounts/{discountId}',
  audience: 'discounts',
  summary: 'Get a discount code',
  errors: ['notFound'],
  params,
  answer: discountRecordSchema,
})

export const updateDiscount = endpoint({
  method: 'put',
  path: '/admin/discounts/{discountId}',
  audience: 'discounts',
  summary: 'Change a discount code; orders keep the discount they have',
  errors: ['notFound', 'conflict'],
  current: discountRecordSchema,
  params,
  body: discountChangeSchema,
  answer: discountRecordSchema,
})
