import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { htmlPage } from '#tests/support/pages.ts'
import { type TestShop, testShop } from '#tests/support/shop.ts'

const slowLine = z.object({
  level: z.string(),
  requestId: z.string().optional(),
  statement: z.string(),
  ms: z.number(),
})

const slowLines = (shop: TestShop) =>
  shop
    .logged()
    .split('\n')
    .filter((line) => line.includes('slow statement'))
    .map((line) => slowLine.parse(JSON.parse(line)))

async function slowShop(slowQueryMs: string): Promise<TestShop> {
  const shop: TestShop = await testShop({
    environment: { SLOW_QUERY_MS: slowQueryMs },
    render: async () => {
      await shop.db.execute(sql`select pg_sleep(0.15), ${'secret'} as parameter`)
      await shop.db.transaction((tx) => tx.execute(sql`select pg_sleep(0.15)`))
      return htmlPage('Slow')
    },
  })
  return shop
}

test('logs a slow statement with its request id and without its parameters', async () => {
  const shop = await slowShop('100')
  const headers = (id: string) => ({ headers: { 'X-Request-Id': id } })
  await Promise.all([shop.fetch('/profile', headers('request-one')), shop.fetch('/profile', headers('request-two'))])
  const lines = slowLines(shop)
  const alone = lines.filter(({ statement }) => statement.includes('as parameter'))
  expect(alone.map(({ requestId }) => requestId).sort()).toEqual(['request-one', 'request-two'])
  expect(alone[0]).toMatchObject({ level: 'warn', statement: expect.stringContaining('$1') })
  expect(alone[0]?.ms).toBeGreaterThanOrEqual(100)
  expect(shop.logged()).not.toContain('secret')
  expect(lines.filter(({ statement }) => !statement.includes('as parameter')).length).toBeGreaterThanOrEqual(2)
})

test('does not log a fast statement, or any with SLOW_QUERY_MS=0', async () => {
  for (const limit of ['5000', '0']) {
    const shop = await slowShop(limit)
    await shop.fetch('/profile')
    expect(slowLines(shop)).toEqual([])
  }
})

test('metrics count statements, jobs, emails and the page cache', async () => {
  const shop = await testShop({ environment: { METRICS_TOKEN: 'open' } })
  const metrics = async () => (await shop.fetch('/metrics', { headers: { Authorization: 'Bearer open' } })).text()
  await shop.fetch('/shop')
  await shop.json('/api/GetInTouch', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ firstName: 'Asha', lastName: 'Gurung', queries: 'How heavy is it?' }),
  })
  await expect.poll(metrics, { timeout: 15_000 }).toContain('alpine_emails_total{outcome="stored"} 1')
  const text = await metrics()
  expect(text).toContain('alpine_jobs_total{queue="email",outcome="done"} 1')
  expect(Number(/alpine_query_seconds_count (\d+)/.exec(text)?.[1])).toBeGreaterThan(0)
  expect(Number(/alpine_page_cache_bytes (\d+)/.exec(text)?.[1])).toBeGreaterThan(0)
})
