import type { z } from 'zod'
import { pictureApiUrl, pictureOnWire } from '#modules/media/picture.ts'
import { toWire } from '#shared/money.ts'
import type { ShownStock } from './cache-validator.server.ts'
import type {
  Card,
  CardPage,
  CardVariant,
  Product,
  productDetailSchema,
  productPageSchema,
  searchAnswerSchema,
  WireCard,
} from './schema.ts'

function variantOnWire({ id, kind, value, measure }: CardVariant): WireCard['attributes'][number] {
  return { productAttributeId: id, kind, attributeValue: value, measure }
}

export function variantFromWire(variant: WireCard['attributes'][number]): CardVariant {
  const { productAttributeId: id, kind, attributeValue: value, measure } = variant
  return { id, kind, value, measure }
}

const nothingSaved: ReadonlySet<number> = new Set()

export function cardOnWire(card: Card, saved = nothingSaved): WireCard {
  return {
    productId: card.id,
    id: card.id,
    name: card.name,
    slugs: card.slug,
    categoryId: card.categoryId,
    price: toWire(card.priceNpr),
    priceInUSD: toWire(card.priceUsd),
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
    facts: product.facts,
    reviews: product.reviews.map(({ pictures, ...review }) => ({
      ...review,
      imageURL: pictures[0] ? pictureApiUrl(pictures[0]) : null,
      imageUrlList: pictures.map(pictureOnWire),
    })),
    relatedProducts: product.related.map((card) => cardOnWire(card, saved)),
  }
}

type WireChoice = z.infer<typeof productDetailSchema>['attributes'][number]

export function stockOn(cards: Pick<WireCard, 'id' | 'stockQuantity'>[], choices: WireChoice[] = []): ShownStock {
  return {
    products: new Map(cards.map(({ id, stockQuantity }) => [id, stockQuantity])),
    choices: new Map(choices.map(({ productAttributeId, productQuantity }) => [productAttributeId, productQuantity])),
  }
}

export function pageOnWire(
  { items, ...page }: CardPage,
  saved?: ReadonlySet<number>,
): z.infer<typeof productPageSchema> {
  return { data: items.map((card) => cardOnWire(card, saved)), ...page }
}

export function searchOnWire(
  { items, totalItems, totalPages }: CardPage,
  saved?: ReadonlySet<number>,
): z.infer<typeof searchAnswerSchema> {
  return { products: items.map((card) => cardOnWire(card, saved)), totalRecords: totalItems, totalPages }
}
