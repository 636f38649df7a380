import * as z from 'zod/mini'
import { changeProfile, deleteAccount, personalData, userDetails } from '#modules/accounts/profile.server.ts'
import {
  accountDeletionSchema,
  personalDataSchema,
  profileSchema,
  userResponseSchema,
} from '#modules/accounts/schema.ts'
import { uuidOrUnknown } from '#shared/fields.ts'
import { endpoint } from './endpoint.ts'

const params = z.object({ id: uuidOrUnknown })

export const userDetailsEndpoints = [
  endpoint({
    operationId: 'getUser',
    method: 'get',
    path: '/userdetails/{id}',
    audience: 'customer',
    summary: 'Get the account of the caller',
    errors: ['notFound'],
    params,
    answer: userResponseSchema,
    handle: async ({ db }, { actor }) => ({ data: await userDetails(db, actor.userId) }),
  }),
  endpoint({
    operationId: 'updateUser',
    method: 'put',
    path: '/userdetails/{id}',
    audience: 'customer',
    summary: 'Change the name and the phone number',
    errors: ['notFound'],
    params,
    body: profileSchema,
    answer: userResponseSchema,
    handle: async ({ db }, { actor, body }) => ({ data: await changeProfile(db, actor.userId, body) }),
  }),
  endpoint({
    operationId: 'exportPersonalData',
    method: 'get',
    path: '/userdetails/{id}/data',
    audience: 'customer',
    summary: 'Download all data that the shop holds about the caller',
    errors: ['notFound'],
    params,
    answer: personalDataSchema,
    downloadName: 'alpine-my-data.json',
    handle: ({ db, personalRecords }, { actor }) => personalData(db, actor.userId, personalRecords),
  }),
  endpoint({
    operationId: 'deleteUser',
    method: 'delete',
    path: '/userdetails/{id}',
    audience: 'customer',
    summary: 'Delete the account and erase its personal data',
    errors: ['notFound', 'conflict'],
    params,
    body: accountDeletionSchema,
    status: 204,
    handle: (shop, { actor, body }) => deleteAccount(shop, actor, body, shop.personalRecords),
  }),
] as const
