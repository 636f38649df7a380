import { z } from 'zod'
import { beginOpenId, finishOpenId, openIdSeconds, tradeTicket } from '#modules/accounts/openid.server.ts'
import { authResultSchema } from '#modules/accounts/schema.ts'
import { signInSeconds } from '#modules/accounts/tokens.server.ts'
import { lookupText } from '#shared/fields.ts'
import { endpoint } from './endpoint.ts'

const requestCookie = 'openid_request'
const ticketCookie = 'signed_in'
const refusedPage = '/login?signin=refused'

export const openIdEndpoints = [
  endpoint({
    method: 'get',
    path: '/authentication/signin-google',
    audience: 'public',
    summary: 'Sends the browser to the OpenID provider; 404 where none is set up',
    limit: 'openid',
    query: z.object({ returnTo: lookupText(2000).optional() }),
    status: 302,
    handle: async (shop, { query, cookies }) => {
      const begun = await beginOpenId(shop, query.returnTo)
      if (!begun) return refusedPage
      cookies.write(requestCookie, begun.browserSecret, openIdSeconds)
      return begun.location
    },
  }),
  endpoint({
    method: 'get',
    path: '/authentication/callback',
    audience: 'public',
    summary: 'Where the OpenID provider sends the browser back to',
    limit: 'openid',
    status: 302,
    handle: async (shop, { search, cookies }) => {
      const finished = await finishOpenId(shop, search, cookies.read(requestCookie))
      cookies.write(requestCookie, '', 0)
      if (!finished) return refusedPage
      cookies.write(ticketCookie, finished.ticket, signInSeconds)
      const { returnTo } = finished
      return returnTo ? `/signed-in?${new URLSearchParams({ returnTo })}` : '/signed-in'
    },
  }),
  endpoint({
    method: 'post',
    path: '/authentication/session',
    audience: 'public',
    summary: 'Trades the one-time cookie of a sign-in through OpenID for a token',
    limit: 'openid',
    answer: authResultSchema,
    handle: async ({ db }, { cookies }) => {
      const ticket = cookies.read(ticketCookie)
      cookies.write(ticketCookie, '', 0)
      return tradeTicket(db, ticket)
    },
  }),
]
