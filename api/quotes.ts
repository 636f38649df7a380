import * as z from 'zod/mini'
import { versionSchema } from '#modules/catalog/admin-schema.ts'
import {
  acceptedQuoteSchema,
  acceptQuoteInputSchema,
  newQuoteSchema,
  quoteChangeSchema,
  quoteListQuerySchema,
  quoteRecordSchema,
  quoteRowsSchema,
  quoteSchema,
} from '#modules/quotes/schema.ts'
import {
  acceptQuote,
  changeQuote,
  createQuote,
  listQuotes,
  readQuote,
  readQuoteByToken,
  sendQuote,
  withdrawQuote,
} from '#modules/quotes/service.server.ts'
import type { Shop } from '#modules/shop.server.ts'
import { rawText, uuidOrUnknown } from '#shared/fields.ts'
import { endpoint } from './endpoint.ts'
import { limitUnconfirmedAccount } from './unconfirmed.ts'

const params = z.object({ quoteId: uuidOrUnknown })
const linkParams = z.object({ token: rawText(200) })
const quoteContext = async ({ db, jobs, limits, ownerSettings, settings }: Shop) => {
  const { shopName, delivery } = await ownerSettings.current()
  return { db, jobs, limits, shopName, delivery, siteUrl: settings.siteUrl }
}

export const quoteEndpoints = [
  endpoint({
    operationId: 'getQuote',
    method: 'get',
    path: '/quotes/{token}',
    audience: 'public',
    summary: 'Get a quote by the token of its link',
    errors: ['notFound'],
    secret: true,
    params: linkParams,
    answer: quoteSchema,
    handle: ({ db }, { params: { token } }) => readQuoteByToken(db, token),
  }),
  endpoint({
    operationId: 'acceptQuote',
    method: 'post',
    path: '/quotes/{token}/accept',
    audience: 'customer',
    summary: 'Accept a quote; repeating it gives the same order',
    errors: ['notFound', 'conflict'],
    current: quoteSchema,
    limit: 'order',
    params: linkParams,
    body: acceptQuoteInputSchema,
    answer: acceptedQuoteSchema,
    status: 201,
    handle: async (shop, { actor, origin, params: { token }, body }) => {
      await limitUnconfirmedAccount(shop.limits, actor, origin)
      return acceptQuote(await quoteContext(shop), actor, token, body)
    },
  }),
  endpoint({
    operationId: 'listQuotes',
    method: 'get',
    path: '/admin/quotes',
    audience: 'staff',
    summary: 'List quotes, newest first',
    query: quoteListQuerySchema,
    answer: quoteRowsSchema,
    handle: ({ db }, { query }) => listQuotes(db, query),
  }),
  endpoint({
    operationId: 'createQuote',
    method: 'post',
    path: '/admin/quotes',
    audience: 'staff',
    summary: 'Create a quote; the buyer sees it after it is sent',
    errors: ['notFound'],
    body: newQuoteSchema,
    answer: quoteRecordSchema,
    status: 201,
    handle: ({ db }, { actor, body }) => createQuote(db, actor, body),
  }),
  endpoint({
    operationId: 'getAdminQuote',
    method: 'get',
    path: '/admin/quotes/{quoteId}',
    audience: 'staff',
    summary: 'Get a quote with everything that can be edited',
    errors: ['notFound'],
    params,
    answer: quoteRecordSchema,
    handle: ({ db }, { params: { quoteId } }) => readQuote(db, quoteId),
  }),
  endpoint({
    operationId: 'updateQuote',
    method: 'put',
    path: '/admin/quotes/{quoteId}',
    audience: 'staff',
    summary: 'Change a quote that is not accepted yet',
    errors: ['notFound', 'conflict'],
    current: quoteRecordSchema,
    params,
    body: quoteChangeSchema,
    answer: quoteRecordSchema,
    handle: ({ db }, { actor, params: { quoteId }, body }) => changeQuote(db, actor, quoteId, body),
  }),
  endpoint({
    operationId: 'sendQuote',
    method: 'post',
    path: '/admin/quotes/{quoteId}/send',
    audience: 'staff',
    summary: 'Send a quote by email',
    errors: ['notFound', 'conflict'],
    current: quoteRecordSchema,
    limit: 'quote',
    params,
    body: versionSchema,
    answer: quoteRecordSchema,
    handle: async (shop, { actor, params: { quoteId }, body }) =>
      sendQuote(await quoteContext(shop), actor, quoteId, body.version),
  }),
  endpoint({
    operationId: 'withdrawQuote',
    method: 'post',
    path: '/admin/quotes/{quoteId}/withdraw',
    audience: 'staff',
    summary: 'Withdraw a quote; its link stops working',
    errors: ['notFound', 'conflict'],
    current: quoteRecordSchema,
    params,
    body: versionSchema,
    answer: quoteRecordSchema,
    handle: ({ db }, { actor, params: { quoteId }, body }) => withdrawQuote(db, actor, quoteId, body.version),
  }),
] as const
