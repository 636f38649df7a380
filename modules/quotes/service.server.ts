import { randomBytes } from 'node:crypto'
import { findConfirmedAccount } from '#modules/accounts/confirmed-account.server.ts'
import { recordChange } from '#modules/audit/service.server.ts'
import { findStockItems } from '#modules/catalog/stock.server.ts'
import { queueEmail } from '#modules/email/service.server.ts'
import { findEnquiry, markAnswered } from '#modules/enquiries/admin.server.ts'
import { pictureApiUrl } from '#modules/media/picture.ts'
import { type Buyer, placeQuotedOrder, type QuoteOrderContext } from '#modules/orders/quote-orders.server.ts'
import { readOrder } from '#modules/orders/service.server.ts'
import { orderNumber } from '#modules/orders/wire.ts'
import { type Db, transactWithRetry } from '#platform/db.server.ts'
import { editConflict, ShopError } from '#shared/errors.ts'
import { isId, newId } from '#shared/ids.ts'
import { type ListPage, offsetAndLimit, toListPage } from '#shared/lists.ts'
import { fromWire } from '#shared/money.ts'
import type { Acceptance, NewQuote, Quote, QuoteChange, QuoteListQuery, QuoteRecord, StoredLine } from './contract.ts'
import { quoteEmail } from './quote-email.tsx'
import {
  eraseQuotesTo,
  findQuote,
  insertQuote,
  listQuotesTo,
  type QuoteColumns,
  readQuotes,
  type StoredQuote,
  updateQuote,
} from './repo.server.ts'
import { formatQuantity, lineTotal, quoteTotal } from './sums.ts'
import { quoteOnWire, recordOnWire } from './wire.ts'

type StaffMember = { userId: string; name: string }

const subject = 'quote'
const quoteNotFound = () => new ShopError('notFound', 'There is no such quote.')

export async function listQuotes(db: Db, query: QuoteListQuery): Promise<ListPage<QuoteRecord>> {
  return toListPage((await readQuotes(db, { ...query, ...offsetAndLimit(query) })).map(recordOnWire), query)
}

export async function readQuote(db: Db, id: string): Promise<QuoteRecord> {
  const quote = isId(id) ? await findQuote(db, { id }) : undefined
  if (!quote) throw quoteNotFound()
  return recordOnWire(quote)
}

export function createQuote(
  db: Db,
  staffMember: StaffMember,
  { enquiryId, ...fields }: NewQuote,
): Promise<QuoteRecord> {
  return db.transaction(async (tx) => {
    const id = newId()
    if (enquiryId) await findEnquiry(tx, enquiryId)
    const columns = await toColumns(tx, fields)
    await insertQuote(tx, { ...columns, id, enquiryId, token: randomBytes(32).toString('hex') })
    await recordChange(tx, staffMember, { action: 'created', subject, subjectId: id, after: auditSummary(columns) })
    return readQuote(tx, id)
  })
}

/** An accepted quote cannot be changed. Changes to a sent quote are visible through its link at once. */
export function changeQuote(
  db: Db,
  staffMember: StaffMember,
  id: string,
  { version, ...fields }: QuoteChange,
): Promise<QuoteRecord> {
  return db.transaction(async (tx) => {
    const before = await lockEditable(tx, id, version)
    const columns = await toColumns(tx, fields)
    await updateQuote(tx, id, columns)
    await recordChange(tx, staffMember, {
      action: 'changed',
      subject,
      subjectId: id,
      before: auditSummary(before),
      after: auditSummary(columns),
    })
    return readQuote(tx, id)
  })
}

