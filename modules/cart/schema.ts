import { z } from 'zod'
import type { Piece } from '#modules/catalog/schema.ts'
import { largestInteger, lookupId, lookupText, rowId } from '#shared/fields.ts'

export const mostPieces = 999
export const mostLines = 100
const longestNote = 1000

const quantitySchema = z
  .int('The quantity must be a whole number.')
  .min(1, 'The quantity goes from 1 to 999.')
  .max(mostPieces, 'The quantity goes from 1 to 999.')

const productIdSchema = rowId('There is no such product.')

/** Nothing, null and 0 all say that the product comes in no choices. */
const choiceSchema = z
  .int('The choice is a whole number.')
  .min(0, 'The choice is a whole number.')
  .max(largestInteger, 'There is no such choice.')
  .nullish()
  .transform((id) => id || null)

export const noteSchema = lookupText(longestNote)

const ownIdSchema = lookupId.optional()

export const addLineSchema = z
  .object({
    userId: ownIdSchema,
    productId: productIdSchema,
    quantity: quantitySchema.default(1),
    selectedAttributeId: choiceSchema,
  })
  .meta({ id: 'CartItemToAdd' })

export const replaceCartSchema = z
  .object({
    id: ownIdSchema,
    note: noteSchema.nullish(),
    cartItems: z
      .array(z.object({ productId: productIdSchema, quantity: quantitySchema, selectedAttributeId: choiceSchema }))
      .max(mostLines, `A bag holds up to ${mostLines} different pieces.`),
  })
  .meta({ id: 'CartToStore' })

const lineNotices = ['price', 'soldOut', 'short', 'gone'] as const

const cartItemSchema = z
  .object({
    cartItemId: z.string(),
    productId: z.int(),
    quantity: z.int(),
    selectedAttributeId: z.int().nullable(),
    name: z.string(),
    slugs: z.string(),
    categoryId: z.int(),
    attributeValue: z.string().nullable(),
    measure: z.string().nullable().meta({ description: 'How large the variant is' }),
    unitPrice: z.number().meta({ description: 'In Nepalese rupees, as it is today' }),
    unitPriceInUSD: z.number(),
    totalPrice: z.number(),
    totalPriceInUSD: z.number(),
    imgURL: z.string().nullable(),
    productQuantity: z.int().meta({ description: 'How many there are in stock' }),
    notice: z
      .enum(lineNotices)
      .nullable()
      .meta({ description: 'What changed since it was put in; all but `price` refuse the order' }),
    previousUnitPrice: z.number().nullable().meta({ description: 'Where the price has changed since' }),
    previousUnitPriceInUSD: z.number().nullable(),
  })
  .meta({ id: 'CartItem' })

export const cartSchema = z
  .object({ shoppingCartId: z.string(), note: z.string(), cartItems: z.array(cartItemSchema) })
  .meta({ id: 'Cart' })

export type WireCart = z.infer<typeof cartSchema>
export type LineToPut = { productId: number; attributeId: number | null; quantity: number }

/** A line as it is stored. */
export type StoredLine = LineToPut & { id: string; priceNpr: number; priceUsd: number }

export type StoredCart = { id: string; note: string; lines: StoredLine[] }

/** A line with its piece as that stands now. */
type FoundLine = StoredLine & { piece: Piece | null }

export type FoundCart = { id: string; note: string; lines: FoundLine[] }

/** A line as it is shown. */
export type CartLine = StoredLine & { piece: Piece; notice: (typeof lineNotices)[number] | null }

export type Cart = { id: string; note: string; lines: CartLine[] }
