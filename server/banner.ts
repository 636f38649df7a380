import type { Settings } from '#platform/env.server.ts'
import type { DemoAccounts } from './demo.ts'

export function printBanner(settings: Settings, port: number, accounts: DemoAccounts | undefined): void {
  const address = settings.siteUrl.replace(/:0$/, `:${port}`)
  const lines = [
    ['The shop is open', address],
    ...(accounts?.map(({ title, email, password }) => [title, `${email}  ${password}`]) ?? []),
    ['Back office', `${address}/admin`],
    ['Mails', settings.smtpUrl ? 'go out over SMTP' : `http://localhost:${port}/dev/mailbox`],
    ['API', `${address}/api/docs`],
  ]
  const width = Math.max(...lines.map(([label = '']) => label.length))
  console.log(`\n${lines.map(([label = '', value]) => `  ${label.padEnd(width)}   ${value}`).join('\n')}\n`)
}
