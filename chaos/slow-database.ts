import { setTimeout as sleep } from 'node:timers/promises'
import { megabytes, round } from '#bench/report.ts'
import { finding, invariantsFinding, type Scenario } from './scenario.ts'
import { openEnvironment } from './scenario-environment.ts'
import { type CallResult, countStatuses, quantile, startShoppers } from './shoppers.ts'
import { startSlowProxy } from './slow-proxy.ts'

const slowMs = 2_000
const maxResponseMs = 9_000
const maxGrowth = 150 * 1024 * 1024
const readerCount = 100

/** F4: the database responds two seconds late. */
export const slowDatabase: Scenario = {
  name: 'slow database',
  short: false,
  async run(context) {
    const environment = await openEnvironment(context, 10)
    const proxy = await startSlowProxy(environment.server.port)
    context.onClose(proxy.close)
    const url = new URL(environment.databaseUrl)
    url.port = String(proxy.port)
    const shop = await environment.open({ DATABASE_URL: url.href })
    const shoppers = startShoppers(shop.url, environment.buyers)
    await sleep(2_000)
    const memory = await shop.metric('process_resident_memory_bytes')

    proxy.delayMs = slowMs
    const reads: CallResult[] = []
    const deadline = performance.now() + (context.quick ? 6_000 : 30_000)
    await Promise.all(Array.from({ length: readerCount }, () => readUntil(shop.url, deadline, reads)))
    const health = await timed(`${shop.url}/healthz`)
    const growth = (await shop.metric('process_resident_memory_bytes')) - memory
    proxy.delayMs = 0

    await sleep(context.quick ? 3_000 : 6_000)
    const after: CallResult[] = []
    for (let n = 0; n < 50; n++) after.push(await timed(`${shop.url}/api/product?pageNumber=${n + 1}`))
    await shoppers.stop()
    const allResults = [...reads, ...shoppers.results]
    const slowestMs = Math.max(...allResults.map(({ ms }) => ms))
    const unexpected = allResults.filter(({ status }) => ![200, 201, 503].includes(Number(status)))
    return [
      finding('responses while slow', countStatuses(reads), 'only 200 and 503', unexpected.length === 0),
      finding('slowest response', `${round(slowestMs / 1000)} s`, '< 9 s', slowestMs < maxResponseMs),
      finding('/healthz', `${health.status} in ${Math.round(health.ms)} ms`, '< 500 ms', health.ms < 500),
      finding('memory growth', megabytes(growth), `< ${megabytes(maxGrowth)}`, growth < maxGrowth),
      finding(
        'afterwards',
        countStatuses(after),
        'only 200',
        after.every(({ status }) => status === 200),
      ),
      finding(
        'afterwards, p95',
        `${Math.round(
          quantile(
            after.map(({ ms }) => ms),
            0.95,
          ),
        )} ms`,
        '< 500 ms',
        quantile(
          after.map(({ ms }) => ms),
          0.95,
        ) < 500,
      ),
      invariantsFinding(await environment.findViolations(shoppers.attempts)),
    ]
  },
}

async function readUntil(url: string, deadline: number, results: CallResult[]): Promise<void> {
  for (let page = 1; performance.now() < deadline; page++) {
    const result = await timed(`${url}/api/product?pageNumber=${page % 20}`)
    results.push(result)
    if (result.status !== 200) await sleep(200)
  }
}

export async function timed(url: string): Promise<CallResult> {
  const startedAt = performance.now()
  const status = await fetch(url, { signal: AbortSignal.timeout(30_000) })
    .then(async (response) => {
      await response.arrayBuffer()
      return response.status
    })
    .catch(() => 'lost' as const)
  const at = performance.now()
  return { status, ms: at - startedAt, at, order: false }
}
