import { randomBytes } from 'node:crypto'
import { createElement } from 'react'
import { findConfirmedAccount } from '#modules/accounts/confirmed.server.ts'
import { recordChange } from '#modules/audit/service.server.ts'
import { findPieces } from '#modules/catalog/stock.server.ts'
import { queueMail } from '#modules/email/service.server.ts'
import { findEnquiry, markAnswered } from '#modules/enquiries/admin.server.ts'
import { pictureApiUrl } from '#modules/media/picture.ts'
import { type Buyer, placeQuotedOrder, type QuotedTill } from '#modules/orders/quoted.server.ts'
import { readOrder } from '#modules/orders/service.server.ts'
import { orderNumber } from '#modules/orders/wire.ts'
import { type Db, transactRepeatedly } from '#platform/db.server.ts'
import { editConflict, ShopError } from '#shared/errors.ts'
import { isId, newId } from '#shared/ids.ts'
import { type Listed, pageOf, windowOf } from '#shared/lists.ts'
import { fromWire } from '#shared/money.ts'
import { QuoteLetter } from './quote-email.tsx'
import {
  findQuote,
  forgetQuotesTo,
  insertQuote,
  type QuoteColumns,
  quotesTo,
  readQuotes,
  type StoredQuote,
  setAccepted,
  setState,
  updateQuote,
} from './repo.server.ts'
import type { Acceptance, NewQuote, Quote, QuoteChange, QuoteListQuery, QuoteRecord, StoredLine } from './schema.ts'
import { lineTotal, quantityWords } from './sums.ts'
import { quoteOnWire, recordOnWire } from './wire.ts'

type Clerk = { userId: string; name: string }

const subject = 'quote'
const missing = () => new ShopError('notFound', 'There is no such quote.')

export async function listQuotes(db: Db, query: QuoteListQuery): Promise<Listed<QuoteRecord>> {
  return pageOf((await readQuotes(db, { ...query, ...windowOf(query) })).map(recordOnWire), query)
}

export async function readQuote(db: Db, id: string): Promise<QuoteRecord> {
  const quote = isId(id) ? await findQuote(db, { id }) : undefined
  if (!quote) throw missing()
  return recordOnWire(quote)
}

export function writeQuote(db: Db, clerk: Clerk, { enquiryId, ...said }: NewQuote): Promise<QuoteRecord> {
  return db.transaction(async (tx) => {
    const id = newId()
    if (enquiryId) await findEnquiry(tx, enquiryId)
    const columns = await columnsOf(tx, said)
    await insertQuote(tx, { ...columns, id, enquiryId, token: randomBytes(32).toString('hex') })
    await recordChange(tx, clerk, { action: 'written', subject, subjectId: id, after: told(columns) })
    return readQuote(tx, id)
  })
}

/** As long as nobody has accepted it. Whoever holds the link sees the change at once. */
export function changeQuote(db: Db, clerk: Clerk, id: string, { version, ...said }: QuoteChange): Promise<QuoteRecord> {
  return db.transaction(async (tx) => {
    const before = await lockOpen(tx, id, version)
    const columns = await columnsOf(tx, said)
    await updateQuote(tx, id, columns)
    await recordChange(tx, clerk, {
      action: 'changed',
      subject,
      subjectId: id,
      before: told(before),
      after: told(columns),
    })
    return readQuote(tx, id)
  })
}

export function sendQuote(
  till: QuotedTill & { db: Db },
  clerk: Clerk,
  id: string,
  version: number,
): Promise<QuoteRecord> {
  const { db, shopName, siteUrl } = till
  return db.transaction(async (tx) => {
    const quote = await lockOpen(tx, id, version)
    if (quote.isExpired) throw new ShopError('conflict', 'This quote has run out. Please choose a later day first.')
    await setState(tx, id, 'sent')
    if (quote.enquiryId) await markAnswered(tx, clerk, quote.enquiryId)
    const shown = quoteOnWire(quote)
    const account = await findConfirmedAccount(tx, quote.email)
    const link = `${siteUrl}/quotes/${quote.token}`
    const body = createElement(QuoteLetter, { shopName, quote: shown, name: account?.name, link })
    const heading = { to: quote.email, subject: `Your quote ${shown.quoteNumber}` }
    await queueMail(tx, till, { purpose: 'quote', ...heading, body })
    await recordChange(tx, clerk, {
      action: 'sent',
      subject,
      subjectId: id,
      before: { state: quote.state },
      after: { state: 'sent' },
    })
    return readQuote(tx, id)
  })
}

export function withdrawQuote(db: Db, clerk: Clerk, id: string, version: number): Promise<QuoteRecord> {
  return db.transaction(async (tx) => {
    const { state } = await lockOpen(tx, id, version)
    await setState(tx, id, 'withdrawn')
    await recordChange(tx, clerk, {
      action: 'withdrawn',
      subject,
      subjectId: id,
      before: { state },
      after: { state: 'withdrawn' },
    })
    return readQuote(tx, id)
  })
}

/** For whoever holds the link: what is not sent, or no longer stands, does not exist for them. */
export async function openQuote(db: Db, token: string): Promise<Quote> {
  const quote = await findByToken(db, token)
  return quoteOnWire(quote)
}

