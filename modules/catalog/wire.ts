import type * as z from 'zod/mini'
import { pictureApiUrl, pictureOnWire } from '#modules/media/picture.ts'
import { frameUrl } from '#modules/media/turn.ts'
import { fromWire, toWire } from '#shared/money.ts'
import type {
  CardVariant,
  CurrentPrices,
  Product,
  ProductCardData,
  ProductCardPage,
  productDetailSchema,
  productPageSchema,
  searchResponseSchema,
  WireProductCard,
} from './contract.ts'

function pricesOnWire({ priceNpr, priceUsd, regularNpr, regularUsd }: CurrentPrices) {
  return {
    price: toWire(priceNpr),
    priceInUSD: toWire(priceUsd),
    regularPrice: regularNpr === null ? null : toWire(regularNpr),
    regularPriceInUSD: regularUsd === null ? null : toWire(regularUsd),
  }
}

function variantOnWire({ id, kind, value, measure, ...prices }: CardVariant): WireProductCard['attributes'][number] {
  return { productAttributeId: id, kind, attributeValue: value, measure, ...pricesOnWire(prices) }
}

type WirePrices = ReturnType<typeof pricesOnWire>

export function pricesFromWire({ price, priceInUSD, regularPrice, regularPriceInUSD }: WirePrices): CurrentPrices {
  return {
    priceNpr: fromWire(price),
    priceUsd: fromWire(priceInUSD),
    regularNpr: regularPrice === null ? null : fromWire(regularPrice),
    regularUsd: regularPriceInUSD === null ? null : fromWire(regularPriceInUSD),
  }
}

export function variantFromWire(variant: WireProductCard['attributes'][number]): CardVariant {
  const { productAttributeId: id, kind, attributeValue: value, measure } = variant
  return { id, kind, value, measure, ...pricesFromWire(variant) }
}

const nothingSaved: ReadonlySet<number> = new Set()

export function cardOnWire(card: ProductCardData, saved = nothingSaved): WireProductCard {
  return {
    productId: card.id,
    id: card.id,
    name: card.name,
    slugs: card.slug,
    categoryId: card.categoryId,
    ...pricesOnWire(card),
    hasPriceRange: card.hasPriceRange,
    stockQuantity: card.stock,
    isSaved: saved.has(card.id),
    tags: card.tags,
    attributes: card.variants.map(variantOnWire),
    imageUrlList: card.pictures.map(pictureOnWire),
  }
}

export function productOnWire(product: Product, saved?: ReadonlySet<number>): z.infer<typeof productDetailSchema> {
  return {
    ...cardOnWire(product, saved),
    description: product.description,
    attributes: product.allVariants.map((variant) => ({ ...variantOnWire(variant), productQuantity: variant.stock })),
    turnUrlList: product.turn.map((hash) => frameUrl(hash, 'webp')),
    imageUrlList: product.pictures.map((picture, index) => ({
      ...pictureOnWire(picture),
      outline: product.outlines[index] ?? null,
    })),
    facts: product.facts,
    reviews: product.reviews.map(({ pictures, ...review }) => ({
      ...review,
      imageURL: pictures[0] ? pictureApiUrl(pictures[0]) : null,
      imageUrlList: pictures.map(pictureOnWire),
    })),
    relatedProducts: product.related.map((card) => cardOnWire(card, saved)),
  }
}

export function pageOnWire(
  { items, ...page }: ProductCardPage,
  saved?: ReadonlySet<number>,
): z.infer<typeof productPageSchema> {
  return { data: items.map((card) => cardOnWire(card, saved)), ...page }
}

export function searchOnWire(
  { items, totalItems, totalPages }: ProductCardPage,
  saved?: ReadonlySet<number>,
): z.infer<typeof searchResponseSchema> {
  return { products: items.map((card) => cardOnWire(card, saved)), totalRecords: totalItems, totalPages }
}
