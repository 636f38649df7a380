import { type SQL, sql } from 'drizzle-orm'
import { factsJson } from '#modules/catalog/fragments.server.ts'

/** The current certificates of an order as JSON: an array of `OrderCertificate`. */
export const certificatesJson = (orderId: SQL) => sql`(
  select coalesce(json_agg(json_build_object('code', c.code, 'position', c.position, 'unit', c.unit, 'state', c.state)
    order by c.position, c.unit), '[]')
  from certificates c where c.order_id = ${orderId} and c.state <> 'replaced')`

type Inserted = Record<'orderId' | 'soldAt' | 'certificates' | 'lines', unknown>

/**
 * Inserts certificates for units of the lines of an order, with the facts of their products as they are now. Not joined
 * with the products: PostgreSQL expects a hundred lines and would read all products of a small shop.
 */
export const insertCertificates = ({ orderId, soldAt, certificates, lines }: Inserted) => sql`
  insert into certificates (code, order_id, position, unit, state_since, sold_at, product_name, variant_value, measure,
                            image_url, facts)
  select c.code, ${orderId}::uuid, c.position, c.unit, ${soldAt}::timestamptz, ${soldAt}::timestamptz,
    line."productName", line."variantValue",
    (select nullif(a.measure, '') from product_variants a where a.id = line."variantId" and a.product_id = line."productId"),
    line."imageUrl", (select json_strip_nulls(${factsJson}) from products p where p.id = line."productId")
  from json_to_recordset(${certificates}::json) as c (code text, position smallint, unit int)
  join json_to_recordset(${lines}::json) as line (position smallint, "productId" int, "variantId" int,
    "productName" text, "variantValue" text, "imageUrl" text) on line.position = c.position`
