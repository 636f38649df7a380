import { z } from 'zod'
import { longText } from './fields.ts'

const pageSize = 25
/** Whoever looks further back searches or filters: so no page costs more than a few thousand steps in an index. */
const lastPage = 100

const whole = (most: number) => z.coerce.number().int().min(1).max(most)

/** What every list of the back office is asked with. */
export const listQuery = (usualSize = pageSize) =>
  z.object({
    page: whole(lastPage).default(1),
    size: whole(100).default(usualSize),
    q: longText(100).optional(),
  })

export type Listed<Row> = { rows: Row[]; page: number; hasMore: boolean }

/** Ask for one row more than a page holds: it tells whether there is another page. */
export function pageOf<Row>(found: Row[], { page, size }: { page: number; size: number }): Listed<Row> {
  return { rows: found.slice(0, size), page, hasMore: found.length > size && page < lastPage }
}

/** Where a page begins, and how many rows to ask for. */
export function windowOf({ page, size }: { page: number; size: number }): { offset: number; limit: number } {
  return { offset: (page - 1) * size, limit: size + 1 }
}

/** What somebody typed, as it can stand inside a LIKE. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`)
}
