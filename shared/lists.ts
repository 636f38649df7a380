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
