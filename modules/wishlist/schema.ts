import { z } from 'zod'
import { type ProductCardData, productCardSchema } from '#modules/catalog/schema.ts'
import { integerId, integerIdFromText } from '#shared/fields.ts'

export const maxSavedProducts = 500

export const addToWishlistSchema = z
  .object({
    productIds: z
      .array(integerId('There is no such product.'), 'Please choose at least one product.')
      .min(1, 'Please choose at least one product.')
      .max(100, 'Please save at most 100 products at once.'),
  })
  .meta({ id: 'ProductsToSave' })

export const productIdInPath = integerIdFromText('There is no such product.')

export const wishlistSchema = z
  .object({
    wishlistId: z.string(),
    products: z.array(productCardSchema.extend({ imgURL: z.string().nullable() }).meta({ id: 'SavedProduct' })),
  })
  .meta({ id: 'Wishlist' })

export type Wishlist = { id: string; cards: ProductCardData[] }
export type WireWishlist = z.infer<typeof wishlistSchema>
