import { sql } from 'drizzle-orm'
import { type Db, readRows } from './db.server.ts'

/** Keys that every process of the shop uses. They are stored in the database only and never logged. */
export async function findSecret(db: Db, name: string): Promise<string | undefined> {
  const [secret] = await readRows<{ value: string }>(db, sql`select value from shop_secrets where name = ${name}`)
  return secret?.value
}

export async function readSecret(db: Db, name: string): Promise<string> {
  const value = await findSecret(db, name)
  if (!value) throw new Error(`The secret "${name}" is missing in the database`)
  return value
}

/** Of two processes that start at the same time, one stores its secret. An existing secret does not change. */
export async function addSecret(db: Db, name: string, value: string): Promise<void> {
  await db.execute(sql`insert into shop_secrets (name, value) values (${name}, ${value}) on conflict do nothing`)
}

export async function replaceSecret(tx: Db, name: string, value: string): Promise<void> {
  await tx.execute(sql`update shop_secrets set value = ${value} where name = ${name}`)
}
