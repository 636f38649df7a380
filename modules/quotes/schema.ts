import { z } from 'zod'
import {
  dayField,
  decimalField,
  displayName,
  emailField,
  idField,
  longText,
  priceField,
  rowId,
  versionField,
} from '#shared/fields.ts'
import { listQuery } from '#shared/lists.ts'

const quoteStates = ['draft', 'sent', 'accepted', 'withdrawn'] as const
const units = ['piece', 'kilo'] as const
type Unit = (typeof units)[number]

const stateSchema = z.enum(quoteStates, 'There is no such state.')

const quantityField = decimalField('Please enter a quantity.', 3, {
  min: 0.001,
  max: 100_000,
  tooLow: 'Please enter a quantity above zero.',
  tooHigh: 'Please check this quantity: it is too high.',
})

const tierSchema = z.object({ from: quantityField, price: priceField, priceInUSD: priceField })

const lineSchema = z
  .object({
    productId: rowId('Please choose a piece.'),
    productAttributeId: rowId('There is no such choice.').nullable().default(null),
    unit: z.enum(units, 'A price is per piece or per kilo.'),
    quantity: quantityField,
    fromStock: z.boolean().default(false),
    tiers: z.array(tierSchema).min(1, 'Please enter a price.').max(6, 'Please use at most six steps.'),
  })
  .superRefine(({ unit, quantity, fromStock, tiers }, context) => {
    const complain = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
    const counts = [quantity, ...tiers.map(({ from }) => from)]
    if (unit === 'piece' && !counts.every(Number.isInteger)) complain(['quantity'], 'Pieces are counted whole.')
    if (unit === 'kilo' && fromStock) complain(['fromStock'], 'What is sold by weight is not taken from the shelf.')
    if (tiers.some(({ from }, index) => index > 0 && from <= (tiers[index - 1]?.from ?? 0)))
      complain(['tiers'], 'Each step must begin above the one before.')
    if ((tiers[0]?.from ?? 0) > quantity) complain(['tiers'], 'The first step begins above the quantity.')
  })

const editableShape = {
  name: displayName('a name', 120),
  email: emailField,
  validUntil: dayField,
  note: longText(2000).default(''),
  shippingFee: priceField,
  shippingFeeInUSD: priceField,
  lines: z.array(lineSchema).min(1, 'Please add at least one line.').max(50, 'Please use at most 50 lines.'),
}

export const newQuoteSchema = z
  .object({ ...editableShape, enquiryId: idField('There is no such enquiry.').nullable().default(null) })
  .meta({ id: 'QuoteToWrite' })
export const quoteChangeSchema = z.object({ ...editableShape, version: versionField }).meta({ id: 'QuoteToChange' })

export type NewQuote = z.output<typeof newQuoteSchema>
export type QuoteChange = z.output<typeof quoteChangeSchema>

const shownLine = z.object({
  productId: z.int(),
  productAttributeId: z.int32().nullable(),
  productName: z.string(),
  attributeValue: z.string().nullable(),
  imageURL: z.string().nullable(),
  unit: z.enum(units),
  quantity: z.number(),
  fromStock: z.boolean(),
  tiers: z.array(z.object({ from: z.number(), price: z.number(), priceInUSD: z.number() })),
  total: z.number(),
  totalInUSD: z.number(),
})

const shownShape = {
  quoteNumber: z.string(),
  version: z.int32(),
  state: stateSchema,
  name: z.string(),
  validUntil: z.string(),
  isExpired: z.boolean(),
  note: z.string(),
  lines: z.array(shownLine),
  shippingFee: z.number(),
  shippingFeeInUSD: z.number(),
  total: z.number().meta({ description: 'In Nepalese rupees, with shipping' }),
  totalInUSD: z.number(),
}

/** What whoever holds the link sees. */
export const quoteSchema = z.object(shownShape).meta({ id: 'Quote' })

export const quoteRecordSchema = z
  .object({
    ...shownShape,
    quoteId: z.string(),
    token: z.string(),
    email: z.string(),
    enquiryId: z.string().nullable(),
    orderId: z.string().nullable(),
    createdAt: z.string(),
  })
  .meta({ id: 'QuoteRecord' })

export const quoteListSchema = listQuery()
  .omit({ q: true })
  .extend({ state: stateSchema.optional(), enquiryId: idField('There is no such enquiry.').optional() })

export const quoteRowsSchema = z
  .object({ rows: z.array(quoteRecordSchema), page: z.int(), hasMore: z.boolean() })
  .meta({ id: 'QuoteRows' })

export const acceptanceSchema = z
  .object({
    version: versionField,
    addressId: idField('Please select an address'),
    currency: z.enum(['USD', 'NPR'], 'The currency is USD or NPR.').default('USD'),
  })
  .meta({ id: 'QuoteAcceptance' })

export const acceptedSchema = z.object({ orderId: z.string(), orderNumber: z.string() }).meta({ id: 'QuoteAccepted' })

export type Quote = z.infer<typeof quoteSchema>
export type QuoteRecord = z.infer<typeof quoteRecordSchema>
export type QuoteListQuery = z.output<typeof quoteListSchema>
export type Acceptance = z.output<typeof acceptanceSchema>

/** As it is stored: money in minor units, names and pictures as they were when it was written. */
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
