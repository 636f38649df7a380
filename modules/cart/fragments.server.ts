import { type SQL, sql } from 'drizzle-orm'
import { deductStockCtes, type MovementValues } from '#modules/catalog/fragments.server.ts'

type Sale = { userId: unknown; cartId: unknown } & Record<keyof MovementValues, unknown>

/**
 * CTEs that lock the user's cart `c`, empty it and deduct the stock of its lines, if the condition is true. There is no
 * `c` if the user has no such cart.
 */
export const sellCartCtes = (sale: Sale, condition: SQL) => sql`
  c as materialized (
    select id, note, discount_code from carts
    where id = ${sale.cartId}::uuid and user_id = ${sale.userId}::uuid and ${condition} for update
  ), requested as (
    delete from cart_lines where cart_id = (select id from c) returning product_id, variant_id, quantity, place
  ), cleared as (
    update carts set note = '', discount_code = null, updated_at = now() where id = (select id from c)
  ), ${deductStockCtes(sale)}`
