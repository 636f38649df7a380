import type * as z from 'zod/mini'
import { cardOnWire } from '#modules/catalog/wire.ts'
import { pictureApiUrl } from '#modules/media/picture.ts'
import type { Wishlist, wishlistSchema } from './contract.ts'

export function wishlistOnWire({ id, cards }: Wishlist): z.infer<typeof wishlistSchema> {
  const saved = new Set(cards.map((card) => card.id))
  return {
    wishlistId: id,
    products: cards.map((card) => {
      const [first] = card.pictures
      return { ...cardOnWire(card, saved), imgURL: first ? pictureApiUrl(first) : null }
    }),
  }
}
