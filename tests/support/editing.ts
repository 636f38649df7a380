import type { AnswerOf } from './answers.ts'

type Edited = AnswerOf<'GET', `/api/admin/products/${number}`>

/** The record of a product as an editor sends it back. */
export function edited<Change extends object = object>(read: Edited, change?: Change) {
  const { related, images, attributes, stock: pieces, ...rest } = read
  return {
    ...rest,
    stock: pieces,
    stockRead: pieces,
    attributes: attributes.map((each) => ({ ...each, quantityRead: each.productQuantity })),
    images: images.map(({ pictureId, alt }) => ({ pictureId, alt })),
    relatedIds: related.map(({ productId }) => productId),
    ...change,
  }
}
