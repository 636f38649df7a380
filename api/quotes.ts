import * as contract from '#modules/quotes/contract.ts'
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
import { implement } from './endpoint.ts'
import { limitUnconfirmedAccount } from './unconfirmed.ts'

const quoteContext = async ({ db, jobs, limits, ownerSettings, settings }: Shop) => {
  const { shopName, delivery } = await ownerSettings.current()
  return { db, jobs, limits, shopName, delivery, siteUrl: settings.siteUrl }
}

export const quoteEndpoints = implement(contract, {
  getQuote: {
    secret: true,
    handle: ({ db }, { params: { token } }) => readQuoteByToken(db, token),
  },
  acceptQuote: {
    limit: 'order',
    handle: async (shop, { actor, origin, params: { token }, body }) => {
      await limitUnconfirmedAccount(shop.limits, actor, origin)
      return acceptQuote(await quoteContext(shop), actor, token, body)
    },
  },
  listQuotes: ({ db }, { query }) => listQuotes(db, query),
  createQuote: ({ db }, { actor, body }) => createQuote(db, actor, body),
  getAdminQuote: ({ db }, { params: { quoteId } }) => readQuote(db, quoteId),
  updateQuote: ({ db }, { actor, params: { quoteId }, body }) => changeQuote(db, actor, quoteId, body),
  sendQuote: {
    limit: 'quote',
    handle: async (shop, { actor, params: { quoteId }, body }) =>
      sendQuote(await quoteContext(shop), actor, quoteId, body.version),
  },
  withdrawQuote: ({ db }, { actor, params: { quoteId }, body }) => withdrawQuote(db, actor, quoteId, body.version),
})
