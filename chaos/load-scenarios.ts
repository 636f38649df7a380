import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { loginFlood } from '#bench/login-flood.ts'
import { productPaths } from '#bench/product-paths.ts'
import { megabytes, round, thousands } from '#bench/report.ts'
import { cacheDisabled, type ShopProcess } from '#bench/shop-process.ts'
import { type Finding, finding, invariantsFinding, type Scenario } from './scenario.ts'
import { openEnvironment, openPgliteEnvironment, type ScenarioEnvironment } from './scenario-environment.ts'
import { countStatuses, quantile, startShoppers } from './shoppers.ts'
import { timed } from './slow-database.ts'

const searchTerms = ['sample', 'smaple', 'sample 12', 'nothing', 'sample 299', 'samples']
const searchPaths = Array.from(
  { length: 120 },
  (_, n) =>
    `/api/product/search?Name=${encodeURIComponent(searchTerms[n % searchTerms.length] ?? '')}&pageNumber=${n + 1}`,
)

type FloodResult = { perSecond: number; statuses: { status: number; ms: number }[]; broken: number }

/** Sends as many requests as the connections allow, or `perSecond`. */
function flood(url: string, connections: number, seconds: number, perSecond?: number): Promise<FloodResult> {
  return new Promise((resolve, reject) => {
    const statuses: FloodResult['statuses'] = []
    const rate = perSecond ? { overallRate: Math.round(perSecond) } : {}
    const requests = searchPaths.map((path) => ({ path }))
    const instance = autocannon(
      { url, connections, duration: seconds, requests, timeout: 30, ...rate },
      (error, result) =>
        error
          ? reject(error)
          : resolve({
              perSecond: statuses.length / result.duration,
              statuses,
              broken: result.errors + result.timeouts,
            }),
    )
    instance.on('response', (_client, status, _bytes, ms) => void statuses.push({ status, ms }))
  })
}

/** L3: three times as many requests as the shop can serve. */
export const threeTimesCapacity: Scenario = {
  name: 'three times capacity',
  short: false,
  async run(context) {
    const environment = await openEnvironment(context, 5)
    // One load generator cannot send three times the rate at which the shop serves cached responses.
    const shop = await environment.open(cacheDisabled)
    await flood(shop.url, 20, 2)
    const capacity = await flood(shop.url, 50, context.quick ? 3 : 10)
    const normalMs = quantile(
      (await timeCalls(shop, 30)).map(({ ms }) => ms),
      0.5,
    )
    const overload = await flood(shop.url, 1_000, context.quick ? 5 : 30, capacity.perSecond * 3)
    const endedAt = performance.now()
    let last = await timed(shop.url + searchPaths[0])
    while ((last.status !== 200 || last.ms > Math.max(50, normalMs * 5)) && performance.now() - endedAt < 60_000) {
      await sleep(100)
      last = await timed(shop.url + searchPaths[0])
    }
    const recoveryMs = performance.now() - endedAt
    const served = overload.statuses.filter(({ status }) => status === 200)
    const refused = overload.statuses.filter(({ status }) => status === 503)
    const unexpected = overload.statuses.length - served.length - refused.length
    const quantileOf = (share: number, responses: { ms: number }[]) => {
      const times = responses.map(({ ms }) => ms)
      return quantile(times, share)
    }
    // Other work slows single requests in the short round, so it checks the median.
    const share = context.quick ? 0.5 : 0.99
    const describe = (responses: { ms: number }[]) =>
      `p50 ${Math.round(quantileOf(0.5, responses))} ms, p99 ${Math.round(quantileOf(0.99, responses))} ms`
    const servedShare = served.length / (overload.statuses.length / overload.perSecond) / capacity.perSecond
    const shoppers = startShoppers(shop.url, environment.buyers)
    await sleep(1_000)
    await shoppers.stop()
    return [
      finding(
        'capacity',
        `${thousands(capacity.perSecond)}/s, normal ${round(normalMs)} ms`,
        'none',
        capacity.broken === 0,
      ),
      finding(
        'under overload',
        `${thousands(overload.perSecond)}/s answered, ${overload.broken} broken, ${unexpected} unexpected`,
        'none broken',
        overload.broken + unexpected === 0,
      ),
      finding(
        'served under overload',
        `${round(servedShare * 100, 0)} % of capacity, ${describe(served)}`,
        `p${share * 100} < 5 s`,
        quantileOf(share, served) < 5_000,
      ),
      finding(
        'refused under overload',
        `${refused.length}, ${describe(refused)}`,
        `p${share * 100} < 2 s`,
        refused.length === 0 || quantileOf(share, refused) < 2_000,
      ),
      finding('recovery time', `${round(recoveryMs / 1000)} s`, '< 30 s', recoveryMs < 30_000),
      invariantsFinding(await environment.findViolations(shoppers.attempts)),
    ]
  },
}

