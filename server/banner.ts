import type { Settings } from '#platform/env.server.ts'
import type { DemoAccounts } from './demo.ts'

const labelWidth = 16

/** Prints one start step; `scripts/install.mjs` prints the earlier steps in the same format. */
export function printStep(step: string, text: string): void {
  console.log(`  ${step.padEnd(labelWidth)}   ${text}`)
}

export function printBanner(settings: Settings, port: number, accounts: DemoAccounts | undefined): void {
  const url = settings.siteUrl.replace(/:0$/, `:${port}`)
  const lines = [
    ['The shop is open', url],
    ...(accounts?.map(({ title, email, password }) => [title, `${email}  ${password}`]) ?? []),
    ['Back office', `${url}/admin`],
    ['Emails', settings.smtpUrl ? 'sent by SMTP' : `http://localhost:${port}/dev/mailbox`],
    ['API', `${url}/api/docs`],
  ]
  for (const [label = '', value = ''] of lines) printStep(label, value)
}

export function describeDatabase({ databaseUrl, dataDir }: Settings): string {
  if (!databaseUrl) return `PGlite in ${dataDir}`
  const { host, pathname } = new URL(databaseUrl)
  return `PostgreSQL at ${host}${pathname}`
}
