import path from 'node:path'
import { renderPage } from '#app/render.server.ts'
import { openShop } from '#modules/shop.server.ts'
import { readSettings, SettingsError } from '#platform/env.server.ts'
import { createLog } from '#platform/log.server.ts'
import { projectRoot } from '#platform/root.server.ts'
import { createShopApp } from './app.ts'
import { printBanner } from './banner.ts'
import { furnishDemo } from './demo.ts'
import { listen } from './listen.ts'
import { nameOwner } from './owner.ts'

async function start(): Promise<void> {
  const settings = readSettings(process.env)
  const log = createLog(settings)
  const shop = await openShop(settings, log)
  const accounts = settings.mode === 'demo' ? await furnishDemo(shop) : undefined
  const { stop, port } = await listen(
    shop,
    createShopApp(shop, renderPage(shop), path.join(projectRoot, 'build', 'client')),
  )

  const stopOnce = (signal: string) => {
    process.off('SIGINT', stopOnce).on('SIGINT', () => process.exit(130))
    // A process manager may say it twice; stopping goes on as it began.
    process.off('SIGTERM', stopOnce).on('SIGTERM', () => {})
    log.info({ signal }, 'stopping')
    stop().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: String(error) }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stopOnce).on('SIGTERM', stopOnce)
  printBanner(settings, port, accounts)
}

/** `owner <email>` makes somebody the shop's owner instead of opening it. */
const [task, email = ''] = process.argv.slice(2)
const tellOwner = (lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`, () => process.exit(0))
const work = task === 'owner' ? nameOwner(email).then(tellOwner) : start()

work.catch((error: unknown) => {
  const lines = error instanceof SettingsError ? error.lines : [error instanceof Error ? error.message : String(error)]
  for (const line of lines) process.stderr.write(`${line}\n`)
  process.exit(1)
})
