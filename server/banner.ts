import type { Settings } from '#platform/env.server.ts'
import type { DemoAccounts } from './demo.ts'

const labelWidth = 16

/** One line of what the start did; `scripts/install.mjs` prints the steps before in the same form. */
export function printStep(step: string, text: string): void {
  console.log(`  ${step.padEnd(labelWidth)}   ${text}`)
}

export function printBanner(settings: Settings, port: number, accounts: DemoAccounts | undefined): void {
  const address = settings.siteUrl.replace(/:0$/, `:${port}`)
  const lines = [
    ['The shop is open', address],
    ...(accounts?.map(({ title, email, password }) => [title, `${email}  ${password}`]) ?? []),
    ['Back office', `${address}/admin`],
    ['Mails', settings.smtpUrl ? 'go out over SMTP' : `http://localhost:${port}/dev/mailbox`],
    ['API', `${address}/api/docs`],
  ]
  for (const [label = '', value = ''] of lines) printStep(label, value)
}

export function describeDatabase({ databaseUrl, dataDir }: Settings): string {
  if (!databaseUrl) return `PGlite in ${dataDir}`
  const { host, pathname } = new URL(databaseUrl)
  return `PostgreSQL at ${host}${pathname}`
}
