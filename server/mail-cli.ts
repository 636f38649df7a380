import { rawMail, readLatestMail } from '#modules/email/service.server.ts'
import { holdsDatabase } from '#platform/data-folder.server.ts'
import { openDatabase } from '#platform/db.server.ts'
import { readSettings } from '#platform/env.server.ts'
import { readClaim } from '#platform/folder-claim.server.ts'
import { createLog } from '#platform/log.server.ts'

/** The newest mail to an address. PGlite belongs to the running shop alone, so that one is asked where it runs. */
export async function latestRawMail(address: string): Promise<string> {
  const settings = readSettings(process.env)
  const holder = settings.databaseUrl ? undefined : readClaim(settings.dataDir)
  if (holder?.url) {
    const answer = await fetch(`${holder.url}/dev/mailbox/latest?address=${encodeURIComponent(address)}`)
    if (answer.ok) return answer.text()
    throw new Error(((await answer.json()) as { message: string }).message)
  }
  if (!settings.databaseUrl && !holdsDatabase(settings.dataDir)) {
    throw new Error(`There is no shop in ${settings.dataDir} yet.`)
  }
  const database = await openDatabase(settings, createLog({ logLevel: 'silent' }))
  try {
    return await rawMail(await readLatestMail(database.db, address), settings.mailFrom)
  } finally {
    await database.close()
  }
}
