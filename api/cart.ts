import * as z from 'zod/mini'
import { addLineSchema, cartSchema, replaceCartSchema } from '#modules/cart/schema.ts'
import { addToCart, readCart, removeFromCart, replaceCart } from '#modules/cart/service.server.ts'
import { cartOnWire } from '#modules/cart/wire.ts'
import { uuidOrUnknown } from '#shared/fields.ts'
import { endpoint } from './endpoint.ts'

export const cartEndpoints = [
  endpoint({
    operationId: 'getCart',
    method: 'get',
    path: '/ShoppingCart/userId/{userId}',
    audience: 'customer',
    summary: 'Get the cart; an empty one if the caller has none',
    params: z.object({ userId: uuidOrUnknown }),
    answer: cartSchema,
    handle: async ({ db }, { actor }) => cartOnWire(await readCart(db, actor.userId)),
  }),
  endpoint({
    operationId: 'addToCart',
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
    handle: async ({ db }, { actor, body: { productId, quantity, selectedAttributeId: variantId } }) =>
      cartOnWire(await addToCart(db, actor.userId, { productId, quantity, variantId })),
  }),
  endpoint({
    operationId: 'replaceCart',
    method: 'put',
    path: '/ShoppingCart/Upsert',
    audience: 'customer',
    summary: 'Replace the lines of the cart',
    description: 'Replaces all lines with the lines sent, all or none. Prices come from the catalog.',
    errors: ['notFound', 'conflict'],
    body: replaceCartSchema,
    answer: cartSchema,
    handle: async ({ db }, { actor, body: { note, cartItems } }) => {
      const lines = cartItems.map(({ selectedAttributeId: variantId, ...line }) => ({ ...line, variantId }))
      return cartOnWire(await replaceCart(db, actor.userId, { note, lines }))
    },
  }),
  endpoint({
    operationId: 'removeFromCart',
    method: 'delete',
    path: '/ShoppingCart/CartItem/{cartItemId}',
    audience: 'customer',
    summary: 'Remove a line from the cart',
    errors: ['notFound'],
    params: z.object({ cartItemId: uuidOrUnknown }),
    answer: cartSchema,
    handle: async ({ db }, { actor, params }) => cartOnWire(await removeFromCart(db, actor.userId, params.cartItemId)),
  }),
] as const
