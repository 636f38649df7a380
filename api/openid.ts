import * as z from 'zod/mini'
import { deviceCookie, deviceCookieSeconds } from '#modules/accounts/devices.server.ts'
import { beginOpenId, exchangeTicket, finishOpenId, openIdRequestSeconds } from '#modules/accounts/openid.server.ts'
import { authResultSchema } from '#modules/accounts/schema.ts'
import { signInTokenSeconds } from '#modules/accounts/tokens.server.ts'
import { rawText } from '#shared/fields.ts'
import { endpoint } from './endpoint.ts'

const requestCookie = 'openid_request'
const signInTokenCookie = 'signed_in'
const refusedPage = '/login?signin=refused'

export const openIdEndpoints = [
  endpoint({
    operationId: 'startOpenIdSignIn',
    method: 'get',
    path: '/authentication/signin-google',
    audience: 'public',
    summary: 'Redirect the browser to the OpenID provider; 404 if none is configured',
    errors: ['notFound'],
    limit: 'openid',
    query: z.object({ returnTo: z.optional(rawText(2000)) }),
    status: 302,
    handle: async (shop, { query, cookies }) => {
      const started = await beginOpenId(shop, query.returnTo)
      if (!started) return refusedPage
      cookies.write(requestCookie, started.browserSecret, openIdRequestSeconds)
      return started.location
    },
  }),
  endpoint({
    operationId: 'finishOpenIdSignIn',
    method: 'get',
    path: '/authentication/callback',
    audience: 'public',
    summary: 'Callback URL for the OpenID provider',
    limit: 'openid',
    status: 302,
    handle: async (shop, { search, cookies }) => {
      const finished = await finishOpenId(shop, search, cookies.read(requestCookie))
      cookies.write(requestCookie, '', 0)
      if (!finished) return refusedPage
      cookies.write(signInTokenCookie, finished.ticket, signInTokenSeconds)
      const { returnTo, choosePassword } = finished
      const query = new URLSearchParams({
        ...(returnTo && { returnTo }),
        ...(choosePassword && { choosePassword: '1' }),
      })
      return query.size > 0 ? `/signed-in?${query}` : '/signed-in'
    },
  }),
  endpoint({
    operationId: 'createSessionFromOpenId',
    method: 'post',
    path: '/authentication/session',
    audience: 'public',
    summary: 'Exchange the one-time cookie of an OpenID sign-in for a token',
    errors: ['unauthenticated'],
    limit: 'openid',
    answer: authResultSchema,
    handle: async (shop, { cookies }) => {
      const ticket = cookies.read(signInTokenCookie)
      cookies.write(signInTokenCookie, '', 0)
      const { result, cookie } = await exchangeTicket(shop, ticket, cookies.read(deviceCookie))
      cookies.write(deviceCookie, cookie, deviceCookieSeconds)
      return result
    },
  }),
] as const
