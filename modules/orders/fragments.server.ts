import { sql } from 'drizzle-orm'
import { codeOf, type OrderStatus } from './statuses.ts'

/** A list for `in`. Literals, because an index covers only the orders with one status. */
export const codesOf = (...statuses: readonly OrderStatus[]) => sql.raw(`(${statuses.map(codeOf).join(', ')})`)

const accountName = sql`(select coalesce(nullif(btrim(u.name), ''), u.email) from users u where u.id = o.user_id)`

/** The name on the address, else the account's name or email; '' if an order to an address has none. */
export const buyerName = sql`coalesce(nullif(btrim(concat(o.address->>'firstName', ' ', o.address->>'lastName')), ''),
  ${accountName}, nullif(o.address->>'email', ''), case when o.address->>'country' = '' then 'Cash customer' else '' end)`
