import type { ResponseBodyOf } from './response-types.ts'

type ProductRecord = ResponseBodyOf<'GET', `/api/admin/products/${number}`>

/** The body with which the product editor saves a record. */
export function editedProduct<Change extends object = object>(read: ProductRecord, change?: Change) {
  const { related, images, attributes, stock, ...rest } = read
  return {
    ...rest,
    stock,
    stockRead: stock,
    attributes: attributes.map((each) => ({ ...each, quantityRead: each.productQuantity })),
    images: images.map(({ pictureId, alt, outline }) => ({ pictureId, alt, outline })),
    relatedIds: related.map(({ productId }) => productId),
    ...change,
  }
}
