import { z } from 'zod'
import { versionSchema } from '#modules/catalog/editor-schema.ts'
import {
  acceptanceSchema,
  acceptedSchema,
  newQuoteSchema,
  quoteChangeSchema,
  quoteListSchema,
  quoteRecordSchema,
  quoteRowsSchema,
  quoteSchema,
} from '#modules/quotes/schema.ts'
import {
  acceptQuote,
  changeQuote,
  listQuotes,
  openQuote,
  readQuote,
  sendQuote,
  withdrawQuote,
  writeQuote,
} from '#modules/quotes/service.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import { foreignId, lookupText } from '#shared/fields.ts'
import { endpoint } from './endpoint.ts'

const params = z.object({ quoteId: foreignId })
const linkParams = z.object({ token: lookupText(200) })
const till = ({ db, jobs, owner, settings }: Shop) => ({
  db,
  jobs,
  shopName: owner.shopName(),
  siteUrl: settings.siteUrl,
})

export const quoteEndpoints = [
  endpoint({
    method: 'get',
    path: '/quotes/{token}',
    audience: 'public',
    summary: 'A quote, for whoever holds its link',
    secret: true,
    params: linkParams,
    answer: quoteSchema,
    handle: ({ db }, { params: { token } }) => openQuote(db, token),
  }),
  endpoint({
    method: 'post',
    path: '/quotes/{token}/accept',
    audience: 'customer',
    summary: 'Accepts a quote: one order, however often it is sent',
    params: linkParams,
    body: acceptanceSchema,
    answer: acceptedSchema,
    status: 201,
    handle: (shop, { actor, params: { token }, body }) => acceptQuote(till(shop), actor, token, body),
  }),
  endpoint({
    method: 'get',
    path: '/admin/quotes',
    audience: 'staff',
    summary: 'The quotes, newest first',
    query: quoteListSchema,
    answer: quoteRowsSchema,
    handle: ({ db }, { query }) => listQuotes(db, query),
  }),
  endpoint({
    method: 'post',
    path: '/admin/quotes',
    audience: 'staff',
    summary: 'Writes a quote; nobody sees it until it is sent',
    body: newQuoteSchema,
    answer: quoteRecordSchema,
    status: 201,
    handle: ({ db }, { actor, body }) => writeQuote(db, actor, body),
  }),
  endpoint({
    method: 'get',
    path: '/admin/quotes/{quoteId}',
    audience: 'staff',
    summary: 'One quote',
    params,
    answer: quoteRecordSchema,
    handle: ({ db }, { params: { quoteId } }) => readQuote(db, quoteId),
  }),
  endpoint({
    method: 'put',
    path: '/admin/quotes/{quoteId}',
    audience: 'staff',
    summary: 'Changes a quote that nobody has accepted yet',
    params,
    body: quoteChangeSchema,
    answer: quoteRecordSchema,
    handle: ({ db }, { actor, params: { quoteId }, body }) => changeQuote(db, actor, quoteId, body),
  }),
  endpoint({
    method: 'post',
    path: '/admin/quotes/{quoteId}/send',
    audience: 'staff',
    summary: 'Sends a quote by mail',
    params,
    body: versionSchema,
    answer: quoteRecordSchema,
    handle: (shop, { actor, params: { quoteId }, body }) => sendQuote(till(shop), actor, quoteId, body.version),
  }),
  endpoint({
    method: 'post',
    path: '/admin/quotes/{quoteId}/withdraw',
    audience: 'staff',
    summary: 'Withdraws a quote: its link no longer opens',
    params,
    body: versionSchema,
    answer: quoteRecordSchema,
    handle: ({ db }, { actor, params: { quoteId }, body }) => withdrawQuote(db, actor, quoteId, body.version),
  }),
]
