import { setTimeout as sleep } from 'node:timers/promises'
import { makeOwner } from '#modules/accounts/owner.server.ts'
import { readLatestMail } from '#modules/email/service.server.ts'
import { openShop } from '#modules/shop.server.ts'
import { readSettings } from '#platform/env.server.ts'
import { readClaim } from '#platform/folder-claim.server.ts'
import { createLog } from '#platform/log.server.ts'
import { emailField } from '#shared/fields.ts'

const longestWaitMs = 20_000

/** `npm run owner -- <email>`. PGlite belongs to one process alone, so a running shop is stopped first. */
export async function nameOwner([given = '']: string[], say: (line: string) => void): Promise<void> {
  const email = emailField.safeParse(given)
  if (!email.success) throw new Error(`${given} is not an email address.`)
  const settings = readSettings(process.env)
  const holder = settings.databaseUrl ? undefined : readClaim(settings.dataDir)
  if (holder)
    throw new Error(
      `The shop is running at ${holder.url ?? settings.siteUrl}. Please stop it, run this again and start it anew.`,
    )
  const shop = await openShop(settings, createLog({ logLevel: 'silent' }))
  try {
    const { isNew } = await makeOwner(shop, email.data)
    const sent = await waitForMail(() => readLatestMail(shop.db, email.data))
    say(isNew ? `${email.data} now owns the shop.` : `${email.data} had an account and now owns the shop.`)
    say(
      settings.smtpUrl
        ? `A link to choose a password ${sent ? 'was sent' : 'will be sent by the running shop'}; it holds for one hour.`
        : `No SMTP server is set: read the link with «npm run mail -- latest ${email.data}»; it holds for one hour.`,
    )
    say(`The back office is at ${settings.siteUrl}/admin.`)
  } finally {
    await shop.close()
  }
}

async function waitForMail(read: () => Promise<{ state: string }>): Promise<boolean> {
  for (const end = Date.now() + longestWaitMs; Date.now() < end; await sleep(100)) {
    const { state } = await read()
    if (state !== 'queued') return state === 'sent' || state === 'kept'
  }
  return false
}
