import * as contract from '#modules/cart/contract.ts'
import {
  addToCart,
  readCart,
  removeDiscountCode,
  removeFromCart,
  replaceCart,
  setDiscountCode,
} from '#modules/cart/service.server.ts'
import { cartOnWire } from '#modules/cart/wire.ts'
import { implement } from './endpoint.ts'

export const cartEndpoints = implement(contract, {
  getCart: async ({ db }, { actor }) => cartOnWire(await readCart(db, actor.userId)),
  addToCart: async ({ db }, { actor, body: { productId, quantity, selectedAttributeId: variantId } }) =>
    cartOnWire(await addToCart(db, actor.userId, { productId, quantity, variantId })),
  replaceCart: async ({ db }, { actor, body: { note, cartItems } }) => {
    const lines = cartItems.map(({ selectedAttributeId: variantId, ...line }) => ({ ...line, variantId }))
    return cartOnWire(await replaceCart(db, actor.userId, { note, lines }))
  },
  removeFromCart: async ({ db }, { actor, params }) =>
    cartOnWire(await removeFromCart(db, actor.userId, params.cartItemId)),
  setDiscountCode: async ({ db, limits }, { actor, origin, body }) => {
    const caller = { ...origin, account: actor.userId }
    await limits.spend('discountCode', caller)
    const cart = await setDiscountCode(db, actor.userId, body.code)
    await limits.refund('discountCode', caller)
    return cartOnWire(cart)
  },
  removeDiscountCode: async ({ db }, { actor }) => cartOnWire(await removeDiscountCode(db, actor.userId)),
})
