import * as contract from '#modules/wishlist/contract.ts'
import { addToWishlist, readWishlist, removeFromWishlist } from '#modules/wishlist/service.server.ts'
import { wishlistOnWire } from '#modules/wishlist/wire.ts'
import { implement } from './endpoint.ts'

export const wishlistEndpoints = implement(contract, {
  getWishlist: async (shop, { actor }) => wishlistOnWire(await readWishlist(shop, actor.userId)),
  addToWishlist: async (shop, { actor, body }) =>
    wishlistOnWire(await addToWishlist(shop, actor.userId, body.productIds)),
  removeFromWishlist: async (shop, { actor, params }) =>
    wishlistOnWire(await removeFromWishlist(shop, actor.userId, params.productId)),
})
