import * as contract from '#modules/accounts/contract.ts'
import { deviceCookie, deviceCookieSeconds } from '#modules/accounts/devices.server.ts'
import { login } from '#modules/accounts/login.server.ts'
import { beginOpenId, exchangeTicket, finishOpenId, openIdRequestSeconds } from '#modules/accounts/openid.server.ts'
import {
  changePassword,
  changeProfile,
  deleteAccount,
  endAllSessions,
  personalData,
  userDetails,
} from '#modules/accounts/profile.server.ts'
import { confirmEmail, requestLink, resetPassword } from '#modules/accounts/recovery.server.ts'
import { register } from '#modules/accounts/service.server.ts'
import { endSession } from '#modules/accounts/sessions.server.ts'
import { signInTokenSeconds } from '#modules/accounts/tokens.server.ts'
import { ShopError } from '#shared/errors.ts'
import { implement } from './endpoint.ts'

const requestCookie = 'openid_request'
const signInTokenCookie = 'signed_in'
const refusedPage = '/login?signin=refused'

export const accountEndpoints = implement(contract, {
  login: async (shop, { body, origin, cookies }) => {
    const { result, cookie } = await login(shop, body, { origin, cookie: cookies.read(deviceCookie) })
    cookies.write(deviceCookie, cookie, deviceCookieSeconds)
    return result
  },
  register: {
    limit: 'registration',
    handle: async (shop, { body, origin }) => {
      const { username } = await register(shop, body, origin)
      return { message: `Your account is ready; your username is ${username}. Please check your email to confirm it.` }
    },
  },
  logout: async ({ db }, { findActor }) => {
    const actor = await findActor()
    if (actor) await endSession(db, actor)
  },
  logoutEverywhere: ({ db }, { actor }) => endAllSessions(db, actor),
  requestPasswordReset: {
    limit: 'passwordReset',
    handle: async (shop, { query, origin }) => {
      await requestLink(shop, { email: query.email, purpose: 'reset-password' }, origin)
      return { message: 'If there is an account with this email, the reset link is on its way.' }
    },
  },
  resetPassword: {
    limit: 'newPassword',
    handle: async (shop, { body, origin, cookies }) => {
      const { cookie } = await resetPassword(shop, body, { origin, cookie: cookies.read(deviceCookie) })
      cookies.write(deviceCookie, cookie, deviceCookieSeconds)
      return { message: 'Password reset successfully !' }
    },
  },
  confirmEmail: {
    limit: 'welcome',
    handle: async (shop, { query }) => {
      await confirmEmail(shop, query)
      return { message: 'Email confirmed successfully' }
    },
  },
  resendConfirmation: {
    limit: 'confirmation',
    handle: async (shop, { body, origin, findActor }) => {
      const email = body.email ?? (await findActor())?.email
      if (!email) throw new ShopError('unauthenticated', 'Please sign in first.')
      await requestLink(shop, { email, purpose: 'confirm-email' }, origin)
      return { message: 'If this email is not confirmed yet, the link is on its way.' }
    },
  },
  changePassword: {
    limit: 'newPassword',
    handle: async (shop, { actor, body, cookies }) => {
      const { cookie } = await changePassword(shop, actor, body, cookies.read(deviceCookie))
      cookies.write(deviceCookie, cookie, deviceCookieSeconds)
      return { message: 'Your password has been changed.' }
    },
  },
  startOpenIdSignIn: {
    limit: 'openid',
    handle: async (shop, { query, cookies }) => {
      const started = await beginOpenId(shop, query.returnTo)
      if (!started) return refusedPage
      cookies.write(requestCookie, started.browserSecret, openIdRequestSeconds)
      return started.location
    },
  },
  finishOpenIdSignIn: {
    limit: 'openid',
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
  },
  createSessionFromOpenId: {
    limit: 'openid',
    handle: async (shop, { cookies }) => {
      const ticket = cookies.read(signInTokenCookie)
      cookies.write(signInTokenCookie, '', 0)
      const { result, cookie } = await exchangeTicket(shop, ticket, cookies.read(deviceCookie))
      cookies.write(deviceCookie, cookie, deviceCookieSeconds)
      return result
    },
  },
  getUser: async ({ db }, { actor }) => ({ data: await userDetails(db, actor.userId) }),
  updateUser: async ({ db }, { actor, body }) => ({ data: await changeProfile(db, actor.userId, body) }),
  exportPersonalData: ({ db, personalRecords }, { actor }) => personalData(db, actor.userId, personalRecords),
  deleteUser: (shop, { actor, body }) => deleteAccount(shop, actor, body, shop.personalRecords),
})
