import type { Site } from '#app/features/site/seo.tsx'
import { productUrl } from '#app/lib/urls.ts'
import type { Product } from '#modules/catalog/contract.ts'
import { pictureUrl } from '#modules/media/picture.ts'
import type { Currency } from '#shared/money.ts'

function largestPictures({ pictures }: Pick<Product, 'pictures'>): string[] {
  return pictures.map(({ hash, widths }) => pictureUrl(hash, widths.at(-1) ?? 0, 'webp'))
}

/** A product for search engines, offered in both currencies. */
export function productData({ siteUrl, shopName }: Pick<Site, 'siteUrl' | 'shopName'>, product: Product): object {
  const url = siteUrl + productUrl(product)
  const offer = (priceCurrency: Currency, prices: OfferPrices) => ({
    ...offerPrices(priceCurrency, prices),
    ...(product.saleUntil ? { priceValidUntil: product.saleUntil } : {}),
    url,
    availability: `https://schema.org/${product.stock > 0 ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
  })
  return {
    '@type': 'Product',
    name: product.name,
    description: product.description,
    sku: String(product.id),
    url,
    image: largestPictures(product).map((path) => siteUrl + path),
    brand: { '@type': 'Brand', name: shopName },
    offers: [
      offer('USD', {
        lowest: product.priceUsd,
        regular: product.regularUsd,
        all: product.allVariants.map(({ priceUsd }) => priceUsd),
      }),
      offer('NPR', {
        lowest: product.priceNpr,
        regular: product.regularNpr,
        all: product.allVariants.map(({ priceNpr }) => priceNpr),
      }),
    ],
    ...ratingData(product),
  }
}

type OfferPrices = { lowest: number; regular: number | null; all: number[] }

const amount = (minor: number) => (minor / 100).toFixed(2)

/** Variants of several prices become one offer with a range. The regular price shows the saving of a sale. */
function offerPrices(priceCurrency: Currency, { lowest, regular, all }: OfferPrices): object {
  const highest = Math.max(lowest, ...all)
  const price = amount(lowest)
  const specification = { '@type': 'UnitPriceSpecification', priceCurrency }
  return {
    ...(highest > lowest
      ? { '@type': 'AggregateOffer', lowPrice: price, highPrice: amount(highest), offerCount: all.length }
      : { '@type': 'Offer', price }),
    priceCurrency,
    ...(regular === null
      ? {}
      : {
          priceSpecification: [
            { ...specification, price },
            { ...specification, price: amount(regular), priceType: 'https://schema.org/StrikethroughPrice' },
          ],
        }),
  }
}

function ratingData({ ratings: { count, average }, reviews }: Pick<Product, 'ratings' | 'reviews'>): object {
  if (average === null) return {}
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: Number(average.toFixed(1)),
      reviewCount: count,
      bestRating: 5,
    },
    review: reviews.slice(0, 5).map(({ name, description, rating, createdAt }) => ({
      '@type': 'Review',
      author: { '@type': 'Person', name },
      datePublished: createdAt.slice(0, 10),
      reviewBody: description,
      reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5 },
    })),
  }
}
