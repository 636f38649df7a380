import * as z from 'zod/mini'
import type { StockItem } from '#modules/catalog/stock-item.ts'
import { typedCode } from '#modules/discounts/code.ts'
import type { AppliedDiscount, Discount } from '#modules/discounts/rules.ts'
import { endpoint, namedObject } from '#shared/endpoint.ts'
import { integerId, maxInteger, rawText, uuidOrUnknown } from '#shared/fields.ts'

export const maxQuantity = 999
export const maxCartLines = 100
const maxNoteLength = 1000

const quantitySchema = z
  .int('The quantity must be a whole number.')
  .check(
    z.minimum(1, 'The quantity must be between 1 and 999.'),
    z.maximum(maxQuantity, 'The quantity must be between 1 and 999.'),
  )

const productIdSchema = integerId('There is no such product.')

/** Absent, null and 0 all mean no variant. */
const variantIdSchema = z.pipe(
  z.nullish(
    z
      .int('The variant must be a whole number.')
      .check(z.minimum(0, 'The variant must be a whole number.'), z.maximum(maxInteger, 'There is no such variant.')),
  ),
  z.transform((id) => id || null),
)

export const noteSchema = rawText(maxNoteLength)

const userIdSchema = z.optional(uuidOrUnknown)

export const addLineSchema = namedObject('CartItemToAdd', {
  userId: userIdSchema,
  productId: productIdSchema,
  quantity: z._default(quantitySchema, 1),
  selectedAttributeId: variantIdSchema,
})

export const replaceCartSchema = namedObject('CartToStore', {
  id: userIdSchema,
  note: z.nullish(noteSchema),
  cartItems: z
    .array(z.object({ productId: productIdSchema, quantity: quantitySchema, selectedAttributeId: variantIdSchema }))
    .check(z.maxLength(maxCartLines, `A bag can hold up to ${maxCartLines} different products.`)),
})

const lineNotices = ['price', 'soldOut', 'short', 'gone'] as const

const cartItemSchema = namedObject('CartItem', {
  cartItemId: z.string(),
  productId: z.int(),
  quantity: z.int(),
  selectedAttributeId: z.nullable(z.int()),
  name: z.string(),
  slugs: z.string(),
  categoryId: z.int(),
  attributeValue: z.nullable(z.string()),
  measure: z.nullable(z.string()).check(z.meta({ description: 'The dimensions of the variant' })),
  unitPrice: z.number().check(z.meta({ description: 'The current price in Nepalese rupees' })),
  unitPriceInUSD: z.number(),
  totalPrice: z.number(),
  totalPriceInUSD: z.number(),
  imgURL: z.nullable(z.string()),
  productQuantity: z.int().check(z.meta({ description: 'The quantity in stock' })),
  notice: z.nullable(z.enum(lineNotices)).check(
    z.meta({
      description: 'What changed since the item was added. Every value except `price` prevents the order.',
    }),
  ),
  previousUnitPrice: z
    .nullable(z.number())
    .check(z.meta({ description: 'The price when the item was added, if it has changed since' })),
  previousUnitPriceInUSD: z.nullable(z.number()),
})

export const cartSchema = namedObject('Cart', {
  shoppingCartId: z.string(),
  note: z.string(),
  cartItems: z.array(cartItemSchema),
  discount: z
    .nullable(
      z.object({
        code: z.string(),
        amount: z.number(),
        amountInUSD: z.number(),
        problem: z.nullable(z.string()),
        problemInUSD: z.nullable(z.string()),
      }),
    )
    .check(
      z.meta({
        description:
          'What the discount code takes off in each currency. A problem in the currency of the order prevents the order.',
      }),
    ),
})

export const discountCodeSchema = namedObject('DiscountCodeInput', { userId: userIdSchema, code: typedCode })

export type WireCart = z.infer<typeof cartSchema>
export type CartLineInput = { productId: number; variantId: number | null; quantity: number }

export type StoredLine = CartLineInput & { id: string; priceNpr: number; priceUsd: number }

/** `discount` is null if there is no code, or no discount with this code. */
type StoredCode = { discountCode: string | null; discount: Discount | null }

export type StoredCart = { id: string; note: string; lines: StoredLine[] } & StoredCode

/** `item` is null if the product no longer exists. */
type StoredLineWithItem = StoredLine & { item: StockItem | null }

export type StoredCartWithItems = { id: string; note: string; lines: StoredLineWithItem[] } & StoredCode

export type CartLine = StoredLine & { item: StockItem; notice: (typeof lineNotices)[number] | null }

export type Cart = { id: string; note: string; lines: CartLine[]; discount: AppliedDiscount | null }

export const getCart = endpoint({
  method: 'get',
  path: '/ShoppingCart/userId/{userId}',
  audience: 'customer',
  summary: 'Get the cart; an empty one if the caller has none',
  params: z.object({ userId: uuidOrUnknown }),
  answer: cartSchema,
})

export const addToCart = endpoint({
  method: 'post',
  path: '/ShoppingCart/CartItem',
  audience: 'customer',
  summary: 'Add a product to the cart, or raise the quantity of its line',
  description:
    'Adds a product or raises the quantity of its line, never above the stock. A product with attributes needs one of its own as `selectedAttributeId`.',
  errors: ['notFound', 'conflict'],
  body: addLineSchema,
  answer: cartSchema,
  status: 201,
})

export const replaceCart = endpoint({
  method: 'put',
  path: '/ShoppingCart/Upsert',
  audience: 'customer',
  summary: 'Replace the lines of the cart',
  description: 'Replaces all lines with the lines sent, all or none. Prices come from the catalog.',
  errors: ['notFound', 'conflict'],
  body: replaceCartSchema,
  answer: cartSchema,
})

export const removeFromCart = endpoint({
  method: 'delete',
  path: '/ShoppingCart/CartItem/{cartItemId}',
  audience: 'customer',
  summary: 'Remove a line from the cart',
  errors: ['notFound'],
  params: z.object({ cartItemId: uuidOrUnknown }),
  answer: cartSchema,
})

export const setDiscountCode = endpoint({
  method: 'put',
  path: '/ShoppingCart/DiscountCode',
  audience: 'customer',
  summary: 'Enter a discount code; it replaces the one before',
  description:
    'A code that is not valid changes nothing. A code whose minimum is not reached yet, or that is for other products, is stored with its `problem`. Wrong codes are limited.',
  errors: ['conflict', 'tooMany'],
  body: discountCodeSchema,
  answer: cartSchema,
})

export const removeDiscountCode = endpoint({
  method: 'delete',
  path: '/ShoppingCart/DiscountCode',
  audience: 'customer',
  summary: 'Remove the discount code from the cart',
  answer: cartSchema,
})
