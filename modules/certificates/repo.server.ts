import { eq, sql } from 'drizzle-orm'
import { type Db, statement } from '#platform/db.server.ts'
import { insertCertificates } from './fragments.server.ts'
import type { CertificateState, OrderCertificate } from './states.ts'
import { certificates } from './tables.server.ts'

/** The shop is in Nepal. */
const monthOf = (moment: unknown) => sql<string>`to_char(${moment} at time zone 'Asia/Kathmandu', 'YYYY-MM')`

export type StoredCertificate = Pick<
  typeof certificates.$inferSelect,
  'code' | 'state' | 'productName' | 'variantValue' | 'measure' | 'imageUrl' | 'facts'
> & { stateSince: string; soldIn: string }

const findStatement = statement<{ code: string }, StoredCertificate>(
  'certificate_find',
  ({ code }) => sql`
    select code, state, ${monthOf(sql`state_since`)} as "stateSince", ${monthOf(sql`sold_at`)} as "soldIn",
      product_name as "productName", variant_value as "variantValue", measure, image_url as "imageUrl", facts
    from certificates where code = ${code}`,
)

export async function findCertificate(db: Db, code: string): Promise<StoredCertificate | undefined> {
  const [found] = await findStatement(db, { code })
  return found
}

export async function insertForOrder(
  tx: Db,
  order: { orderId: string; soldAt: string; certificates: OrderCertificate[]; lines: object[] },
): Promise<void> {
  const [added, lines] = [JSON.stringify(order.certificates), JSON.stringify(order.lines)]
  await tx.execute(insertCertificates({ ...order, certificates: added, lines }))
}

export async function setStates(tx: Db, changed: Pick<OrderCertificate, 'code' | 'state'>[], at: Date): Promise<void> {
  await tx.execute(sql`
    update certificates c set state = w.state, state_since = ${at.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(changed)}::json) as w (code text, state text) where c.code = w.code`)
}

/** In an order of its own: the index of current certificates allows one for each unit at any moment. */
export async function setState(tx: Db, code: string, state: CertificateState, at: Date): Promise<void> {
  await tx.update(certificates).set({ state, stateSince: at }).where(eq(certificates.code, code))
}

/** Inserts a certificate with the content of another one. */
export async function copyCertificate(tx: Db, code: string, copied: string, at: Date): Promise<void> {
  await tx.execute(sql`
    insert into certificates (code, order_id, position, unit, state, state_since, sold_at, product_name, variant_value,
                              measure, image_url, facts)
    select ${copied}, order_id, position, unit, 'valid', ${at.toISOString()}::timestamptz, sold_at, product_name,
      variant_value, measure, image_url, facts
    from certificates where code = ${code}`)
}
