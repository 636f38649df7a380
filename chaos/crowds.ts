import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { loginFlood } from '#bench/login-flood.ts'
import { productPaths } from '#bench/product-paths.ts'
import { megabytes, round, thousands } from '#bench/report.ts'
import { nothingKept, type ShopProcess } from '#bench/shop-process.ts'
import { type Finding, finding, type Scenario, verdict } from './scenario.ts'
import { openPgliteScene, openScene, type Scene } from './scene.ts'
import { quantile, startShoppers, tally } from './shoppers.ts'
import { timed } from './slow-database.ts'

const words = ['piece', 'peice', 'piece 12', 'nothing', 'piece 299', 'pieces']
const questions = Array.from(
  { length: 120 },
  (_, n) => `/api/product/search?Name=${encodeURIComponent(words[n % words.length] ?? '')}&pageNumber=${n + 1}`,
)

type Flooded = { perSecond: number; statuses: { status: number; ms: number }[]; broken: number }

/** As many as fit through the connections, or as many a second as are told. */
function flood(url: string, connections: number, seconds: number, perSecond?: number): Promise<Flooded> {
  return new Promise((resolve, reject) => {
    const statuses: Flooded['statuses'] = []
    const pace = perSecond ? { overallRate: Math.round(perSecond) } : {}
    const requests = questions.map((path) => ({ path }))
    const instance = autocannon(
      { url, connections, duration: seconds, requests, timeout: 30, ...pace },
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

/** L3: three times as many as can be served come at once. */
export const threeTimesCapacity: Scenario = {
  name: 'three times capacity',
  short: false,
  async play(stage) {
    const scene = await openScene(stage, 5)
    // Of answers that are kept, one generator cannot ask for three times as many as can be served.
    const shop = await scene.open(nothingKept)
    await flood(shop.url, 20, 2)
    const most = await flood(shop.url, 50, stage.quick ? 3 : 10)
    const calm = quantile(
      (await calls(shop, 30)).map(({ ms }) => ms),
      0.5,
    )
    const crowd = await flood(shop.url, 1_000, stage.quick ? 5 : 30, most.perSecond * 3)
    const over = performance.now()
    let last = await timed(shop.url + questions[0])
    while ((last.status !== 200 || last.ms > Math.max(50, calm * 5)) && performance.now() - over < 60_000) {
      await sleep(100)
      last = await timed(shop.url + questions[0])
    }
    const normalAfter = performance.now() - over
    const served = crowd.statuses.filter(({ status }) => status === 200)
    const refused = crowd.statuses.filter(({ status }) => status === 503)
    const odd = crowd.statuses.length - served.length - refused.length
    const at = (share: number, all: { ms: number }[]) => {
      const times = all.map(({ ms }) => ms)
      return quantile(times, share)
    }
    // The short round is made beside other work, which the slowest few tell more of than the shop.
    const share = stage.quick ? 0.5 : 0.99
    const told = (all: { ms: number }[]) => `p50 ${Math.round(at(0.5, all))} ms, p99 ${Math.round(at(0.99, all))} ms`
    const kept = served.length / (crowd.statuses.length / crowd.perSecond) / most.perSecond
    const shoppers = startShoppers(shop.url, scene.buyers)
    await sleep(1_000)
    await shoppers.stop()
    return [
      finding('capacity', `${thousands(most.perSecond)}/s, calm ${round(calm)} ms`, 'none', most.broken === 0),
      finding(
        'asked of it',
        `${thousands(crowd.perSecond)}/s answered, ${crowd.broken} broken, ${odd} odd`,
        'none broken',
        crowd.broken + odd === 0,
      ),
      finding(
        'served meanwhile',
        `${round(kept * 100, 0)} % of capacity, ${told(served)}`,
        `p${share * 100} < 5 s`,
        at(share, served) < 5_000,
      ),
      finding(
        'refused meanwhile',
        `${refused.length}, ${told(refused)}`,
        `p${share * 100} < 2 s`,
        refused.length === 0 || at(share, refused) < 2_000,
      ),
      finding('normal again after', `${round(normalAfter / 1000)} s`, '< 30 s', normalAfter < 30_000),
      verdict(await scene.wrongs(shoppers.attempts)),
    ]
  },
}

async function calls(shop: ShopProcess, count: number) {
  const answers: { ms: number }[] = []
  for (let n = 0; n < count; n++) answers.push(await timed(shop.url + questions[n % questions.length]))
  return answers
}

/** L2: what a flood of logins does to those who only look; the bench has it as a figure. */
export const floodOfLogins: Scenario = {
  name: 'flood of logins',
  short: false,
  async play(stage) {
    const rows = await loginFlood.take(stage)
    return rows.map(({ what, measured, figure, budget, ok }) =>
      finding(what, `${measured}, ${figure}`, budget, ok === true),
    )
  },
}

/** L1: people who look, search and buy, for minutes. */
export const mixedLoad: Scenario = {
  name: 'mixed load',
  short: true,
  play: async (stage) => lookAndBuy(await openScene(stage, 6), stage.quick, stage.quick ? 4 : 600),
}

export const mixedOnPglite: Scenario = {
  name: 'mixed load, PGlite',
  short: false,
  play: async (stage) => lookAndBuy(await openPgliteScene(stage, 2), stage.quick, stage.quick ? 10 : 600),
}

async function lookAndBuy(
  scene: Pick<Scene, 'open' | 'buyers' | 'wrongs'>,
  quick: boolean,
  seconds: number,
): Promise<Finding[]> {
  const shop = await scene.open()
  const shoppers = startShoppers(shop.url, scene.buyers)
  const paths = ['/', '/shop', '/shop?sortBy=priceAsc', '/learn', '/blogs', ...(await productPaths(shop)).slice(0, 40)]
  const until = performance.now() + seconds * 1000
  const looked: { status: number | 'lost'; ms: number }[] = []
  const looking = Array.from({ length: 6 }, async (_, start) => {
    for (let n = start; performance.now() < until; n++) {
      const all = [...paths, ...questions]
      looked.push(await timed(shop.url + all[(n * 7) % all.length]))
      await sleep(20)
    }
  })
  const memory: number[] = []
  while (performance.now() < until) {
    await sleep(Math.min(5_000, seconds * 50))
    memory.push(await shop.metric('process_resident_memory_bytes'))
  }
  await Promise.all(looking)
  await shoppers.stop()
  await shop.stop()
  const failed = [...looked, ...shoppers.answers].filter(({ status }) => ![200, 201].includes(Number(status)))
  const growth = growthOf(memory.slice(Math.floor(memory.length * 0.2)))
  return [
    finding('answers', `${tally(looked)}; ${tally(shoppers.answers)}`, 'no error', failed.length === 0),
    finding(
      'p99',
      `${Math.round(
        quantile(
          looked.map(({ ms }) => ms),
          0.99,
        ),
      )} ms looking`,
      'none',
      true,
    ),
    finding(
      'memory',
      `${megabytes(memory.at(-1) ?? 0)}, grew ${round(growth * 100)} %`,
      quick ? 'none' : '< 5 %',
      quick || growth < 0.05,
    ),
    verdict(await scene.wrongs(shoppers.attempts)),
  ]
}

/** The last third against the first: single moments say more of the collector than of a leak. */
function growthOf(memory: number[]): number {
  const third = Math.max(1, Math.floor(memory.length / 3))
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return mean(memory.slice(-third)) / mean(memory.slice(0, third)) - 1
}
