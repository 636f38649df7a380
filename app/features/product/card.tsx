import { useId } from 'react'
import { Link } from 'react-router'
import { AddToCartButton, cartProduct } from '#app/features/cart/add-to-cart.tsx'
import { Heart } from '#app/features/wishlist/heart.tsx'
import { productUrl } from '#app/lib/urls.ts'
import { Picture } from '#app/ui/picture.tsx'
import { TilePicture } from '#app/ui/tile-picture.tsx'
import type { ProductCardData } from '#modules/catalog/contract.ts'
import { ProductPrice } from './product-price.tsx'

const sizes = '(min-width: 64rem) 25vw, (min-width: 48rem) 33vw, 50vw'

type Props = { card: ProductCardData; eager?: boolean; preload?: boolean }

/** The whole card is the link; heart and button are above it. */
export function ProductCard({ card, eager = false, preload = false }: Props) {
  const soldOut = card.stock === 0
  const [first, second] = card.pictures
  const nameId = useId()
  return (
    <article className={soldOut ? 'card is-sold-out' : 'card'}>
      <div className="card-tile">
        <TilePicture picture={first} sizes={sizes} eager={eager} preload={preload} />
        {second && <Picture picture={second} sizes={sizes} decorative />}
        {soldOut && <span className="sold-out-label">SOLD OUT</span>}
      </div>
      <Heart id={card.id} name={card.name} />
      <h3 className="card-name" id={nameId}>
        <Link to={productUrl(card)} prefetch="intent">
          {card.name}
        </Link>
      </h3>
      <div className="card-foot">
        <ProductPrice prices={card} isLowest={card.hasPriceRange} />
        {!soldOut && (
          <AddToCartButton
            productId={card.id}
            variants={card.variants}
            toCartProduct={(variant) => cartProduct(card, variant)}
            describedBy={nameId}
          />
        )}
      </div>
    </article>
  )
}
