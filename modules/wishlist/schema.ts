import * as z from 'zod/mini'
import { type ProductCardData, productCardSchema } from '#modules/catalog/schema.ts'
import { integerId, integerIdFromText } from '#shared/fields.ts'

export const maxSavedProducts = 500

export const addToWishlistSchema = z
  .object({
    productIds: z
      .array(integerId('There is no such product.'), 'Please choose at least one product.')
      .check(
        z.minLength(1, 'Please choose at least one product.'),
        z.maxLength(100, 'Please save at most 100 products at once.'),
      ),
  })
  .register(z.globalRegistry, { id: 'ProductsToSave' })

export const productIdInPath = integerIdFromText('There is no such product.')

export const wishlistSchema = z
  .object({
    wishlistId: z.string(),
    products: z.array(
      z
        .extend(productCardSchema, { imgURL: z.nullable(z.string()) })
        .register(z.globalRegistry, { id: 'SavedProduct' }),
    ),
  })
  .register(z.globalRegistry, { id: 'Wishlist' })

export type Wishlist = { id: string; cards: ProductCardData[] }
export type WireWishlist = z.infer<typeof wishlistSchema>
