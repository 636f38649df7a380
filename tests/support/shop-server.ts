import path from 'node:path'
import { sql } from 'drizzle-orm'
import { openShop } from '#modules/shop.server.ts'
import { readRows } from '#platform/db.server.ts'
import { readSettings, type Settings } from '#platform/env.server.ts'
import { createLog } from '#platform/log.server.ts'
import { createShopApp } from '#server/app.ts'
import { listen } from '#server/listen.ts'
import { htmlPage } from './pages.ts'

/** The server without React pages, run from source in its own process: see shop-process.ts. */
async function serve(settings: Settings): Promise<void> {
  const shop = await openShop(settings, createLog(settings))
  let notifiedAt = 0
  shop.version.onChange(() => {
    notifiedAt = Date.now()
  })
  // The page contains the process id, the shop version and the time of the last notification.
  const page = async () => {
    const [row] = await readRows<{ version: string }>(shop.db, sql`select version::text from shop_version`)
    const text = JSON.stringify({ process: process.pid, version: Number(row?.version), notifiedAt })
    return htmlPage(text)
  }
  const { port, stop } = await listen(shop, createShopApp(shop, page, path.join(settings.dataDir, 'no-assets')))
  process.once('SIGTERM', () => stop().then(() => process.exit(0)))
  process.stdout.write(`listening on ${port}\n`)
}

await serve(readSettings(process.env))
