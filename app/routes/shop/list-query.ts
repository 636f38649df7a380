import * as z from 'zod/mini'
import { searchSchema, shopPageSize, sortSchema } from '#modules/catalog/contract.ts'
import { categoryById } from '#shared/categories.ts'
import { pagingSchema } from '#shared/lists.ts'
import { colorOptions, type Options, sizeOptions } from './filter-options.ts'

/** An unknown filter value counts as no filter; an invalid page number is an error. */
const optionValue = (options: Options) =>
  z.optional(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text) => text.trim().toLowerCase()),
      ),
      z.transform((text) => (text && options.some(([value]) => value === text) ? text : undefined)),
    ),
  )

const categoryIds = z.optional(
  z.pipe(
    z.pipe(
      z.array(z.string()),
      z.transform((values) => values.flatMap((part) => part.split(',')).map(Number)),
    ),
    z.transform((ids) => [...new Set(ids)].filter((id) => categoryById(id))),
  ),
)

export const listQuerySchema = z.object({
  page: pagingSchema(shopPageSize).shape.pageNumber,
  sortBy: z.catch(sortSchema, undefined),
})

export const shopQuerySchema = z.extend(listQuerySchema, {
  Name: searchSchema.shape.Name,
  CategoryIds: categoryIds,
  color: optionValue(colorOptions),
  size: optionValue(sizeOptions),
})
