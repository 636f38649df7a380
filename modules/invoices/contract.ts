import * as z from 'zod/mini'
import { namedObject } from '#shared/endpoint.ts'

/** Everything printed on the document, frozen when it is issued. Amounts are in minor units. */
const documentSchema = z.object({
  kind: z.enum(['invoice', 'credit note']),
  number: z.string(),
  issuedOn: z.string(),
  orderNumber: z.string(),
  orderedOn: z.string(),
  /** The number of the invoice that a credit note credits, or of the credit note that an invoice replaces. */
  refersTo: z.string(),
  reason: z.string(),
  currency: z.enum(['USD', 'NPR']),
  seller: z.object({ name: z.string(), lines: z.array(z.string()) }),
  buyer: z.array(z.string()),
  lines: z.array(
    z.object({ name: z.string(), variant: z.string(), quantity: z.int(), unit: z.int(), amount: z.int() }),
  ),
  discount: z.int(),
  /** Missing if there was no code. */
  discountCode: z.optional(z.string()),
  shipping: z.int(),
  total: z.int(),
  vat: z.nullable(z.object({ percent: z.int(), net: z.int(), amount: z.int() })),
})

export type InvoiceDocument = z.infer<typeof documentSchema>
export type InvoiceKind = InvoiceDocument['kind']

export const invoiceSchema = namedObject('Invoice', {
  id: z.int(),
  kind: z.enum(['invoice', 'credit note']),
  number: z.string(),
  issuedAt: z.string(),
  currency: z.enum(['USD', 'NPR']),
  total: z.number(),
})

export const invoiceDocumentSchema = namedObject('InvoiceDocument', {
  document: z
    .string()
    .check(z.meta({ description: 'The document as it was issued, as JSON: these bytes never change' })),
})

export type WireInvoice = z.infer<typeof invoiceSchema>