export function sendQuote(
  context: QuoteOrderContext & { db: Db },
  staffMember: StaffMember,
  id: string,
  version: number,
): Promise<QuoteRecord> {
  const { db, shopName, siteUrl } = context
  return db.transaction(async (tx) => {
    const quote = await lockEditable(tx, id, version)
    if (quote.isExpired) throw new ShopError('conflict', 'This quote has expired. Please choose a later date first.')
    await updateQuote(tx, id, { status: 'sent' })
    if (quote.enquiryId) await markAnswered(tx, staffMember, quote.enquiryId)
    const account = await findConfirmedAccount(tx, quote.email)
    const link = `${siteUrl}/quotes/${quote.token}`
    const props = { shopName, quote: quoteOnWire(quote), name: account?.name, link }
    await queueEmail(tx, context, { purpose: 'quote', to: quote.email }, quoteEmail, props)
    await recordChange(tx, staffMember, {
      action: 'sent',
      subject,
      subjectId: id,
      before: { status: quote.status },
      after: { status: 'sent' },
    })
    return readQuote(tx, id)
  })
}

export function withdrawQuote(db: Db, staffMember: StaffMember, id: string, version: number): Promise<QuoteRecord> {
  return db.transaction(async (tx) => {
    const { status } = await lockEditable(tx, id, version)
    await updateQuote(tx, id, { status: 'withdrawn' })
    await recordChange(tx, staffMember, {
      action: 'withdrawn',
      subject,
      subjectId: id,
      before: { status },
      after: { status: 'withdrawn' },
    })
    return readQuote(tx, id)
  })
}

/** Drafts and withdrawn quotes count as missing. */
export async function readQuoteByToken(db: Db, token: string): Promise<Quote> {
  const quote = await findByToken(db, token)
  return quoteOnWire(quote)
}

/** The quote row is locked until the order is placed, so repeated calls give one order. */
export function acceptQuote(
  context: QuoteOrderContext & { db: Db },
  buyer: Buyer,
  token: string,
  { version, addressId, currency }: Acceptance,
): Promise<{ orderId: string; orderNumber: string }> {
  return transactWithRetry(context.db, async (tx) => {
    const quote = await findByToken(tx, token, { lock: true })
    if (quote.status === 'accepted') return readAcceptedOrder(tx, quote, buyer)
    if (quote.version !== version)
      throw editConflict(quoteOnWire(quote), 'This quote was changed. Please review it again.')
    if (quote.isExpired) throw new ShopError('conflict', 'This quote has expired. Please ask us for a new one.')
    const order = await placeQuotedOrder(tx, context, buyer, {
      addressId,
      currency,
      shippingNpr: quote.shippingNpr,
      shippingUsd: quote.shippingUsd,
      depositDue: currency === 'NPR' ? quote.depositNpr : quote.depositUsd,
      lines: quote.lines.map(orderLineOf),
    })
    await updateQuote(tx, quote.id, { status: 'accepted', orderId: order.id, acceptedBy: buyer.userId })
    return { orderId: order.id, orderNumber: orderNumber(order.number) }
  })
}

async function readAcceptedOrder(tx: Db, { acceptedBy, orderId }: StoredQuote, { userId }: Buyer) {
  if (acceptedBy !== userId || !orderId) throw new ShopError('conflict', 'This quote has already been accepted.')
  const order = await readOrder(tx, userId, orderId)
  return { orderId, orderNumber: orderNumber(order.number) }
}

/** Order lines count items, so a line sold by weight becomes one item at the full price. */
function orderLineOf(line: StoredLine) {
  const { npr, usd } = lineTotal(line)
  const { productId, attributeId: variantId, fromStock } = line
  if (line.unit === 'piece') {
    const unit = { npr: Math.round(npr / line.quantity), usd: Math.round(usd / line.quantity) }
    return { productId, variantId, fromStock, name: line.productName, quantity: line.quantity, ...unit }
  }
  return {
    productId,
    variantId,
    fromStock,
    name: `${line.productName}, ${formatQuantity(line)}`,
    quantity: 1,
    npr,
    usd,
  }
}

async function findByToken(db: Db, token: string, options?: { lock: boolean }): Promise<StoredQuote> {
  const quote = /^[0-9a-f]{64}$/.test(token) ? await findQuote(db, { token }, options) : undefined
  if (!quote || quote.status === 'draft' || quote.status === 'withdrawn') throw quoteNotFound()
  return quote
}

