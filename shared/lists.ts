import * as z from 'zod/mini'
import { optionalText } from './fields.ts'

const pageSize = 25
/** Limits the cost of OFFSET to a few thousand index entries; older rows are found by search or filter. */
const maxPage = 100

const integerUpTo = (max: number) => z.coerce.number().check(z.int(), z.minimum(1), z.maximum(max))

/** Query parameters of every list in the back office. */
export const listQuery = (defaultSize = pageSize) =>
  z.object({
    page: z._default(integerUpTo(maxPage), 1),
    size: z._default(integerUpTo(100), defaultSize),
    q: z.optional(optionalText(100)),
  })

export type ListPage<Row> = { rows: Row[]; page: number; hasMore: boolean }

/** Expects one row more than a page has: the extra row means that there is another page. */
export function toListPage<Row>(rows: Row[], { page, size }: { page: number; size: number }): ListPage<Row> {
  return { rows: rows.slice(0, size), page, hasMore: rows.length > size && page < maxPage }
}

/** For `toListPage`: one row more than the page size. */
export function offsetAndLimit({ page, size }: { page: number; size: number }): { offset: number; limit: number } {
  return { offset: (page - 1) * size, limit: size + 1 }
}

/** Escapes the wildcards of LIKE. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`)
}

/** The largest page of a public list. */
export const maxPageSize = 48

/** Query parameters of every public list. */
export const pagingSchema = (defaultSize: number) =>
  z.object({
    pageNumber: z._default(
      z.coerce
        .number('The page must be a number.')
        .check(
          z.int('The page must be a whole number.'),
          z.minimum(1, 'Pages are counted from 1.'),
          z.maximum(1_000_000_000, 'There is no such page.'),
        ),
      1,
    ),
    pageSize: z._default(
      z.coerce
        .number('The page size must be a number.')
        .check(
          z.int('The page size must be a whole number.'),
          z.minimum(1, `The page size goes from 1 to ${maxPageSize}.`),
          z.maximum(maxPageSize, `The page size goes from 1 to ${maxPageSize}.`),
        ),
      defaultSize,
    ),
  })
