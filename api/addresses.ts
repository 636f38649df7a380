import * as z from 'zod/mini'
import { addressesSchema, addressInputSchema, addressSchema, newAddressSchema } from '#modules/addresses/schema.ts'
import {
  addAddress,
  changeAddress,
  deleteAddress,
  listAddresses,
  makeDefault,
} from '#modules/addresses/service.server.ts'
import { uuidOrUnknown } from '#shared/fields.ts'
import { endpoint } from './endpoint.ts'

const addressId = z.object({ addressId: uuidOrUnknown })

export const addressEndpoints = [
  endpoint({
    operationId: 'listAddresses',
    method: 'get',
    path: '/addresses/user/{userId}/alladdresses',
    audience: 'customer',
    summary: 'List the addresses of the caller, oldest first',
    params: z.object({ userId: uuidOrUnknown }),
    answer: addressesSchema,
    handle: ({ db }, { actor }) => listAddresses(db, actor.userId),
  }),
  endpoint({
    operationId: 'addAddress',
    method: 'post',
    path: '/addresses',
    audience: 'customer',
    summary: 'Add an address; the first one becomes the default',
    errors: ['conflict'],
    body: newAddressSchema,
    answer: addressSchema,
    status: 201,
    handle: ({ db }, { actor, body }) => addAddress(db, actor.userId, body),
  }),
  endpoint({
    operationId: 'updateAddress',
    method: 'put',
    path: '/addresses/{addressId}',
    audience: 'customer',
    summary: 'Change an address; optional fields that are not sent stay as they are',
    errors: ['notFound'],
    params: addressId,
    body: addressInputSchema,
    answer: addressSchema,
    handle: ({ db }, { actor, params, body }) => changeAddress(db, actor.userId, params.addressId, body),
  }),
  endpoint({
    operationId: 'setDefaultAddress',
    method: 'put',
    path: '/addresses/{addressId}/default',
    audience: 'customer',
    summary: 'Make an address the default',
    errors: ['notFound'],
    params: addressId,
    answer: addressSchema,
    handle: ({ db }, { actor, params }) => makeDefault(db, actor.userId, params.addressId),
  }),
  endpoint({
    operationId: 'deleteAddress',
    method: 'delete',
    path: '/addresses/{addressId}',
    audience: 'customer',
    summary: 'Delete an address; orders keep their own copy',
    errors: ['notFound'],
    params: addressId,
    status: 204,
    handle: ({ db }, { actor, params }) => deleteAddress(db, actor.userId, params.addressId),
  }),
] as const
