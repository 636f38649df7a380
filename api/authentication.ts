import { deviceCookie, deviceCookieSeconds } from '#modules/accounts/devices.server.ts'
import { login } from '#modules/accounts/login.server.ts'
import { changePassword, endAllSessions } from '#modules/accounts/profile.server.ts'
import { confirmEmail, requestLink, resetPassword } from '#modules/accounts/recovery.server.ts'
import {
  authResultSchema,
  changePasswordSchema,
  confirmationSchema,
  emailQuerySchema,
  loginSchema,
  messageSchema,
  registrationSchema,
  resendSchema,
  resetSchema,
  roleSchema,
} from '#modules/accounts/schema.ts'
import { register } from '#modules/accounts/service.server.ts'
import { endSession } from '#modules/accounts/sessions.server.ts'
import { ShopError } from '#shared/errors.ts'
import { endpoint } from './endpoint.ts'

export const authenticationEndpoints = [
  endpoint({
    operationId: 'login',
    method: 'post',
    path: '/authentication/login',
    audience: 'public',
    summary: 'Sign in with an email or a username',
    errors: ['unauthenticated'],
    body: loginSchema,
    answer: authResultSchema,
    handle: async (shop, { body, origin, cookies }) => {
      const { result, cookie } = await login(shop, body, { origin, cookie: cookies.read(deviceCookie) })
      cookies.write(deviceCookie, cookie, deviceCookieSeconds)
      return result
    },
  }),
  endpoint({
    operationId: 'register',
    method: 'post',
    path: '/authentication/register',
    audience: 'public',
    summary: 'Register a customer account',
    description:
      'Creates an account and emails a link to confirm the address. Signing in does not wait for the confirmation.',
    errors: ['conflict'],
    limit: 'registration',
    query: roleSchema,
    body: registrationSchema,
    answer: messageSchema,
    status: 201,
    handle: async (shop, { body, origin }) => {
      const { username } = await register(shop, body, origin)
      return { message: `Your account is ready; your username is ${username}. Please check your email to confirm it.` }
    },
  }),
  endpoint({
    operationId: 'logout',
    method: 'post',
    path: '/authentication/logout',
    audience: 'public',
    summary: 'End the session of the token that is sent, if any',
    optionalToken: true,
    status: 204,
    handle: async ({ db }, { findActor }) => {
      const actor = await findActor()
      if (actor) await endSession(db, actor)
    },
  }),
  endpoint({
    operationId: 'logoutEverywhere',
    method: 'post',
    path: '/authentication/logout-everywhere',
    audience: 'customer',
    summary: 'End all sessions of the caller',
    status: 204,
    handle: ({ db }, { actor }) => endAllSessions(db, actor),
  }),
  endpoint({
    operationId: 'requestPasswordReset',
    method: 'post',
    path: '/authentication/forgot-password',
    audience: 'public',
    summary: 'Email a link to choose a new password; the response is the same for unknown emails',
    limit: 'passwordReset',
    query: emailQuerySchema,
    answer: messageSchema,
    handle: async (shop, { query, origin }) => {
      await requestLink(shop, { email: query.email, purpose: 'reset-password' }, origin)
      return { message: 'If there is an account with this email, the reset link is on its way.' }
    },
  }),
  endpoint({
    operationId: 'resetPassword',
    method: 'post',
    path: '/authentication/reset-password',
    audience: 'public',
    summary: 'Set a new password with the token of a reset email; all sessions end',
    limit: 'newPassword',
    body: resetSchema,
    answer: messageSchema,
    handle: async (shop, { body, origin, cookies }) => {
      const { cookie } = await resetPassword(shop, body, { origin, cookie: cookies.read(deviceCookie) })
      cookies.write(deviceCookie, cookie, deviceCookieSeconds)
      return { message: 'Password reset successfully !' }
    },
  }),
  endpoint({
    operationId: 'confirmEmail',
    method: 'get',
    path: '/authentication/confirm-email',
    audience: 'public',
    summary: 'Confirm an email with the token of a confirmation email; repeating it is not an error',
    limit: 'welcome',
    query: confirmationSchema,
    answer: messageSchema,
    handle: async (shop, { query }) => {
      await confirmEmail(shop, query)
      return { message: 'Email confirmed successfully' }
    },
  }),
  endpoint({
    operationId: 'resendConfirmation',
    method: 'post',
    path: '/authentication/resend-confirmation',
    audience: 'public',
    summary: 'Email the confirmation link again, to the caller or to the given email',
    optionalToken: true,
    errors: ['unauthenticated'],
    limit: 'confirmation',
    body: resendSchema,
    answer: messageSchema,
    handle: async (shop, { body, origin, findActor }) => {
      const email = body.email ?? (await findActor())?.email
      if (!email) throw new ShopError('unauthenticated', 'Please sign in first.')
      await requestLink(shop, { email, purpose: 'confirm-email' }, origin)
      return { message: 'If this email is not confirmed yet, the link is on its way.' }
    },
  }),
  endpoint({
    operationId: 'changePassword',
    method: 'post',
    path: '/authentication/change-password',
    audience: 'customer',
    summary: 'Change the password; all other sessions end',
    errors: ['notFound'],
    limit: 'newPassword',
    body: changePasswordSchema,
    answer: messageSchema,
    handle: async (shop, { actor, body, cookies }) => {
      const { cookie } = await changePassword(shop, actor, body, cookies.read(deviceCookie))
      cookies.write(deviceCookie, cookie, deviceCookieSeconds)
      return { message: 'Your password has been changed.' }
    },
  }),
] as const
