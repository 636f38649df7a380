import { useId } from 'react'
import { AddToCartButton, cartProductFromWire } from '#app/features/cart/add-to-cart.tsx'
import { Heart } from '#app/features/wishlist/heart.tsx'
import { ApiCardLink, ApiCardPicture, ApiCardPrice } from '#app/layouts/api-product-card.tsx'
import { variantFromWire } from '#modules/catalog/wire.ts'
import type { WireWishlist } from '#modules/wishlist/contract.ts'

export type SavedProduct = WireWishlist['products'][number]

export function SavedProductCard({ card }: { card: SavedProduct }) {
  const nameId = useId()
  const soldOut = card.stockQuantity === 0
  return (
    <article className={soldOut ? 'card is-sold-out' : 'card'}>
      <div className="card-tile">
        <picture className="contents">
          <ApiCardPicture card={card} />
        </picture>
        {soldOut && <span className="sold-out-label">SOLD OUT</span>}
      </div>
      <Heart id={card.id} name={card.name} />
      <h2 className="card-name" id={nameId}>
        <ApiCardLink card={card}>{card.name}</ApiCardLink>
      </h2>
      <div className="card-foot">
        <ApiCardPrice card={card} />
        {!soldOut && (
          <AddToCartButton
            productId={card.id}
            variants={card.attributes.map(variantFromWire)}
            toCartProduct={(variant) => cartProductFromWire(card, variant)}
            describedBy={nameId}
          />
        )}
      </div>
    </article>
  )
}
