import { z } from 'zod'
import { type Card, productCardSchema } from '#modules/catalog/schema.ts'

export const mostSaved = 500

const productIdSchema = z
  .int('A product id is a whole number.')
  .min(1, 'A product id is a whole number.')
  .max(2_147_483_647, 'There is no such product.')

export const saveSchema = z
  .object({
    productIds: z
      .array(productIdSchema, 'Please say which products.')
      .min(1, 'Please say which products.')
      .max(100, 'Please save at most 100 products at once.'),
  })
  .meta({ id: 'ProductsToSave' })

export const savedIdSchema = z.coerce.number().pipe(productIdSchema)

export const wishlistSchema = z
  .object({
    wishlistId: z.string(),
    products: z.array(productCardSchema.extend({ imgURL: z.string().nullable() }).meta({ id: 'SavedProduct' })),
  })
  .meta({ id: 'Wishlist' })

export type Wishlist = { id: string; cards: Card[] }
export type WireWishlist = z.infer<typeof wishlistSchema>
