import { useId } from 'react'
import { pieceFromWire } from '#app/features/cart/add-to-cart.ts'
import { AddToBag } from '#app/features/cart/add-to-cart-button.tsx'
import { Heart } from '#app/features/wishlist/heart.tsx'
import { WireCardLink, WirePicture, WirePrice } from '#app/layouts/wire-card.tsx'
import { variantFromWire } from '#modules/catalog/wire.ts'
import type { WireWishlist } from '#modules/wishlist/schema.ts'

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
        {!soldOut && (
          <AddToBag
            productId={card.id}
            variants={card.attributes.map(variantFromWire)}
            pieceIn={(variant) => pieceFromWire(card, variant)}
            describedBy={nameId}
          />
        )}
      </div>
    </article>
  )
}
