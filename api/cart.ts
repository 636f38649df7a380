import { z } from 'zod'
import { addLineSchema, cartSchema, replaceCartSchema } from '#modules/cart/schema.ts'
import { addToCart, readCart, removeFromCart, replaceCart } from '#modules/cart/service.server.ts'
import { cartOnWire } from '#modules/cart/wire.ts'
import { foreignId } from '#shared/fields.ts'
import { endpoint } from './endpoint.ts'

export const cartEndpoints = [
  endpoint({
    method: 'get',
    path: '/ShoppingCart/userId/{userId}',
    audience: 'customer',
    summary: 'The bag; whoever has none gets an empty one',
    params: z.object({ userId: foreignId }),
    answer: cartSchema,
    handle: async ({ db }, { actor }) => cartOnWire(await readCart(db, actor.userId)),
  }),
  endpoint({
    method: 'post',
    path: '/ShoppingCart/CartItem',
    audience: 'customer',
    summary: 'Puts a piece into the bag, or raises the quantity of one that is there',
    body: addLineSchema,
    answer: cartSchema,
    status: 201,
    handle: async ({ db }, { actor, body: { productId, quantity, selectedAttributeId: attributeId } }) =>
      cartOnWire(await addToCart(db, actor.userId, { productId, quantity, attributeId })),
  }),
  endpoint({
    method: 'put',
    path: '/ShoppingCart/Upsert',
    audience: 'customer',
    summary: 'Replaces the lines of the bag by those that are sent',
    body: replaceCartSchema,
    answer: cartSchema,
    handle: async ({ db }, { actor, body: { note, cartItems } }) => {
      const lines = cartItems.map(({ selectedAttributeId: attributeId, ...line }) => ({ ...line, attributeId }))
      return cartOnWire(await replaceCart(db, actor.userId, { note, lines }))
    },
  }),
  endpoint({
    method: 'delete',
    path: '/ShoppingCart/CartItem/{cartItemId}',
    audience: 'customer',
    summary: 'Takes a line out of the bag',
    params: z.object({ cartItemId: foreignId }),
    answer: cartSchema,
    handle: async ({ db }, { actor, params }) => cartOnWire(await removeFromCart(db, actor.userId, params.cartItemId)),
  }),
]