async function timeCalls(shop: ShopProcess, count: number) {
  const results: { ms: number }[] = []
  for (let n = 0; n < count; n++) results.push(await timed(shop.url + searchPaths[n % searchPaths.length]))
  return results
}

/** L2: browsing during a flood of logins, measured by the benchmark. */
export const floodOfLogins: Scenario = {
  name: 'flood of logins',
  short: false,
  async run(context) {
    const rows = await loginFlood.run(context)
    return rows.map(({ name, measured, value, budget, ok }) =>
      finding(name, `${measured}, ${value}`, budget, ok === true),
    )
  },
}

/** L1: browsing, searching and buying for several minutes. */
export const mixedLoad: Scenario = {
  name: 'mixed load',
  short: true,
  run: async (context) => browseAndBuy(await openEnvironment(context, 6), context.quick, context.quick ? 4 : 600),
}

export const mixedOnPglite: Scenario = {
  name: 'mixed load, PGlite',
  short: false,
  run: async (context) =>
    browseAndBuy(await openPgliteEnvironment(context, 2), context.quick, context.quick ? 10 : 600),
}

async function browseAndBuy(
  environment: Pick<ScenarioEnvironment, 'open' | 'buyers' | 'findViolations'>,
  quick: boolean,
  seconds: number,
): Promise<Finding[]> {
  const shop = await environment.open()
  const shoppers = startShoppers(shop.url, environment.buyers)
  const paths = ['/', '/shop', '/shop?sortBy=priceAsc', '/learn', '/blogs', ...(await productPaths(shop)).slice(0, 40)]
  const deadline = performance.now() + seconds * 1000
  const browsed: { status: number | 'lost'; ms: number }[] = []
  const browsing = Array.from({ length: 6 }, async (_, start) => {
    for (let n = start; performance.now() < deadline; n++) {
      const allPaths = [...paths, ...searchPaths]
      browsed.push(await timed(shop.url + allPaths[(n * 7) % allPaths.length]))
      await sleep(20)
    }
  })
  const memory: number[] = []
  while (performance.now() < deadline) {
    await sleep(Math.min(5_000, seconds * 50))
    memory.push(await shop.metric('process_resident_memory_bytes'))
  }
  await Promise.all(browsing)
  await shoppers.stop()
  await shop.stop()
  const failed = [...browsed, ...shoppers.results].filter(({ status }) => ![200, 201].includes(Number(status)))
  const growth = growthOf(memory.slice(Math.floor(memory.length * 0.2)))
  return [
    finding(
      'responses',
      `${countStatuses(browsed)}; ${countStatuses(shoppers.results)}`,
      'no error',
      failed.length === 0,
    ),
    finding(
      'p99',
      `${Math.round(
        quantile(
          browsed.map(({ ms }) => ms),
          0.99,
        ),
      )} ms browsing`,
      'none',
      true,
    ),
    finding(
      'memory',
      `${megabytes(memory.at(-1) ?? 0)}, grew ${round(growth * 100)} %`,
      quick ? 'none' : '< 5 %',
      quick || growth < 0.05,
    ),
    invariantsFinding(await environment.findViolations(shoppers.attempts)),
  ]
}

/** Compares the last third with the first, because single values depend on garbage collection. */
function growthOf(memory: number[]): number {
  const third = Math.max(1, Math.floor(memory.length / 3))
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return mean(memory.slice(-third)) / mean(memory.slice(0, third)) - 1
}
