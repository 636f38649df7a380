import type { Merging } from '#app/features/admin/use-draft.ts'
import { mapFacts } from '#modules/catalog/facts.ts'
import type { Draft } from './draft.ts'

const labels: Record<keyof Draft, string> = {
  slug: 'URL',
  name: 'Name',
  description: 'Description',
  categoryId: 'Category',
  price: 'Price in rupees',
  priceInUSD: 'Price in dollars',
  salePrice: 'Sale price in rupees',
  salePriceInUSD: 'Sale price in dollars',
  saleFrom: 'First day of the sale',
  saleUntil: 'Last day of the sale',
  stock: 'Stock',
  tags: 'Tags',
  listTags: 'Lists',
  colors: 'Filter colors',
  sizes: 'Filter sizes',
  variants: 'Variants',
  ...mapFacts(({ label }) => label),
  images: 'Pictures',
  turn: 'Turn',
  related: 'Related products',
  isArchived: 'Status',
  seoTitle: 'Headline in search results',
  seoDescription: 'Summary in search results',
}

/** `Small: 3, Rs 5000, $ 40`; a price of its own only if there is one. */
function variantText({
  value,
  stock,
  price,
  priceInUSD,
  salePrice,
  salePriceInUSD,
}: Draft['variants'][number]): string {
  const own = price ? [`Rs ${price}`, `$ ${priceInUSD}`] : []
  const sale = salePrice ? [`sale Rs ${salePrice}`, `$ ${salePriceInUSD}`] : []
  return [`${value}: ${stock}`, ...own, ...sale].join(', ')
}

function displayValue(draft: Draft, key: keyof Draft): string {
  if (key === 'listTags') return draft.listTags.join(', ')
  if (key === 'variants') return draft.variants.map(variantText).join('\n')
  if (key === 'turn') return draft.turn.length > 0 ? `${draft.turn.length} pictures` : 'None'
  if (key === 'images') return draft.images.map(imageText).join('\n')
  if (key === 'related') return draft.related.map(({ name }) => name).join('\n')
  if (key === 'isArchived') return draft.isArchived ? 'Archived' : 'Active'
  return draft[key]
}

/** `1. Amethyst point, outline 24 mm wide` */
function imageText({ alt, outline }: Draft['images'][number], index: number): string {
  return `${index + 1}. ${alt || 'no alt text'}${outline ? `, outline ${outline.widthMm} mm wide` : ''}`
}

/** Two pictures may share an alt text, so their ids and outlines are compared as well. */
function compareValue(draft: Draft, key: keyof Draft): string {
  if (key === 'images')
    return draft.images
      .map(({ pictureId, alt, outline }) => `${pictureId} ${alt} ${JSON.stringify(outline)}`)
      .join('\n')
  if (key === 'turn') return draft.turn.map(({ pictureId }) => pictureId).join()
  return displayValue(draft, key)
}

/** Bases my stock changes on their stock. A variant that they removed is added again. */
function rebase(merged: Draft, theirs: Draft): Draft {
  const theirVariants = new Map(theirs.variants.map((variant) => [variant.id, variant]))
  return {
    ...merged,
    variants: merged.variants.map((variant) => rebaseVariant(variant, theirVariants.get(variant.id))),
  }
}

function rebaseVariant(variant: Draft['variants'][number], theirs: Draft['variants'][number] | undefined) {
  if (variant.id === undefined) return variant
  if (theirs?.stockRead !== undefined) return { ...variant, stockRead: theirs.stockRead }
  const { id: _, stockRead: __, ...rest } = variant
  return rest
}

export const merging: Merging<Draft> = { labels, displayValue, compareValue, rebase }
