import type { Json } from './shop.ts'

/** The record of a product as an editor sends it back. */
export function edited(read: Json, change: object = {}): Json {
  const { related, images, attributes, stock: pieces, ...rest } = read
  return {
    ...rest,
    stock: pieces,
    stockRead: pieces,
    attributes: attributes.map((each: Json) => ({ ...each, quantityRead: each.productQuantity })),
    images: images.map(({ pictureId, alt }: Json) => ({ pictureId, alt })),
    relatedIds: related.map(({ productId }: Json) => productId),
    ...change,
  }
}
