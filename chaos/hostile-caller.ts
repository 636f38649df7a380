import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { productPaths } from '#bench/product-paths.ts'
import { megabytes, round } from '#bench/report.ts'
import type { Stage } from '#bench/stage.ts'
import type { Orders, Report } from './hostile-crowd.ts'
import { startPacedShoppers } from './paced-shoppers.ts'
import { finding, type Scenario, verdict } from './scenario.ts'
import { openScene } from './scene.ts'
import { type Answer, quantile, tally } from './shoppers.ts'

const cacheMegabytes = 16
/** From the end of the first attack to the end of the last: the caches, and what the collector has not collected yet. */
const mostGrowth = (cacheMegabytes + 96) * 1024 * 1024
const mostRatio = 2

type Turn = 'quiet' | 'hostile'

/** One attacker with many addresses tries everything that once stopped the shop, beside ordinary shoppers. */
export const hostileCaller: Scenario = {
  name: 'hostile caller',
  short: true,
  async play(stage) {
    const scene = await openScene(stage, 20)
    // The forwarded address tells the callers apart, and limits are those of a real shop.
    const shop = await scene.open({
      TRUST_PROXY: '1',
      RATE_LIMIT_FACTOR: '1',
      PAGE_CACHE_MB: String(cacheMegabytes),
    })
    const pages = ['/', '/shop', '/learn', '/blogs', ...(await productPaths(shop)).slice(0, 10)]
    const crowd = startCrowd(stage)
    const shoppers = startPacedShoppers(shop.url, scene.buyers, pages)
    await sleep(stage.quick ? 2_000 : 10_000)

    const turnsTaken: Record<Turn, Answer[][]> = { quiet: [], hostile: [] }
    const memory: number[] = []
    const take = async (turn: Turn, seconds: number) => {
      const first = shoppers.answers.length
      await sleep(seconds * 1000)
      turnsTaken[turn].push(shoppers.answers.slice(first))
    }
    const { turns, quiet, hostile, distinctPerSecond } = stage.quick
      ? { turns: 3, quiet: 2, hostile: 3, distinctPerSecond: 16 }
      : { turns: 6, quiet: 20, hostile: 55, distinctPerSecond: 64 }
    let report: Report = { statuses: {} }
    for (let n = 0; n < turns; n++) {
      await take('quiet', quiet)
      crowd.send({ attack: shop.url, distinctPerSecond })
      await take('hostile', hostile)
      report = await crowd.pause()
      await sleep(500)
      memory.push(await shop.metric('process_resident_memory_bytes'))
    }
    const growth = (memory.at(-1) ?? 0) - (memory[0] ?? 0)
    await shoppers.stop()
    await shop.stop()
    return [
      finding('attackers', statusesOf(report), 'many refused', Object.keys(report.statuses).length > 2),
      ...findingsOf(turnsTaken, stage.quick),
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

function findingsOf(turns: Record<Turn, Answer[][]>, isQuick: boolean) {
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
  const all = [...turns.quiet, ...turns.hostile].flat()
  const failed = all.filter(({ status }) => status !== 200 && status !== 201)
  // In the short round other programs share the machine, and decide about the slowest few.
  const judged = isQuick ? 0.5 : 0.99
  const ratio = (share: number) => at('hostile', share) / at('quiet', share)
  return [
    finding('shoppers', tally(all), 'only 200 and 201', failed.length === 0),
    ...[0.5, 0.99].map((share) =>
      finding(
        `p${share * 100} of shoppers`,
        `${round(at('hostile', share))} ms, quiet ${round(at('quiet', share))} ms, ${round(ratio(share), 2)}×`,
        share === judged ? `< ${mostRatio}×` : 'none',
        share !== judged || ratio(share) < mostRatio,
      ),
    ),
  ]
}

const statusesOf = ({ statuses }: Report) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')

function startCrowd(stage: Stage) {
  const child = fork(path.join(import.meta.dirname, 'hostile-crowd.ts'))
  const kill = () => void child.kill()
  process.once('exit', kill)
  stage.onClose(async () => {
    process.off('exit', kill)
    const exited = once(child, 'exit')
    child.kill()
    await exited
  })
  return {
    send: (orders: Orders) => void child.send(orders),
    pause: async (): Promise<Report> => {
      const reported = once(child, 'message')
      child.send('pause' satisfies Orders)
      return (await reported)[0]
    },
  }
}