async function lockEditable(tx: Db, id: string, version: number): Promise<StoredQuote> {
  const quote = isId(id) ? await findQuote(tx, { id }, { lock: true }) : undefined
  if (!quote) throw quoteNotFound()
  if (quote.version !== version) throw editConflict(recordOnWire(quote))
  if (quote.status === 'accepted')
    throw new ShopError('conflict', 'This quote was accepted and can no longer be changed.')
  return quote
}

async function toColumns(
  tx: Db,
  { lines, shippingFee, shippingFeeInUSD, deposit, depositInUSD, ...fields }: Omit<NewQuote, 'enquiryId'>,
): Promise<QuoteColumns> {
  const itemKeys = lines.map(({ productId, productAttributeId }) => ({ productId, variantId: productAttributeId }))
  const items = await findStockItems(tx, itemKeys)
  const columns: QuoteColumns = {
    ...fields,
    shippingNpr: fromWire(shippingFee),
    shippingUsd: fromWire(shippingFeeInUSD),
    depositNpr: fromWire(deposit),
    depositUsd: fromWire(depositInUSD),
    lines: lines.map((line, index): StoredLine => {
      const item = items[index]
      if (!item || (line.fromStock && !item.isVariantValid)) throw unknownProduct(index, item?.name)
      return {
        productId: line.productId,
        attributeId: line.productAttributeId,
        productName: item.name,
        attributeValue: item.variantValue,
        imageUrl: item.picture && pictureApiUrl(item.picture),
        unit: line.unit,
        quantity: line.quantity,
        fromStock: line.fromStock,
        tiers: line.tiers.map(({ from, price, priceInUSD }) => ({
          from,
          npr: fromWire(price),
          usd: fromWire(priceInUSD),
        })),
      }
    }),
  }
  refuseDeposit(columns)
  return columns
}

/** The buyer chooses the currency, so a deposit needs both amounts. */
function refuseDeposit(columns: QuoteColumns): void {
  const { depositNpr, depositUsd } = columns
  const total = quoteTotal(columns)
  const refuse = (field: string, description: string) => {
    throw new ShopError('invalid', description, { details: [{ code: 'Invalid', field, description }] })
  }
  const inBoth = 'Please enter the deposit in both currencies.'
  if (depositNpr > 0 && depositUsd === 0) refuse('depositInUSD', inBoth)
  if (depositUsd > 0 && depositNpr === 0) refuse('deposit', inBoth)
  if (depositNpr > total.npr) refuse('deposit', 'The deposit is more than the total.')
  if (depositUsd > total.usd) refuse('depositInUSD', 'The deposit is more than the total.')
}

function unknownProduct(index: number, name: string | undefined): ShopError {
  const description = name
    ? `Please choose a variant of ${name} to take from stock.`
    : 'This product is no longer available.'
  return new ShopError('invalid', description, { details: [{ code: 'Invalid', field: `lines.${index}`, description }] })
}

/** Products and prices for the audit log, without personal data. */
function auditSummary({ lines, validUntil, ...amounts }: QuoteColumns): Record<string, unknown> {
  const summary = lines.map(({ productName, unit, quantity, tiers }) => ({ productName, unit, quantity, tiers }))
  const { shippingNpr, shippingUsd, depositNpr, depositUsd } = amounts
  return { lines: summary, validUntil, shippingNpr, shippingUsd, depositNpr, depositUsd }
}

/** Only for a confirmed email: anybody can enter any email on an enquiry. */
export const quoteRecords = {
  name: 'quotes',
  collect: async (db: Db, { confirmedEmail }: { confirmedEmail: string | undefined }) =>
    confirmedEmail ? (await listQuotesTo(db, confirmedEmail)).map(quoteOnWire) : [],
  erase: async (tx: Db, { confirmedEmail }: { confirmedEmail: string | undefined }) => {
    if (confirmedEmail) await eraseQuotesTo(tx, confirmedEmail)
  },
}
