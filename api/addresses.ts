import * as contract from '#modules/addresses/contract.ts'
import {
  addAddress,
  changeAddress,
  deleteAddress,
  listAddresses,
  makeDefault,
} from '#modules/addresses/service.server.ts'
import { countryOf } from '#platform/geo.server.ts'
import { ShopError } from '#shared/errors.ts'
import { implement } from './endpoint.ts'

export const addressEndpoints = implement(contract, {
  listAddresses: ({ db }, { actor }) => listAddresses(db, actor.userId),
  listCustomerAddresses: ({ db }, { params: { userId } }) => listAddresses(db, userId),
  addAddress: ({ db }, { actor, body }) => addAddress(db, actor.userId, body),
  updateAddress: ({ db }, { actor, params, body }) => changeAddress(db, actor.userId, params.addressId, body),
  setDefaultAddress: ({ db }, { actor, params }) => makeDefault(db, actor.userId, params.addressId),
  deleteAddress: ({ db }, { actor, params }) => deleteAddress(db, actor.userId, params.addressId),
  getLocation: async (_, { caller }) => {
    const countryCode = await countryOf(caller)
    if (!countryCode) throw new ShopError('notFound', 'Your country is unknown.')
    return { countryCode }
  },
})
