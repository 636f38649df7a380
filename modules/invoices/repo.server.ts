import { and, asc, eq, sql } from 'drizzle-orm'
import { type Db, readRows } from '#platform/db.server.ts'
import type { InvoiceKind } from './contract.ts'
import { invoices } from './tables.server.ts'

export type StoredInvoice = typeof invoices.$inferSelect

/** The row stays locked until the transaction ends, so numbers have no gaps: a rollback gives the number back. */
export async function takeNumber(tx: Db, kind: InvoiceKind, fiscalYear: string): Promise<number> {
  const [row] = await readRows<{ last: number }>(
    tx,
    sql`insert into invoice_numbers as n (kind, fiscal_year, last) values (${kind}, ${fiscalYear}, 1)
        on conflict (kind, fiscal_year) do update set last = n.last + 1 returning last`,
  )
  if (!row) throw new Error('No invoice number was returned')
  return row.last
}

export async function insertInvoice(tx: Db, invoice: Omit<StoredInvoice, 'id'>): Promise<void> {
  await tx.insert(invoices).values(invoice)
}

/** Oldest first. */
export async function invoicesOf(db: Db, orderId: string): Promise<StoredInvoice[]> {
  return db.select().from(invoices).where(eq(invoices.orderId, orderId)).orderBy(asc(invoices.id))
}

export async function findInvoice(db: Db, orderId: string, id: number): Promise<StoredInvoice | undefined> {
  const [invoice] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.orderId, orderId), eq(invoices.id, id)))
  return invoice
}

/** Of all orders of an account, oldest first. */
export async function documentsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await readRows<{ document: string }>(
    db,
    sql`select i.document from orders o join invoices i on i.order_id = o.id where o.user_id = ${userId} order by i.id`,
  )
  return rows.map(({ document }) => document)
}
