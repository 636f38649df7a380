import { z } from 'zod'
import { optionalText } from './fields.ts'

const pageSize = 25
/** Limits the cost of OFFSET to a few thousand index entries; older rows are found by search or filter. */
const maxPage = 100

const integerUpTo = (max: number) => z.coerce.number().int().min(1).max(max)

/** Query parameters of every list in the back office. */
export const listQuery = (defaultSize = pageSize) =>
  z.object({
    page: integerUpTo(maxPage).default(1),
    size: integerUpTo(100).default(defaultSize),
    q: optionalText(100).optional(),
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
