import { z } from 'zod'
import { pagingSchema, searchSchema, shopPageSize, sortSchema } from '#modules/catalog/schema.ts'
import { categoryById } from '#shared/categories.ts'
import { colorOptions, type Options, sizeOptions } from './filter-words.ts'

/** A word that the filters do not know counts as none; a page that cannot be is no page. */
const knownWord = (options: Options) =>
  z
    .string()
    .transform((word) => word.trim().toLowerCase())
    .transform((word) => (word && options.some(([value]) => value === word) ? word : undefined))
    .optional()

const knownCategories = z
  .array(z.string())
  .transform((given) => given.flatMap((part) => part.split(',')).map(Number))
  .transform((ids) => [...new Set(ids)].filter((id) => categoryById(id)))
  .optional()

export const listQuerySchema = z.object({
  page: pagingSchema(shopPageSize).shape.pageNumber,
  sortBy: sortSchema.catch(undefined),
})

export const shopQuerySchema = listQuerySchema.extend({
  Name: searchSchema.shape.Name,
  CategoryIds: knownCategories,
  color: knownWord(colorOptions),
  size: knownWord(sizeOptions),
})
