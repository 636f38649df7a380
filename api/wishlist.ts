import * as z from 'zod/mini'
import { addToWishlistSchema, productIdInPath, wishlistSchema } from '#modules/wishlist/schema.ts'
import { addToWishlist, readWishlist, removeFromWishlist } from '#modules/wishlist/service.server.ts'
import { wishlistOnWire } from '#modules/wishlist/wire.ts'
import { uuidOrUnknown } from '#shared/fields.ts'
import { endpoint } from './endpoint.ts'

export const wishlistEndpoints = [
  endpoint({
    operationId: 'getWishlist',
    method: 'get',
    path: '/wishlist/{userId}',
    audience: 'customer',
    summary: 'Get the saved products, last saved first',
    params: z.object({ userId: uuidOrUnknown }),
    answer: wishlistSchema,
    handle: async (shop, { actor }) => wishlistOnWire(await readWishlist(shop, actor.userId)),
  }),
  endpoint({
    operationId: 'addToWishlist',
    method: 'post',
    path: '/wishlist/{userId}',
    audience: 'customer',
    summary: 'Save products; saving one twice is not an error',
    errors: ['notFound', 'conflict'],
    params: z.object({ userId: uuidOrUnknown }),
    body: addToWishlistSchema,
    answer: wishlistSchema,
    handle: async (shop, { actor, body }) => wishlistOnWire(await addToWishlist(shop, actor.userId, body.productIds)),
  }),
  endpoint({
    operationId: 'removeFromWishlist',
    method: 'delete',
    path: '/wishlist/{userId}/{productId}',
    audience: 'customer',
    summary: 'Remove a saved product',
    params: z.object({ userId: uuidOrUnknown, productId: productIdInPath }),
    answer: wishlistSchema,
    handle: async (shop, { actor, params }) =>
      wishlistOnWire(await removeFromWishlist(shop, actor.userId, params.productId)),
  }),
] as const
