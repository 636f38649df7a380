import type { Differing } from '../ui/merge.tsx'
import type { Draft } from './draft.ts'

const labels: Record<keyof Draft, string> = {
  slug: 'Address in the shop',
  name: 'Name',
  description: 'Description',
  categoryId: 'Category',
  price: 'Price in rupees',
  priceInUSD: 'Price in dollars',
  stock: 'Stock',
  tags: 'Tags',
  colors: 'Colours',
  sizes: 'Sizes',
  choices: 'Choices',
  mineral: 'Mineral',
  tradeName: 'Trade name',
  originDistrict: 'District',
  originPlace: 'Place of origin',
  altitudeM: 'Altitude',
  weightG: 'Weight',
  sizeMm: 'Length, width and height',
  treatment: 'Treatment',
  images: 'Pictures',
  related: 'Related pieces',
  isArchived: 'In the shop',
}

const keys = Object.keys(labels) as (keyof Draft)[]

function shown(draft: Draft, key: keyof Draft): string {
  if (key === 'choices') return draft.choices.map(({ value, stock }) => `${value}: ${stock}`).join('\n')
  if (key === 'images')
    return draft.images.map(({ alt }, index) => `${index + 1}. ${alt || 'without words'}`).join('\n')
  if (key === 'related') return draft.related.map(({ name }) => name).join('\n')
  if (key === 'isArchived') return draft.isArchived ? 'no' : 'yes'
  return draft[key]
}

/** Pictures may have the same words and be others. */
const trace = (draft: Draft, key: keyof Draft) =>
  key === 'images' ? draft.images.map(({ pictureId, alt }) => `${pictureId} ${alt}`).join('\n') : shown(draft, key)

/** Where both sides say something else; what only one of them has touched needs no question. */
export function differences(mine: Draft, theirs: Draft, before: Draft): Differing[] {
  return keys
    .filter((key) => trace(mine, key) !== trace(theirs, key) && trace(mine, key) !== trace(before, key))
    .map((key) => ({ key, label: labels[key], mine: shown(mine, key), theirs: shown(theirs, key) }))
}

/** What stands is theirs, but for what is kept of mine. */
export function mergeDrafts(mine: Draft, theirs: Draft, kept: ReadonlySet<string>): Draft {
  const own = Object.fromEntries(keys.filter((key) => kept.has(key)).map((key) => [key, mine[key]]))
  const merged: Draft = { ...theirs, ...own }
  const known = new Map(theirs.choices.map((choice) => [choice.id, choice]))
  return { ...merged, choices: merged.choices.map((choice) => freshly(choice, known.get(choice.id))) }
}

/** A choice of mine counts from the stock that they left; one that they removed is added anew. */
function freshly(choice: Draft['choices'][number], theirs: Draft['choices'][number] | undefined) {
  if (choice.id === undefined) return choice
  if (theirs?.read !== undefined) return { ...choice, read: theirs.read }
  const { id: _, read: __, ...rest } = choice
  return rest
}
