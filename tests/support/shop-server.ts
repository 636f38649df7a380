import cluster from 'node:cluster'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { openShop } from '#modules/shop.server.ts'
import { readRows } from '#platform/db.server.ts'
import { readSettings, type Settings } from '#platform/env.server.ts'
import { createLog } from '#platform/log.server.ts'
import { createShopApp } from '#server/app.ts'
import { leadProcesses } from '#server/cluster.ts'
import { listen } from '#server/listen.ts'

/** The whole server but for its pages, run from its sources as a process of its own: see shop-process.ts. */
async function serve(settings: Settings): Promise<void> {
  const worksOnJobs = Number(process.env.ALPINE_SEAT ?? 1) === 1
  const shop = await openShop(settings, createLog(settings), undefined, { worksOnJobs })
  let heardAt = 0
  shop.version.onChange(() => {
    heardAt = Date.now()
  })
  // A page that tells which process made it, of which version of the shop, and when it last heard of a change.
  const page = () =>
    shop.reads.run(async (db) => {
      const [row] = await readRows<{ version: string }>(db, sql`select version::text from shop_version`)
      const text = JSON.stringify({ process: process.pid, version: Number(row?.version), heardAt })
      return new Response(`<!doctype html><title>${text}</title>`, { headers: { 'Content-Type': 'text/html' } })
    })
  const { port, stop } = await listen(shop, createShopApp(shop, page, path.join(settings.dataDir, 'no-assets')))
  process.once('SIGTERM', () => stop().then(() => process.exit(0)))
  process.stdout.write(`listening on ${port}\n`)
}

const settings = readSettings(process.env)
await (settings.processes > 1 && cluster.isPrimary ? leadProcesses(settings) : serve(settings))