/** One order, whatever is clicked how often: the quote's row is held until the order stands. */
export function acceptQuote(
  till: QuotedTill & { db: Db },
  buyer: Buyer,
  token: string,
  { version, addressId, currency }: Acceptance,
): Promise<{ orderId: string; orderNumber: string }> {
  return transactRepeatedly(till.db, async (tx) => {
    const quote = await findByToken(tx, token, { lock: true })
    if (quote.state === 'accepted') return acceptedBefore(tx, quote, buyer)
    if (quote.version !== version)
      throw editConflict(quoteOnWire(quote), 'This quote was changed. Please read it again.')
    if (quote.isExpired) throw new ShopError('conflict', 'This quote has run out. Please ask us for a new one.')
    const order = await placeQuotedOrder(tx, till, buyer, {
      addressId,
      currency,
      shippingNpr: quote.shippingNpr,
      shippingUsd: quote.shippingUsd,
      note: `Quote ${quoteOnWire(quote).quoteNumber}`,
      lines: quote.lines.map(asOrdered),
    })
    await setAccepted(tx, quote.id, order.id, buyer.userId)
    return { orderId: order.id, orderNumber: orderNumber(order.number) }
  })
}

async function acceptedBefore(tx: Db, { acceptedBy, orderId }: StoredQuote, { userId }: Buyer) {
  if (acceptedBy !== userId || !orderId) throw new ShopError('conflict', 'This quote was accepted already.')
  const order = await readOrder(tx, userId, orderId)
  return { orderId, orderNumber: orderNumber(order.number) }
}

/** What is sold by weight is one line of its whole price: an order counts pieces. */
function asOrdered(line: StoredLine) {
  const { npr, usd } = lineTotal(line)
  const { productId, attributeId, fromStock } = line
  if (line.unit === 'piece') {
    const unit = { npr: Math.round(npr / line.quantity), usd: Math.round(usd / line.quantity) }
    return { productId, attributeId, fromStock, name: line.productName, quantity: line.quantity, ...unit }
  }
  return {
    productId,
    attributeId,
    fromStock,
    name: `${line.productName}, ${quantityWords(line)}`,
    quantity: 1,
    npr,
    usd,
  }
}

async function findByToken(db: Db, token: string, how?: { lock: boolean }): Promise<StoredQuote> {
  const quote = /^[0-9a-f]{64}$/.test(token) ? await findQuote(db, { token }, how) : undefined
  if (!quote || quote.state === 'draft' || quote.state === 'withdrawn') throw missing()
  return quote
}

async function lockOpen(tx: Db, id: string, version: number): Promise<StoredQuote> {
  const quote = isId(id) ? await findQuote(tx, { id }, { lock: true }) : undefined
  if (!quote) throw missing()
  if (quote.version !== version) throw editConflict(recordOnWire(quote))
  if (quote.state === 'accepted') throw new ShopError('conflict', 'This quote was accepted and stands as it is.')
  return quote
}

async function columnsOf(
  tx: Db,
  { lines, shippingFee, shippingFeeInUSD, ...said }: Omit<NewQuote, 'enquiryId'>,
): Promise<QuoteColumns> {
  const asked = lines.map(({ productId, productAttributeId }) => ({ productId, attributeId: productAttributeId }))
  const pieces = await findPieces(tx, asked)
  return {
    ...said,
    shippingNpr: fromWire(shippingFee),
    shippingUsd: fromWire(shippingFeeInUSD),
    lines: lines.map((line, index): StoredLine => {
      const piece = pieces[index]
      if (!piece || (line.fromStock && !piece.choiceFits)) throw unknownPiece(index, piece?.name)
      return {
        productId: line.productId,
        attributeId: line.productAttributeId,
        productName: piece.name,
        attributeValue: piece.attributeValue,
        imageUrl: piece.picture && pictureApiUrl(piece.picture),
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
}

function unknownPiece(index: number, name: string | undefined): ShopError {
  const description = name
    ? `Please choose which ${name} is to be taken from the shelf.`
    : 'This piece is no longer in the catalogue.'
  return new ShopError('invalid', description, { details: [{ code: 'Invalid', field: `lines.${index}`, description }] })
}

/** For the log: the goods and the prices, not the person. */
function told({ lines, validUntil, shippingNpr, shippingUsd }: QuoteColumns): Record<string, unknown> {
  const shown = lines.map(({ productName, unit, quantity, tiers }) => ({ productName, unit, quantity, tiers }))
  return { lines: shown, validUntil, shippingNpr, shippingUsd }
}

/** Only for somebody whose email is confirmed: a quote goes to whatever address an enquiry named. */
export const quoteRecords = {
  name: 'quotes',
  collect: async (db: Db, { confirmedEmail }: { confirmedEmail: string | undefined }) =>
    confirmedEmail ? (await quotesTo(db, confirmedEmail)).map(quoteOnWire) : [],
  erase: async (tx: Db, { confirmedEmail }: { confirmedEmail: string | undefined }) => {
    if (confirmedEmail) await forgetQuotesTo(tx, confirmedEmail)
  },
}
