import * as z from 'zod/mini'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import {
  dateField,
  decimalField,
  displayName,
  emailField,
  integerId,
  optionalText,
  priceField,
  rawText,
  uuidField,
  uuidOrUnknown,
  versionField,
  versionSchema,
} from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'

const quoteStatuses = ['draft', 'sent', 'accepted', 'withdrawn'] as const
const units = ['piece', 'kilo'] as const
type Unit = (typeof units)[number]

const statusSchema = z.enum(quoteStatuses, 'There is no such status.')

const quantityField = decimalField('Please enter a quantity.', 3, {
  min: 0.001,
  max: 100_000,
  tooLow: 'Please enter a quantity above zero.',
  tooHigh: 'Please check this quantity: it is too high.',
})

const tierSchema = z.object({ from: quantityField, price: priceField, priceInUSD: priceField })

const quoteLineInput = z
  .object({
    productId: integerId('Please choose a product.'),
    productAttributeId: z._default(z.nullable(integerId('There is no such variant.')), null),
    unit: z.enum(units, 'A price is per item or per kilogram.'),
    quantity: quantityField,
    fromStock: z._default(z.boolean(), false),
    tiers: z
      .array(tierSchema)
      .check(z.minLength(1, 'Please enter a price.'), z.maxLength(6, 'Please use at most six price tiers.')),
  })
  .check(
    z.superRefine(({ unit, quantity, fromStock, tiers }, context) => {
      const addIssue = (path: (string | number)[], message: string) =>
        context.addIssue({ code: 'custom', path, message })
      const counts = [quantity, ...tiers.map(({ from }) => from)]
      if (unit === 'piece' && !counts.every(Number.isInteger))
        addIssue(['quantity'], 'Please enter a whole number of items.')
      if (unit === 'kilo' && fromStock) addIssue(['fromStock'], 'Products sold by weight cannot be taken from stock.')
      if (tiers.some(({ from }, index) => index > 0 && from <= (tiers[index - 1]?.from ?? 0)))
        addIssue(['tiers'], 'Each price tier must start above the one before it.')
      if ((tiers[0]?.from ?? 0) > quantity)
        addIssue(['tiers'], 'The first price tier must start at or below the quantity.')
    }),
  )

const editableShape = {
  name: displayName('a name', 120),
  email: emailField,
  validUntil: dateField,
  note: z._default(optionalText(2000), ''),
  shippingFee: priceField,
  shippingFeeInUSD: priceField,
  deposit: z
    ._default(priceField, 0)
    .check(z.meta({ description: 'In Nepalese rupees, at most the total; 0 for none' })),
  depositInUSD: z._default(priceField, 0),
  lines: z
    .array(quoteLineInput)
    .check(z.minLength(1, 'Please add at least one line.'), z.maxLength(50, 'Please use at most 50 lines.')),
}

export const newQuoteSchema = namedObject('QuoteInput', {
  ...editableShape,
  enquiryId: z._default(z.nullable(uuidField('There is no such enquiry.')), null),
})
export const quoteChangeSchema = namedObject('QuoteChange', { ...editableShape, version: versionField })

export type NewQuote = z.output<typeof newQuoteSchema>
export type QuoteChange = z.output<typeof quoteChangeSchema>

const quoteLine = z.object({
  productId: z.int(),
  productAttributeId: z.nullable(z.int32()),
  productName: z.string(),
  attributeValue: z.nullable(z.string()),
  imageURL: z.nullable(z.string()),
  unit: z.enum(units),
  quantity: z.number(),
  fromStock: z.boolean(),
  tiers: z.array(z.object({ from: z.number(), price: z.number(), priceInUSD: z.number() })),
  total: z.number(),
  totalInUSD: z.number(),
})

const quoteShape = {
  quoteNumber: z.string(),
  version: z.int32(),
  status: statusSchema,
  name: z.string(),
  validUntil: z.string(),
  isExpired: z.boolean(),
  note: z.string(),
  lines: z.array(quoteLine),
  shippingFee: z.number(),
  shippingFeeInUSD: z.number(),
  deposit: z.number().check(z.meta({ description: 'Due before the shop begins; 0 for none' })),
  depositInUSD: z.number(),
  total: z.number().check(z.meta({ description: 'In Nepalese rupees, with shipping' })),
  totalInUSD: z.number(),
}

/** The fields of a quote that its public page shows. */
export const quoteSchema = z.object(quoteShape).register(z.globalRegistry, { id: 'Quote' })

