import { type CategoryKey, categories } from '#shared/categories.ts'

export type Options = readonly (readonly [value: string, text: string])[]

const categoryLabels: readonly (readonly [CategoryKey, string])[] = [
  ['crystal', 'Crystal'],
  ['jewellery', 'Jewellery'],
  ['accessory', 'Accessory'],
]

/** The categories in the order of the filter. */
export const filterCategories = categoryLabels.flatMap(([key, text]) => {
  const category = categories.find((each) => each.key === key)
  return category ? [{ ...category, text }] : []
})

export const sortOptions: Options = [
  ['', 'Newest'],
  ['priceAsc', 'Price low to high'],
  ['priceDesc', 'Price high to low'],
]
export const searchSortOptions: Options = [['', 'Best match'], ...sortOptions.slice(1)]

export const colorOptions: Options = [
  ['', 'All'],
  ['black', 'Black'],
  ['grey', 'Grey'],
]

export const sizeOptions: Options = [
  ['', 'All'],
  ['small', 'Small'],
  ['medium', 'Medium'],
  ['large', 'Large'],
  ['xl', 'XL'],
]
