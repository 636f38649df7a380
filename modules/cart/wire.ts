import { pictureApiUrl } from '#modules/media/picture.ts'
import { toWire } from '#shared/money.ts'
import type { Cart, CartLine, WireCart } from './schema.ts'

export function cartOnWire({ id, note, lines }: Cart): WireCart {
  return { shoppingCartId: id, note, cartItems: lines.map(lineOnWire) }
}

function lineOnWire({ id, quantity, priceNpr, priceUsd, piece, notice }: CartLine): WireCart['cartItems'][number] {
  const hasNewPrice = priceNpr !== piece.priceNpr || priceUsd !== piece.priceUsd
  return {
    cartItemId: id,
    productId: piece.productId,
    quantity,
    selectedAttributeId: piece.attributeId,
    name: piece.name,
    slugs: piece.slug,
    categoryId: piece.categoryId,
    attributeValue: piece.attributeValue,
    measure: piece.measure,
    unitPrice: toWire(piece.priceNpr),
    unitPriceInUSD: toWire(piece.priceUsd),
    totalPrice: toWire(piece.priceNpr * quantity),
    totalPriceInUSD: toWire(piece.priceUsd * quantity),
    imgURL: piece.picture && pictureApiUrl(piece.picture),
    productQuantity: notice === 'gone' ? 0 : piece.stock,
    notice,
    previousUnitPrice: hasNewPrice ? toWire(priceNpr) : null,
    previousUnitPriceInUSD: hasNewPrice ? toWire(priceUsd) : null,
  }
}
