import { pictureApiUrl } from '#modules/media/picture.ts'
import { toWire } from '#shared/money.ts'
import type { Cart, CartLine, WireCart } from './contract.ts'

export function cartOnWire({ id, note, lines, discount }: Cart): WireCart {
  return {
    shoppingCartId: id,
    note,
    cartItems: lines.map(lineOnWire),
    discount: discount && {
      code: discount.code,
      amount: toWire(discount.npr),
      amountInUSD: toWire(discount.usd),
      problem: discount.problemNpr,
      problemInUSD: discount.problemUsd,
    },
  }
}

function lineOnWire({ id, quantity, priceNpr, priceUsd, item, notice }: CartLine): WireCart['cartItems'][number] {
  const hasNewPrice = priceNpr !== item.priceNpr || priceUsd !== item.priceUsd
  return {
    cartItemId: id,
    productId: item.productId,
    quantity,
    selectedAttributeId: item.variantId,
    name: item.name,
    slugs: item.slug,
    categoryId: item.categoryId,
    attributeValue: item.variantValue,
    measure: item.measure,
    unitPrice: toWire(item.priceNpr),
    unitPriceInUSD: toWire(item.priceUsd),
    totalPrice: toWire(item.priceNpr * quantity),
    totalPriceInUSD: toWire(item.priceUsd * quantity),
    imgURL: item.picture && pictureApiUrl(item.picture),
    productQuantity: notice === 'gone' ? 0 : item.stock,
    notice,
    previousUnitPrice: hasNewPrice ? toWire(priceNpr) : null,
    previousUnitPriceInUSD: hasNewPrice ? toWire(priceUsd) : null,
  }
}
