import type { FieldConflict } from '#app/features/admin/conflict-panel.tsx'
import { mapFacts } from '#modules/catalog/facts.ts'
import type { Draft } from './draft.ts'

const labels: Record<keyof Draft, string> = {
  slug: 'URL',
  name: 'Name',
  description: 'Description',
  categoryId: 'Category',
  price: 'Price in rupees',
  priceInUSD: 'Price in dollars',
  stock: 'Stock',
  tags: 'Tags',
  colors: 'Filter colors',
  sizes: 'Filter sizes',
  variants: 'Variants',
  ...mapFacts(({ label }) => label),
  images: 'Pictures',
  related: 'Related products',
  isArchived: 'Status',
}

const keys = Object.keys(labels) as (keyof Draft)[]

function displayValue(draft: Draft, key: keyof Draft): string {
  if (key === 'variants') return draft.variants.map(({ value, stock }) => `${value}: ${stock}`).join('\n')
  if (key === 'images') return draft.images.map(({ alt }, index) => `${index + 1}. ${alt || 'no alt text'}`).join('\n')
  if (key === 'related') return draft.related.map(({ name }) => name).join('\n')
  if (key === 'isArchived') return draft.isArchived ? 'Archived' : 'Active'
  return draft[key]
}

/** Two pictures may share an alt text, so their ids are compared as well. */
const comparableValue = (draft: Draft, key: keyof Draft) =>
  key === 'images'
    ? draft.images.map(({ pictureId, alt }) => `${pictureId} ${alt}`).join('\n')
    : displayValue(draft, key)

/** Fields that both sides changed. A field changed by one side only is no conflict. */
export function findConflicts(mine: Draft, theirs: Draft, before: Draft): FieldConflict[] {
  return keys
    .filter(
      (key) =>
        comparableValue(mine, key) !== comparableValue(theirs, key) &&
        comparableValue(mine, key) !== comparableValue(before, key),
    )
    .map((key) => ({ key, label: labels[key], mine: displayValue(mine, key), theirs: displayValue(theirs, key) }))
}

/** Their draft, with my value for each key in `mineKeys`. */
export function mergeDrafts(mine: Draft, theirs: Draft, mineKeys: ReadonlySet<string>): Draft {
  const changes = Object.fromEntries(keys.filter((key) => mineKeys.has(key)).map((key) => [key, mine[key]]))
  const merged: Draft = { ...theirs, ...changes }
  const theirVariants = new Map(theirs.variants.map((variant) => [variant.id, variant]))
  return {
    ...merged,
    variants: merged.variants.map((variant) => rebaseVariant(variant, theirVariants.get(variant.id))),
  }
}

/** Bases my stock change on their stock. A variant that they removed is added again. */
function rebaseVariant(variant: Draft['variants'][number], theirs: Draft['variants'][number] | undefined) {
  if (variant.id === undefined) return variant
  if (theirs?.stockRead !== undefined) return { ...variant, stockRead: theirs.stockRead }
  const { id: _, stockRead: __, ...rest } = variant
  return rest
}
