import { setTimeout as sleep } from 'node:timers/promises'
import { makeOwner } from '#modules/accounts/owner.server.ts'
import { readLatestEmail } from '#modules/email/service.server.ts'
import { openShop } from '#modules/shop.server.ts'
import { readSettings } from '#platform/env.server.ts'
import { readClaim } from '#platform/folder-claim.server.ts'
import { createLog } from '#platform/log.server.ts'
import { emailField } from '#shared/fields.ts'

const maxWaitMs = 20_000

/** `npm run create-owner -- <email>`. Only one process can open PGlite, so a running shop must be stopped first. */
export async function createOwner([address = '']: string[], print: (line: string) => void): Promise<void> {
  const email = emailField.safeParse(address)
  if (!email.success) throw new Error(`${address} is not an email address.`)
  const settings = readSettings(process.env)
  const holder = settings.databaseUrl ? undefined : readClaim(settings.dataDir)
  if (holder)
    throw new Error(
      `The shop is running at ${holder.url ?? settings.siteUrl}. Stop it, run this command again, then restart it.`,
    )
  const shop = await openShop(settings, createLog({ logLevel: 'silent' }))
  try {
    const { isNew } = await makeOwner(shop, email.data)
    const sent = await waitForEmail(() => readLatestEmail(shop.db, email.data))
    print(isNew ? `Created the owner account ${email.data}.` : `The account ${email.data} is now the owner.`)
    print(
      settings.smtpUrl
        ? `A link to set the password ${sent ? 'was sent' : 'will be sent by the running shop'}. It is valid for one hour.`
        : `No SMTP server is set. Run "npm run mail -- latest ${email.data}" to read the link. It is valid for one hour.`,
    )
    print(`The back office is at ${settings.siteUrl}/admin.`)
  } finally {
    await shop.close()
  }
}

async function waitForEmail(read: () => Promise<{ status: string }>): Promise<boolean> {
  for (const end = Date.now() + maxWaitMs; Date.now() < end; await sleep(100)) {
    const { status } = await read()
    if (status !== 'queued') return status === 'sent' || status === 'stored'
  }
  return false
}
