import { z } from 'zod'
import { changeProfile, deleteAccount, personalData, userDetails } from '#modules/accounts/profile.server.ts'
import { farewellSchema, personalDataSchema, profileSchema, userAnswerSchema } from '#modules/accounts/schema.ts'
import { foreignId } from '#shared/fields.ts'
import { endpoint } from './endpoint.ts'

const params = z.object({ id: foreignId })

export const userDetailsEndpoints = [
  endpoint({
    method: 'get',
    path: '/userdetails/{id}',
    audience: 'customer',
    summary: 'The caller’s own account',
    params,
    answer: userAnswerSchema,
    handle: async ({ db }, { actor }) => ({ data: await userDetails(db, actor.userId) }),
  }),
  endpoint({
    method: 'put',
    path: '/userdetails/{id}',
    audience: 'customer',
    summary: 'Changes the name and the phone number',
    params,
    body: profileSchema,
    answer: userAnswerSchema,
    handle: async ({ db }, { actor, body }) => ({ data: await changeProfile(db, actor.userId, body) }),
  }),
  endpoint({
    method: 'get',
    path: '/userdetails/{id}/data',
    audience: 'customer',
    summary: 'Everything that the shop holds about the caller',
    params,
    answer: personalDataSchema,
    download: 'alpine-my-data.json',
    handle: ({ db, personalRecords }, { actor }) => personalData(db, actor.userId, personalRecords),
  }),
  endpoint({
    method: 'delete',
    path: '/userdetails/{id}',
    audience: 'customer',
    summary: 'Deletes the account and erases the person',
    params,
    body: farewellSchema,
    status: 204,
    handle: (shop, { actor, body }) => deleteAccount(shop, actor, body, shop.personalRecords),
  }),
]
