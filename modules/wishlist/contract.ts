import * as z from 'zod/mini'
import { type ProductCardData, productCardSchema } from '#modules/catalog/contract.ts'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import { integerId, integerIdFromText, uuidOrUnknown } from '#shared/fields.ts'

export const maxSavedProducts = 500

export const addToWishlistSchema = namedObject('ProductsToSave', {
  productIds: z
    .array(integerId('There is no such product.'), 'Please choose at least one product.')
    .check(
      z.minLength(1, 'Please choose at least one product.'),
      z.maxLength(100, 'Please save at most 100 products at once.'),
    ),
})

export const productIdInPath = integerIdFromText('There is no such product.')

export const wishlistSchema = namedObject('Wishlist', {
  wishlistId: z.string(),
  products: z.array(
    z.extend(productCardSchema, { imgURL: z.nullable(z.string()) }).register(z.globalRegistry, { id: 'SavedProduct' }),
  ),
})

export type Wishlist = { id: string; cards: ProductCardData[] }
export type WireWishlist = z.infer<typeof wishlistSchema>

export const getWishlist = endpoint({
  method: 'get',
  path: '/wishlist/{userId}',
  audience: 'customer',
  summary: 'Get the saved products, last saved first',
  params: z.object({ userId: uuidOrUnknown }),
  answer: wishlistSchema,
})

export const addToWishlist = endpoint({
  method: 'post',
  path: '/wishlist/{userId}',
  audience: 'customer',
  summary: 'Save products; saving one twice is not an error',
  errors: ['notFound', 'conflict'],
  params: z.object({ userId: uuidOrUnknown }),
  body: addToWishlistSchema,
  answer: wishlistSchema,
})

export const removeFromWishlist = endpoint({
  method: 'delete',
  path: '/wishlist/{userId}/{productId}',
  audience: 'customer',
  summary: 'Remove a saved product',
  params: z.object({ userId: uuidOrUnknown, productId: productIdInPath }),
  answer: wishlistSchema,
})
