import { changePassword, endAllSessions } from '#modules/accounts/profile.server.ts'
import { confirmEmail, resetPassword, wantConfirmation, wantLink } from '#modules/accounts/recovery.server.ts'
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
import { login, register } from '#modules/accounts/service.server.ts'
import { endSession } from '#modules/accounts/sessions.server.ts'
import { ShopError } from '#shared/errors.ts'
import { endpoint } from './endpoint.ts'

export const authenticationEndpoints = [
  endpoint({
    method: 'post',
    path: '/authentication/login',
    audience: 'public',
    summary: 'Sign in with an email or a username',
    body: loginSchema,
    answer: authResultSchema,
    handle: (shop, { body, line }) => login(shop, body, line),
  }),
  endpoint({
    method: 'post',
    path: '/authentication/register',
    audience: 'public',
    summary: 'A new account for a customer',
    limit: 'registrations',
    query: roleSchema,
    body: registrationSchema,
    answer: messageSchema,
    status: 201,
    handle: async (shop, { body }) => {
      const { username } = await register(shop, body)
      return { message: `Your account is ready; your username is ${username}. Please check your mail to confirm it.` }
    },
  }),
  endpoint({
    method: 'post',
    path: '/authentication/logout',
    audience: 'public',
    summary: 'Ends the session of the token, if it has one',
    status: 204,
    handle: async ({ db }, { findActor }) => {
      const actor = await findActor()
      if (actor) await endSession(db, actor)
    },
  }),
  endpoint({
    method: 'post',
    path: '/authentication/logout-everywhere',
    audience: 'customer',
    summary: 'Ends every session of the caller',
    status: 204,
    handle: ({ db }, { actor }) => endAllSessions(db, actor),
  }),
  endpoint({
    method: 'post',
    path: '/authentication/forgot-password',
    audience: 'public',
    summary: 'Mails a link to choose a new password; the answer is the same whether or not there is an account',
    limit: 'recoveries',
    query: emailQuerySchema,
    answer: messageSchema,
    handle: async (shop, { query }) => {
      await wantLink(shop, { email: query.email, purpose: 'reset-password' })
      return { message: 'If there is an account with this email, the reset link is on its way.' }
    },
  }),
  endpoint({
    method: 'post',
    path: '/authentication/reset-password',
    audience: 'public',
    summary: 'Sets a new password with the token of a reset mail, and ends every session',
    limit: 'recoveries',
    body: resetSchema,
    answer: messageSchema,
    handle: async (shop, { body }) => {
      await resetPassword(shop, body)
      return { message: 'Password reset successfully !' }
    },
  }),
  endpoint({
    method: 'get',
    path: '/authentication/confirm-email',
    audience: 'public',
    summary: 'Confirms an email with the token of a confirmation mail; again is no error',
    limit: 'recoveries',
    query: confirmationSchema,
    answer: messageSchema,
    handle: async (shop, { query }) => {
      await confirmEmail(shop, query)
      return { message: 'Email confirmed successfully' }
    },
  }),
  endpoint({
    method: 'post',
    path: '/authentication/resend-confirmation',
    audience: 'public',
    summary: 'Mails the confirmation link again, to the caller or to the email given',
    limit: 'recoveries',
    body: resendSchema,
    answer: messageSchema,
    handle: async (shop, { body, findActor }) => {
      const actor = body.email ? undefined : await findActor()
      if (body.email) await wantLink(shop, { email: body.email, purpose: 'confirm-email' })
      else if (actor) await wantConfirmation(shop, actor.userId)
      else throw new ShopError('unauthenticated', 'Please sign in first.')
      return { message: 'If this email is not confirmed yet, the link is on its way.' }
    },
  }),
  endpoint({
    method: 'post',
    path: '/authentication/change-password',
    audience: 'customer',
    summary: 'A new password; every other session ends',
    body: changePasswordSchema,
    answer: messageSchema,
    handle: async (shop, { actor, body }) => {
      await changePassword(shop, actor, body)
      return { message: 'Your password has been changed.' }
    },
  }),
]
