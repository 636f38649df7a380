import { toWire } from '#shared/money.ts'
import type { NewProduct, ProductRecord } from './admin-contract.ts'
import type { StoredProduct } from './admin-repo.server.ts'
import { storedPrices, storedPricesOnWire } from './stored-prices.ts'

type CurrentPrices = Pick<ProductRecord, 'currentPrice' | 'currentPriceInUSD'>

export const currentOnWire = ({ currentNpr, currentUsd }: { currentNpr: number; currentUsd: number }) => ({
  currentPrice: toWire(currentNpr),
  currentPriceInUSD: toWire(currentUsd),
})

type ProductFields = Omit<NewProduct, 'attributes' | 'categoryId' | 'relatedIds' | 'isArchived'> & {
  categoryId: number
  attributes: Omit<NewProduct['attributes'][number], 'productAttributeId'>[]
}

export function toProductInput({ attributes, categoryId, images, turn, ...fields }: ProductFields) {
  return {
    slug: fields.slug,
    name: fields.name,
    description: fields.description,
    categoryId: categoryId as NewProduct['categoryId'],
    ...storedPrices(fields),
    saleFrom: fields.saleFrom,
    saleUntil: fields.saleUntil,
    stock: fields.stock,
    tags: fields.tags,
    colors: fields.colors.map((color) => color.toLowerCase()),
    sizes: fields.sizes.map((size) => size.toLowerCase()),
    facts: fields.facts,
    seoTitle: fields.seoTitle,
    seoDescription: fields.seoDescription,
    variants: attributes.map(({ kind, attributeValue, measure, productQuantity, ...prices }) => ({
      kind,
      value: attributeValue,
      measure,
      ...storedPrices(prices),
      stock: productQuantity,
    })),
    images: images.map(({ pictureId, alt, outline }) => ({ pictureId, alt, outline })),
    turn: turn.map(({ pictureId }) => ({ pictureId })),
  }
}

/** Leaves out colors and sizes that come from the variants. */
export function recordOnWire({
  id,
  priceNpr,
  priceUsd,
  saleNpr,
  saleUsd,
  currentNpr,
  currentUsd,
  variants,
  related,
  colors,
  sizes,
  ...stored
}: StoredProduct): ProductRecord {
  const variantNames = new Set(variants.map(({ value }) => value.toLowerCase()))
  return {
    ...stored,
    productId: id,
    ...storedPricesOnWire({ priceNpr, priceUsd, saleNpr, saleUsd }),
    ...currentOnWire({ currentNpr, currentUsd }),
    colors: colors.filter((color) => !variantNames.has(color)),
    sizes: sizes.filter((size) => !variantNames.has(size)),
    attributes: variants.map(({ id: productAttributeId, kind, value, measure, stock, ...prices }) => ({
      productAttributeId,
      kind,
      attributeValue: value,
      measure,
      ...storedPricesOnWire(prices),
      ...currentOnWire(prices),
      productQuantity: stock,
    })),
    related: related.map(({ id: productId, name }) => ({ productId, name })),
  }
}

/** What an editor can change. */
export function auditFields(record: ProductRecord): Record<string, unknown> {
  const { version: _, updatedAt: __, isSaleActive: ___, ...fields } = withoutCurrentPrices(record)
  return {
    ...fields,
    attributes: record.attributes.map(withoutCurrentPrices),
    images: record.images.map(({ pictureId }) => pictureId),
    outlines: record.images.flatMap(({ pictureId, outline }) => (outline ? [{ picture: pictureId, ...outline }] : [])),
    turn: record.turn.map(({ pictureId }) => pictureId),
    related: record.related.map(({ name }) => name),
  }
}

function withoutCurrentPrices<T extends object>({
  currentPrice: _,
  currentPriceInUSD: __,
  ...fields
}: T & CurrentPrices) {
  return fields
}
