import { z } from 'zod'
import { addressesSchema, addressInputSchema, addressSchema, newAddressSchema } from '#modules/addresses/schema.ts'
import {
  addAddress,
  changeAddress,
  deleteAddress,
  listAddresses,
  makeDefault,
} from '#modules/addresses/service.server.ts'
import { foreignId } from '#shared/fields.ts'
import { endpoint } from './endpoint.ts'

const addressId = z.object({ addressId: foreignId })

export const addressEndpoints = [
  endpoint({
    method: 'get',
    path: '/addresses/user/{userId}/alladdresses',
    audience: 'customer',
    summary: 'The addresses of the caller, oldest first',
    params: z.object({ userId: foreignId }),
    answer: addressesSchema,
    handle: ({ db }, { actor }) => listAddresses(db, actor.userId),
  }),
  endpoint({
    method: 'post',
    path: '/addresses',
    audience: 'customer',
    summary: 'A new address; the first one is the default',
    body: newAddressSchema,
    answer: addressSchema,
    status: 201,
    handle: ({ db }, { actor, body }) => addAddress(db, actor.userId, body),
  }),
  endpoint({
    method: 'put',
    path: '/addresses/{addressId}',
    audience: 'customer',
    summary: 'Changes an address; optional parts that are not sent stay',
    params: addressId,
    body: addressInputSchema,
    answer: addressSchema,
    handle: ({ db }, { actor, params, body }) => changeAddress(db, actor.userId, params.addressId, body),
  }),
  endpoint({
    method: 'put',
    path: '/addresses/{addressId}/default',
    audience: 'customer',
    summary: 'Makes an address the default',
    params: addressId,
    answer: addressSchema,
    handle: ({ db }, { actor, params }) => makeDefault(db, actor.userId, params.addressId),
  }),
  endpoint({
    method: 'delete',
    path: '/addresses/{addressId}',
    audience: 'customer',
    summary: 'Deletes an address; orders keep their own copy',
    params: addressId,
    status: 204,
    handle: ({ db }, { actor, params }) => deleteAddress(db, actor.userId, params.addressId),
  }),
]
