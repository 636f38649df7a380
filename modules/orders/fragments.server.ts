import { sql } from 'drizzle-orm'
import { codeOf, type OrderStatus } from './statuses.ts'

/** A list for `in`. Literals, because an index covers only the orders with one status. */
export const codesOf = (...statuses: readonly OrderStatus[]) => sql.raw(`(${statuses.map(codeOf).join(', ')})`)