export const quoteRecordSchema = namedObject('QuoteRecord', {
  ...quoteShape,
  quoteId: z.string(),
  token: z.string(),
  email: z.string(),
  enquiryId: z.nullable(z.string()),
  orderId: z.nullable(z.string()),
  customer: z
    .nullable(z.object({ userId: z.string(), name: z.string() }))
    .check(z.meta({ description: 'The account that accepted the quote, or the account with its email address' })),
  createdAt: z.string(),
})

export const quoteListQuerySchema = z.extend(listQuery(), {
  status: z.optional(statusSchema),
  enquiryId: z.optional(uuidField('There is no such enquiry.')),
  orderId: z.optional(uuidField('There is no such order.')),
  customer: z
    .optional(uuidField('There is no such account.'))
    .check(z.meta({ description: 'Only quotes that this account accepted or that have its email address' })),
})

export const quoteRowsSchema = namedObject('QuoteRows', {
  rows: z.array(quoteRecordSchema),
  page: z.int(),
  hasMore: z.boolean(),
})

export const acceptQuoteInputSchema = namedObject('QuoteAcceptance', {
  version: versionField,
  addressId: uuidField('Please select an address'),
  currency: z._default(z.enum(['USD', 'NPR'], 'The currency is USD or NPR.'), 'USD'),
})

export const acceptedQuoteSchema = namedObject('QuoteAccepted', { orderId: z.string(), orderNumber: z.string() })

export type Quote = z.infer<typeof quoteSchema>
export type QuoteRecord = z.infer<typeof quoteRecordSchema>
export type QuoteListQuery = z.output<typeof quoteListQuerySchema>
export type Acceptance = z.output<typeof acceptQuoteInputSchema>

/** Stored as JSON; money is in minor units, and names and pictures are copied when the quote is saved. */
export type StoredLine = {
  productId: number
  attributeId: number | null
  productName: string
  attributeValue: string | null
  imageUrl: string | null
  unit: Unit
  quantity: number
  fromStock: boolean
  tiers: Tier[]
}
export type Tier = { from: number; npr: number; usd: number }

const params = z.object({ quoteId: uuidOrUnknown })

const linkParams = z.object({ token: rawText(200) })

export const getQuote = endpoint({
  method: 'get',
  path: '/quotes/{token}',
  audience: 'public',
  summary: 'Get a quote by the token of its link',
  errors: ['notFound'],
  params: linkParams,
  answer: quoteSchema,
})

export const acceptQuote = endpoint({
  method: 'post',
  path: '/quotes/{token}/accept',
  audience: 'customer',
  summary: 'Accept a quote; repeating it gives the same order',
  errors: ['notFound', 'conflict'],
  current: quoteSchema,
  params: linkParams,
  body: acceptQuoteInputSchema,
  answer: acceptedQuoteSchema,
  status: 201,
})

export const listQuotes = endpoint({
  method: 'get',
  path: '/admin/quotes',
  audience: 'quotes',
  summary: 'List quotes, newest first, or find them by number, name, email or phone',
  query: quoteListQuerySchema,
  answer: quoteRowsSchema,
})

export const createQuote = endpoint({
  method: 'post',
  path: '/admin/quotes',
  audience: 'quotes',
  summary: 'Create a quote; the buyer sees it after it is sent',
  errors: ['notFound'],
  body: newQuoteSchema,
  answer: quoteRecordSchema,
  status: 201,
})

export const getAdminQuote = endpoint({
  method: 'get',
  path: '/admin/quotes/{quoteId}',
  audience: 'quotes',
  summary: 'Get a quote with everything that can be edited',
  errors: ['notFound'],
  params,
  answer: quoteRecordSchema,
})

export const updateQuote = endpoint({
  method: 'put',
  path: '/admin/quotes/{quoteId}',
  audience: 'quotes',
  summary: 'Change a quote that is not accepted yet',
  errors: ['notFound', 'conflict'],
  current: quoteRecordSchema,
  params,
  body: quoteChangeSchema,
  answer: quoteRecordSchema,
})

export const sendQuote = endpoint({
  method: 'post',
  path: '/admin/quotes/{quoteId}/send',
  audience: 'quotes',
  summary: 'Send a quote by email',
  errors: ['notFound', 'conflict'],
  current: quoteRecordSchema,
  params,
  body: versionSchema,
  answer: quoteRecordSchema,
})

export const withdrawQuote = endpoint({
  method: 'post',
  path: '/admin/quotes/{quoteId}/withdraw',
  audience: 'quotes',
  summary: 'Withdraw a quote; its link stops working',
  errors: ['notFound', 'conflict'],
  current: quoteRecordSchema,
  params,
  body: versionSchema,
  answer: quoteRecordSchema,
})
