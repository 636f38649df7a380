import { type SQL, sql } from 'drizzle-orm'

const isCanceled = sql`o.status = 4`

/** The `Discount` with this code as JSON, for this customer; null if there is none. Costs nothing without a code. */
export const discountJson = (code: SQL, userId: SQL) => sql`(
  select json_build_object('id', d.id, 'code', d.code, 'percent', d.percent, 'amountNpr', d.amount_npr,
    'amountUsd', d.amount_usd, 'minimumNpr', d.minimum_npr, 'minimumUsd', d.minimum_usd, 'productIds', d.product_ids,
    'categoryIds', d.category_ids, 'startsAt', d.starts_at, 'endsAt', d.ends_at, 'maxUses', d.max_uses,
    'maxUsesPerCustomer', d.max_uses_per_customer, 'firstOrderOnly', d.first_order_only, 'isActive', d.is_active,
    'uses', d.uses,
    'customerUses', (select count(*) from orders o
      where o.user_id = ${userId} and o.discount_id = d.id and not ${isCanceled}),
    'hasOrdered', exists (select from orders o where o.user_id = ${userId} and not ${isCanceled}))
  from discounts d where d.code = ${code})`
