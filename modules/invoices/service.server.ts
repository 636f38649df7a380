import { isDeepStrictEqual } from 'node:util'
import type { Db } from '#platform/db.server.ts'
import { shopDay } from '#shared/days.ts'
import { ShopError } from '#shared/errors.ts'
import { type Currency, toWire } from '#shared/money.ts'
import type { InvoiceDocument, InvoiceKind, WireInvoice } from './contract.ts'
import { fiscalYearOf, invoiceNumber } from './fiscal-year.ts'
import { documentsOf, findInvoice, insertInvoice, invoicesOf, type StoredInvoice, takeNumber } from './repo.server.ts'

/** The seller as in the settings, frozen on each document. */
export type Seller = {
  name: string
  lines: string[]
  isVatRegistered: boolean
  /** Month and day, such as 07-16. */
  fiscalYearStart: string
}

type SellerSettings = {
  shopName: string
  sellerName: string
  sellerAddress: string
  taxNumber: string
  phone: string
  shopEmail: string
  vatRegistered: boolean
  fiscalYearStart: string
}

export function sellerOf(settings: SellerSettings): Seller {
  const { shopName, sellerName, sellerAddress, taxNumber, phone, shopEmail, vatRegistered, fiscalYearStart } = settings
  return {
    name: sellerName || shopName,
    lines: [sellerAddress, phone, shopEmail, taxNumber && `PAN/VAT ${taxNumber}`].filter(Boolean),
    isVatRegistered: vatRegistered,
    fiscalYearStart,
  }
}

/** What an invoice or a credit note is about. Amounts are in minor units. */
export type InvoiceContent = Pick<
  InvoiceDocument,
  'orderNumber' | 'orderedOn' | 'buyer' | 'lines' | 'discount' | 'discountCode' | 'shipping' | 'total'
> & { currency: Currency }

type Issue = { orderId: string; at: Date; seller: Seller; content: InvoiceContent }
type Reference = { reason: string; refersTo: string; credits: number | null }

const vatPercent = 13

/** VAT is included in the prices. */
function vatIn(total: number, seller: Seller): InvoiceDocument['vat'] {
  if (!seller.isVatRegistered) return null
  const amount = Math.round((total * vatPercent) / (100 + vatPercent))
  return { percent: vatPercent, net: total - amount, amount }
}

async function issue(tx: Db, kind: InvoiceKind, { orderId, at, seller, content }: Issue, reference: Reference) {
  const issuedOn = shopDay(at)
  const fiscalYear = fiscalYearOf(issuedOn, seller.fiscalYearStart)
  const number = await takeNumber(tx, kind, fiscalYear)
  const vat = vatIn(content.total, seller)
  const document: InvoiceDocument = {
    kind,
    number: invoiceNumber(kind, fiscalYear, number),
    issuedOn,
    refersTo: reference.refersTo,
    reason: reference.reason,
    seller: { name: seller.name, lines: seller.lines },
    ...content,
    vat,
  }
  await insertInvoice(tx, {
    kind,
    fiscalYear,
    number,
    orderId,
    credits: reference.credits,
    issuedAt: at,
    currency: content.currency,
    total: content.total,
    vat: vat?.amount ?? 0,
    document: JSON.stringify(document),
  })
}

const documentOf = ({ document }: StoredInvoice) => JSON.parse(document) as InvoiceDocument
const contentOf = ({ orderNumber, orderedOn, buyer, lines, discount, shipping, total, ...rest }: InvoiceContent) => ({
  orderNumber,
  orderedOn,
  buyer,
  lines,
  discount,
  discountCode: rest.discountCode,
  shipping,
  total,
  currency: rest.currency,
})

/** The invoices that are not credited in whole, with what is left of each. */
function openInvoices(issued: StoredInvoice[]): { invoice: StoredInvoice; left: number }[] {
  return issued
    .filter(({ kind }) => kind === 'invoice')
    .map((invoice) => ({
      invoice,
      left:
        invoice.total -
        issued.filter(({ credits }) => credits === invoice.id).reduce((sum, { total }) => sum + total, 0),
    }))
    .filter(({ left }) => left > 0)
}

/**
 * Issues the invoice of an order. An order that was taken back and ships again unchanged keeps its invoice; if it was
 * changed, the old invoice is credited first.
 */
