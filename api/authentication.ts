import {
  authResultSchema,
  loginSchema,
  messageSchema,
  registrationSchema,
  roleSchema,
} from '#modules/accounts/schema.ts'
import { login, register } from '#modules/accounts/service.server.ts'
import { endSession } from '#modules/accounts/sessions.server.ts'
import { endpoint } from './endpoint.ts'

export const authenticationEndpoints = [
  endpoint({
    method: 'post',
    path: '/authentication/login',
    audience: 'public',
    summary: 'Sign in with an email or a username',
    body: loginSchema,
    answer: authResultSchema,
    handle: (shop, { body, caller }) => login(shop, body, caller),
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
]
