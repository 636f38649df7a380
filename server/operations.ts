import { timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Hono, MiddlewareHandler } from 'hono'
import type { Shop } from '#modules/shop.server.ts'
import { ShopError } from '#shared/errors.ts'
import type { ServerEnv } from './app.ts'
import { localOnly } from './local-only.ts'

/** Health, readiness and metrics endpoints. */
export function mountOperations(app: Hono<ServerEnv>, shop: Shop, stopping: () => boolean): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }))
  app.get('/readyz', async (c) => {
    if (stopping()) throw new ShopError('unavailable', 'The shop is stopping.')
    await shop.db.execute(sql`select version from migrations limit 1`)
    return c.json({ status: 'ready' }, 200, { 'Cache-Control': 'no-store' })
  })
  const { metricsToken } = shop.settings
  app.use('/metrics', metricsToken ? withToken(metricsToken) : localOnly)
  app.get('/metrics', async (c) => {
    const { registry } = shop.metrics
    const headers = { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }
    return c.body(await registry.metrics(), 200, headers)
  })
}

function withToken(token: string): MiddlewareHandler<ServerEnv> {
  const expected = Buffer.from(`Bearer ${token}`)
  return async (c, next) => {
    const received = Buffer.from(c.req.header('authorization') ?? '')
    if (received.length !== expected.length || !timingSafeEqual(received, expected))
      throw new ShopError('notFound', 'There is nothing at this URL.')
    await next()
  }
}
