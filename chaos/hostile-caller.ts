import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { productPaths } from '#bench/product-paths.ts'
import { megabytes, round } from '#bench/report.ts'
import type { Stage } from '#bench/stage.ts'
import type { Command, Report } from './hostile-crowd.ts'
import { startPacedShoppers } from './paced-shoppers.ts'
import { finding, type Scenario, verdict } from './scenario.ts'
import { openScene } from './scene.ts'
import { type Answer, quantile, tally } from './shoppers.ts'

const cacheMegabytes = 16
/** From the end of the first attack to the end of the last: the caches, and what the collector has not collected yet. */
const mostGrowth = (cacheMegabytes + 96) * 1024 * 1024
/** The short round shares the machine with other programs. A blocked event loop or held slots exceed its bound by far. */
const judged = { short: { share: 0.5, mostRatio: 10 }, long: { share: 0.99, mostRatio: 2 } }
/** Each costs the shop a rendering or a query. The flood alone takes half a core, so its bound on time is a wide one. */
const steadyPerSecond = 8
const floodPerSecond = 64
const distinctTargets = 20_000
const mostFloodRatio = 5

/** In the short round no body is old enough for 408. */
const refusals = ['414', '429', '431']

type Turn = 'quiet' | 'hostile' | 'flood'

/** One attacker with many addresses tries everything that once stopped the shop, beside ordinary shoppers. */
export const hostileCaller: Scenario = {
  name: 'hostile caller',
  short: false,
  async play(stage) {
    const scene = await openScene(stage, 20)
    // The forwarded address tells the callers apart, and limits are those of a real shop.
    const shop = await scene.open({
      TRUST_PROXY: '1',
      RATE_LIMIT_FACTOR: '1',
      PAGE_CACHE_MB: String(cacheMegabytes),
      // Without a bound, the heap grows for as long as there is memory, and a leak cannot be told from it.
      NODE_OPTIONS: '--max-old-space-size=160',
    })
    const pages = ['/', '/shop', '/learn', '/blogs', ...(await productPaths(shop)).slice(0, 10)]
    const crowd = startCrowd(stage)
    const shoppers = startPacedShoppers(shop.url, scene.buyers, pages)
    await sleep(stage.quick ? 2_000 : 10_000)

    const turnsTaken: Record<Turn, Answer[][]> = { quiet: [], hostile: [], flood: [] }
    const memory: number[] = []
    const take = async (turn: Turn, seconds: number) => {
      const first = shoppers.answers.length
      await sleep(seconds * 1000)
      turnsTaken[turn].push(shoppers.answers.slice(first))
    }
    const { turns, quiet, hostile } = stage.quick
      ? { turns: 3, quiet: 2, hostile: 3 }
      : { turns: 6, quiet: 15, hostile: 25 }
    let report: Report = { statuses: {} }
    for (let n = 0; n < turns; n++) {
      await take('quiet', quiet)
      crowd.send({ attack: shop.url, distinctPerSecond: steadyPerSecond })
      await take('hostile', hostile)
      report = await crowd.pause()
      await sleep(500)
      memory.push(await shop.metric('process_resident_memory_bytes'))
    }
    if (!stage.quick) {
      crowd.send({ attack: shop.url, distinctPerSecond: floodPerSecond })
      await take('flood', distinctTargets / floodPerSecond)
      report = await crowd.pause()
      memory.push(await shop.metric('process_resident_memory_bytes'))
    }
    const growth = (memory.at(-1) ?? 0) - (memory[0] ?? 0)
    await shoppers.stop()
    await shop.stop()
    return [
      finding(
        'attackers',
        statusesOf(report),
        'some of each: 414, 429, 431',
        refusals.every((status) => report.statuses[status]),
      ),
      shoppersFinding(shoppers.answers),
      ...timesOf(turnsTaken, stage.quick),
      finding(
        'memory',
        `${memory.map((bytes) => megabytes(bytes)).join(', ')}, grew by ${megabytes(growth)}`,
        `< ${megabytes(mostGrowth)}`,
        growth < mostGrowth,
      ),
      verdict(await scene.wrongs(shoppers.attempts)),
    ]
  },
}

function shoppersFinding(answers: Answer[]) {
  const failed = answers.filter(({ status }) => status !== 200 && status !== 201)
  return finding('shoppers', tally(answers), 'only 200 and 201', failed.length === 0)
}

function timesOf(turns: Record<Turn, Answer[][]>, isQuick: boolean) {
  // The best of the turns: other programs may slow down one of them.
  const at = (turn: Turn, share: number) =>
    Math.min(
      ...turns[turn].map((answers) =>
        quantile(
          answers.map(({ ms }) => ms),
          share,
        ),
      ),
    )
  const bound = isQuick ? judged.short : judged.long
  const attacks: Turn[] = isQuick ? ['hostile'] : ['hostile', 'flood']
  return attacks.flatMap((turn) =>
    [0.5, 0.99].map((share) => {
      const ratio = at(turn, share) / at('quiet', share)
      const most = turn === 'flood' ? mostFloodRatio : bound.mostRatio
      const isJudged = share === bound.share
      return finding(
        `p${share * 100} of shoppers, ${turn}`,
        `${round(at(turn, share))} ms, quiet ${round(at('quiet', share))} ms, ${round(ratio, 2)}×`,
        isJudged ? `< ${most}×` : 'none',
        !isJudged || ratio < most,
      )
    }),
  )
}

const statusesOf = ({ statuses }: Report) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')

function startCrowd(stage: Stage) {
  const child = stage.fork(path.join(import.meta.dirname, 'hostile-crowd.ts'))
  // Real attackers bring their own processors; here they get what the shop and its shoppers leave.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  return {
    send: (command: Command) => void child.send(command),
    pause: async (): Promise<Report> => {
      const reported = once(child, 'message')
      child.send('pause' satisfies Command)
      return (await reported)[0]
    },
  }
}
