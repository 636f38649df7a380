import path from 'node:path'
import { renderPage } from '#app/render.server.ts'
import { openShop, type Shop } from '#modules/shop.server.ts'
import type { Settings } from '#platform/env.server.ts'
import { createLog } from '#platform/log.server.ts'
import { projectRoot } from '#platform/root.server.ts'
import { createShopApp } from './app.ts'
import { describeDatabase, printBanner, printStep } from './banner.ts'
import { type DemoAccounts, seedDemo } from './demo.ts'
import { type Listening, listen } from './listen.ts'

/** Serves the shop until it receives a signal. */
export async function serve(settings: Settings): Promise<void> {
  const log = createLog(settings)
  const shop = await openShop(settings, log)
  if (settings.mode === 'demo') printStep('Database', describeDatabase(settings))
  const { stop, port, accounts } = await open(shop).catch(async (error) => {
    await shop.close().catch(() => {})
    throw error
  })

  const stopOnce = (signal: string) => {
    process.off('SIGINT', stopOnce).on('SIGINT', () => process.exit(130))
    // A process manager may send SIGTERM twice; the second one is ignored.
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

async function open(shop: Shop): Promise<Listening & { accounts: DemoAccounts | undefined }> {
  const accounts = shop.settings.mode === 'demo' ? await seedDemo(shop) : undefined
  const app = createShopApp(shop, renderPage(shop), path.join(projectRoot, 'build', 'client'))
  return { ...(await listen(shop, app)), accounts }
}