export async function issueInvoice(tx: Db, request: Issue): Promise<void> {
  const open = openInvoices(await invoicesOf(tx, request.orderId))
  const isSame = ({ invoice, left }: (typeof open)[number]) =>
    left === invoice.total && isDeepStrictEqual(contentOf(documentOf(invoice)), contentOf(request.content))
  if (open.length === 1 && open.every(isSame)) return
  await creditOpenInvoices(tx, request, open, 'The order was changed.')
  await issue(tx, 'invoice', request, { reason: '', refersTo: '', credits: null })
}

/** Credits whatever is left of the invoices of an order. */
export async function creditOrder(tx: Db, request: Omit<Issue, 'content'>, reason: string): Promise<void> {
  await creditOpenInvoices(tx, request, openInvoices(await invoicesOf(tx, request.orderId)), reason)
}

async function creditOpenInvoices(
  tx: Db,
  request: Omit<Issue, 'content'>,
  open: { invoice: StoredInvoice; left: number }[],
  reason: string,
): Promise<void> {
  for (const { invoice, left } of open) {
    const content = contentOf(documentOf(invoice))
    const whole = left === invoice.total
    const rest = { ...content, lines: [restLine(invoice, left)], discount: 0, shipping: 0, total: left }
    await issueCreditNote(tx, { ...request, content: whole ? content : rest }, invoice, reason)
  }
}

const restLine = (invoice: StoredInvoice, left: number) => ({
  name: `Rest of ${documentOf(invoice).number}`,
  variant: '',
  quantity: 1,
  unit: left,
  amount: left,
})

const issueCreditNote = (tx: Db, request: Issue, invoice: StoredInvoice, reason: string) =>
  issue(tx, 'credit note', request, { reason, refersTo: documentOf(invoice).number, credits: invoice.id })

/** Credits returned products. Does nothing for an order without an invoice, which was shipped before invoices had numbers. */
export async function creditProducts(tx: Db, request: Issue, reason: string): Promise<void> {
  const { total } = request.content
  const open = openInvoices(await invoicesOf(tx, request.orderId))
  const credited = open.find(({ left }) => left >= total) ?? open.at(-1)
  if (credited && total > 0) await issueCreditNote(tx, request, credited.invoice, reason)
}

/** Takes the credit notes of the last return back: invoices of the same content replace them. */
export async function replaceCreditNotes(tx: Db, request: Omit<Issue, 'content'>, reason: string): Promise<void> {
  const issued = await invoicesOf(tx, request.orderId)
  const newest = issued.at(-1)
  if (newest?.kind !== 'credit note') return
  const isOfLastReturn = ({ kind, issuedAt }: StoredInvoice) =>
    kind === 'credit note' && issuedAt.getTime() === newest.issuedAt.getTime()
  for (const creditNote of issued.filter(isOfLastReturn)) {
    const document = documentOf(creditNote)
    const reference = { reason, refersTo: document.number, credits: null }
    await issue(tx, 'invoice', { ...request, content: contentOf(document) }, reference)
  }
}

export async function listInvoices(db: Db, orderId: string): Promise<WireInvoice[]> {
  return (await invoicesOf(db, orderId)).map(({ id, kind, fiscalYear, number, issuedAt, currency, total }) => ({
    id,
    kind,
    number: invoiceNumber(kind, fiscalYear, number),
    issuedAt: issuedAt.toISOString(),
    currency,
    total: toWire(total),
  }))
}

/** The bytes that were stored when the document was issued. */
export async function readInvoiceDocument(db: Db, orderId: string, id: number): Promise<string> {
  const invoice = await findInvoice(db, orderId, id)
  if (!invoice) throw new ShopError('notFound', 'There is no such invoice.')
  return invoice.document
}

/** Oldest first. */
export async function readInvoiceDocuments(db: Db, orderId: string): Promise<string[]> {
  return (await invoicesOf(db, orderId)).map(({ document }) => document)
}

/** Part of the data download. They stay when the account is deleted, because tax law requires it. */
export const invoiceRecords = {
  name: 'invoices',
  collect: async (db: Db, { userId }: { userId: string }) =>
    (await documentsOf(db, userId)).map((document) => JSON.parse(document) as InvoiceDocument),
  erase: async () => {},
}
