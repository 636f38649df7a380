import { timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import type { Shop } from '#modules/shop.server.ts'
import { ShopError } from '#shared/errors.ts'
import type { ServerEnv } from './app.ts'
import { isThisMachine } from './caller.ts'
import { metricsReader } from './cluster-metrics.ts'

/** What those who run the shop ask of it. */
export function mountOperations(app: Hono<ServerEnv>, shop: Shop, stopping: () => boolean): void {
  const readMetrics = metricsReader(shop.metrics)
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }))
  app.get('/readyz', async (c) => {
    if (stopping()) throw new ShopError('unavailable', 'The shop is stopping.')
    await shop.db.execute(sql`select version from migrations limit 1`)
    return c.json({ status: 'ready' }, 200, { 'Cache-Control': 'no-store' })
  })
  app.get('/metrics', async (c) => {
    if (!mayReadMetrics(shop, c.get('caller'), c.req.raw.headers))
      throw new ShopError('notFound', 'There is nothing at this address.')
    const { registry } = shop.metrics
    return c.body(await readMetrics(), 200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' })
  })
}

function mayReadMetrics({ settings }: Shop, caller: string, headers: Headers): boolean {
  const { metricsToken } = settings
  if (!metricsToken) return isThisMachine(caller) && !headers.has('x-forwarded-for')
  const given = Buffer.from(headers.get('authorization') ?? '')
  const wanted = Buffer.from(`Bearer ${metricsToken}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
