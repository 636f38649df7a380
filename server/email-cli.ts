import { emailSource, readLatestEmail } from '#modules/email/service.server.ts'
import { hasDatabase } from '#platform/data-folder.server.ts'
import { openDatabase } from '#platform/db.server.ts'
import { readSettings } from '#platform/env.server.ts'
import { readClaim } from '#platform/folder-claim.server.ts'
import { createLog } from '#platform/log.server.ts'

/** The newest email to an address. Only one process can open PGlite, so a running shop is called over HTTP. */
export async function latestRawEmail(address: string): Promise<string> {
  const settings = readSettings(process.env)
  const holder = settings.databaseUrl ? undefined : readClaim(settings.dataDir)
  if (holder?.url) {
    const response = await fetch(`${holder.url}/dev/mailbox/latest?address=${encodeURIComponent(address)}`)
    if (response.ok) return response.text()
    throw new Error(((await response.json()) as { message: string }).message)
  }
  if (!settings.databaseUrl && !hasDatabase(settings.dataDir)) {
    throw new Error(`There is no shop in ${settings.dataDir} yet.`)
  }
  const database = await openDatabase(settings, createLog({ logLevel: 'silent' }))
  try {
    return await emailSource(await readLatestEmail(database.db, address), settings.mailFrom)
  } finally {
    await database.close()
  }
}
