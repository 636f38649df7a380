import { eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/db.server.ts'
import { shopSettings } from './tables.server.ts'

export type StoredSettings = { version: number; said: Record<string, unknown> }

export async function readSettings(db: Db): Promise<StoredSettings> {
  const [row] = await db.select({ version: shopSettings.version, said: shopSettings.said }).from(shopSettings)
  if (!row) throw new Error('The row of shop_settings is missing')
  return row
}

/** False where somebody else has changed them since that version. */
export async function replaceSettings(tx: Db, version: number, said: Record<string, unknown>): Promise<boolean> {
  const changed = await tx
    .update(shopSettings)
    .set({ said, version: sql`${shopSettings.version} + 1` })
    .where(eq(shopSettings.version, version))
    .returning({ version: shopSettings.version })
  return changed.length > 0
}
