import { eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/db.server.ts'
import { shopSettings } from './tables.server.ts'

export type StoredSettings = { version: number; settings: Record<string, unknown> }

export async function readSettings(db: Db): Promise<StoredSettings> {
  const [row] = await db.select({ version: shopSettings.version, settings: shopSettings.settings }).from(shopSettings)
  if (!row) throw new Error('The table shop_settings has no row')
  return row
}

/** Returns false if the settings have changed since that version. */
export async function replaceSettings(tx: Db, version: number, settings: Record<string, unknown>): Promise<boolean> {
  const updatedRows = await tx
    .update(shopSettings)
    .set({ settings, version: sql`${shopSettings.version} + 1` })
    .where(eq(shopSettings.version, version))
    .returning({ version: shopSettings.version })
  return updatedRows.length > 0
}
