import { useId } from 'react'
import { AddToBag } from '#app/features/cart/add-to-bag-button.tsx'
import { Heart } from '#app/features/wishlist/heart.tsx'
import { WireCardLink, WirePicture, WirePrice } from '#app/frame/wire-card.tsx'
import { callApi } from '#app/lib/api.ts'
import type { BagPiece } from '#app/state/bag-lines.ts'
import type { WireProduct } from '#modules/catalog/schema.ts'
import type { WireWishlist } from '#modules/wishlist/schema.ts'
import { fromWire } from '#shared/money.ts'

export type SavedProduct = WireWishlist['products'][number]

export function SavedCard({ card }: { card: SavedProduct }) {
  const nameId = useId()
  const soldOut = card.stockQuantity === 0
  return (
    <article className={soldOut ? 'card is-sold' : 'card'}>
      <div className="card-tile">
        <picture className="contents">
          <WirePicture card={card} />
        </picture>
        {soldOut && <span className="sold">SOLD OUT</span>}
      </div>
      <Heart id={card.id} name={card.name} />
      <h2 className="card-name" id={nameId}>
        <WireCardLink card={card}>{card.name}</WireCardLink>
      </h2>
      <div className="card-foot">
        <WirePrice card={card} />
        {!soldOut && <AddToBag piece={() => findPiece(card)} describedBy={nameId} />}
      </div>
    </article>
  )
}

/** A saved card does not say in which choices its product comes: the product itself does. */
async function findPiece(card: SavedProduct): Promise<BagPiece> {
  const { attributes } = await callApi<WireProduct>(`/product/${encodeURIComponent(card.slugs)}`)
  const choice = attributes.find(({ productQuantity }) => productQuantity > 0)
  return {
    productId: card.id,
    selectedAttributeId: choice?.productAttributeId ?? null,
    attributeValue: choice?.attributeValue ?? null,
    name: card.name,
    slugs: card.slugs,
    categoryId: card.categoryId,
    priceNpr: fromWire(card.price),
    priceUsd: fromWire(card.priceInUSD),
    stock: choice?.productQuantity ?? card.stockQuantity,
    imgURL: card.imgURL,
  }
}
