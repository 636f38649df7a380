import { z } from 'zod'
import { pagingSchema, searchSchema, shopPageSize, sortSchema } from '#modules/catalog/schema.ts'
import { categoryById } from '#shared/categories.ts'
import { colorOptions, type Options, sizeOptions } from './filter-options.ts'

/** An unknown filter value counts as no filter; an invalid page number is an error. */
const optionValue = (options: Options) =>
  z
    .string()
    .transform((text) => text.trim().toLowerCase())
    .transform((text) => (text && options.some(([value]) => value === text) ? text : undefined))
    .optional()

const categoryIds = z
  .array(z.string())
  .transform((values) => values.flatMap((part) => part.split(',')).map(Number))
  .transform((ids) => [...new Set(ids)].filter((id) => categoryById(id)))
  .optional()

export const listQuerySchema = z.object({
  page: pagingSchema(shopPageSize).shape.pageNumber,
  sortBy: sortSchema.catch(undefined),
})

export const shopQuerySchema = listQuerySchema.extend({
  Name: searchSchema.shape.Name,
  CategoryIds: categoryIds,
  color: optionValue(colorOptions),
  size: optionValue(sizeOptions),
})
