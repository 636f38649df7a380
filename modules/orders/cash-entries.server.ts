import { type SQL, sql } from 'drizzle-orm'
import type { Currency } from '#shared/money.ts'
import type { CashKind } from './cash-entry.ts'
import { utc } from './repo.server.ts'

export type StoredEntry = {
  id: string
  at: string
  day: string
  kind: CashKind
  orderId: string
  orderNumber: string
  courierId: number | null
  courier: string | null
  currency: Currency
  amount: string
  method: 'cash' | 'transfer'
  note: string
  actor: string
  isReversal: boolean
}

const entryColumns = sql`
  e.id::text, ${utc(sql`e.at`)} as at, e.day::text, e.kind, e.order_id as "orderId", ordered.number::text as "orderNumber",
  e.courier_id as "courierId", c.name as courier, e.currency, e.amount::text, e.method, e.note,
  e.actor_name as actor, e.reverses is not null as "isReversal"`
export const entriesOf = (condition: SQL) => sql`
  select ${entryColumns} from cash_entries e join orders ordered on ordered.id = e.order_id
  left join couriers c on c.id = e.courier_id where ${condition}`

/** Of the order `o` of the outer query. */
export const entriesOfOrder = sql`${entriesOf(sql`e.order_id = o.id`)} order by e.id`
