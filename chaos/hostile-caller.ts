import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { productPaths } from '#bench/product-paths.ts'
import { megabytes, round } from '#bench/report.ts'
import { median } from '#bench/rounds.ts'
import type { RunContext } from '#bench/run-context.ts'
import type { Command, Report } from './attackers.ts'
import { startPacedShoppers } from './paced-shoppers.ts'
import { finding, invariantsFinding, type Scenario } from './scenario.ts'
import { openEnvironment } from './scenario-environment.ts'
import { type CallResult, countStatuses, quantile } from './shoppers.ts'

const cacheMegabytes = 16
/** From the end of the first attack to the end of the last: caches, and garbage not collected yet. */
const maxGrowth = (cacheMegabytes + 96) * 1024 * 1024
/** The short round shares the machine, so its limit is wide; a blocked event loop or used-up slots exceed it by far. */
const limits = { short: { share: 0.5, maxRatio: 10 }, long: { share: 0.99, maxRatio: 2 } }
/** Each request costs a rendering or a query. The flood takes half a core, so its time limit is wide. */
const steadyPerSecond = 8
const floodPerSecond = 64
const distinctTargets = 20_000
const maxFloodRatio = 5

/** In the short round no body is old enough for 408. */
const refusals = ['414', '429', '431']

type Phase = 'quiet' | 'hostile' | 'flood'

/** One attacker with many addresses runs all known attacks while shoppers buy. */
export const hostileCaller: Scenario = {
  name: 'hostile caller',
  short: false,
  async run(context) {
    const environment = await openEnvironment(context, 20)
    // Callers differ by their forwarded address, and rate limits are those of production.
    const shop = await environment.open({
      TRUST_PROXY: '1',
      RATE_LIMIT_FACTOR: '1',
      PAGE_CACHE_MB: String(cacheMegabytes),
      // Without a limit the heap grows while memory is free, which looks like a leak.
      NODE_OPTIONS: '--max-old-space-size=160',
    })
    const pages = ['/', '/shop', '/learn', '/blogs', ...(await productPaths(shop)).slice(0, 10)]
    const attackers = startAttackers(context)
    const shoppers = startPacedShoppers(shop.url, environment.buyers, pages)
    await sleep(context.quick ? 2_000 : 10_000)

    const resultsByPhase: Record<Phase, CallResult[][]> = { quiet: [], hostile: [], flood: [] }
    const memory: number[] = []
    const runPhase = async (phase: Phase, seconds: number) => {
      const first = shoppers.results.length
      await sleep(seconds * 1000)
      resultsByPhase[phase].push(shoppers.results.slice(first))
    }
    const { rounds, quiet, hostile } = context.quick
      ? { rounds: 3, quiet: 2, hostile: 3 }
      : { rounds: 6, quiet: 15, hostile: 25 }
    let report: Report = { statuses: {} }
    const attack = async (phase: Phase, distinctPerSecond: number, seconds: number) => {
      attackers.send({ attack: shop.url, distinctPerSecond })
      await runPhase(phase, seconds)
      report = await attackers.pause()
      await sleep(500)
      memory.push(await shop.metric('process_resident_memory_bytes'))
    }
    for (let n = 0; n < rounds; n++) {
      await runPhase('quiet', quiet)
      await attack('hostile', steadyPerSecond, hostile)
      if (!context.quick) await attack('flood', floodPerSecond, distinctTargets / floodPerSecond / rounds)
    }
    const growth = (memory.at(-1) ?? 0) - (memory[0] ?? 0)
    await shoppers.stop()
    await shop.stop()
    return [
      finding(
        'attackers',
        describeStatuses(report),
        'some of each: 414, 429, 431',
        refusals.every((status) => report.statuses[status]),
      ),
      shoppersFinding(shoppers.results),
      ...timeFindings(resultsByPhase, context.quick),
      finding(
        'memory',
        `${memory.map((bytes) => megabytes(bytes)).join(', ')}, grew by ${megabytes(growth)}`,
        `< ${megabytes(maxGrowth)}`,
        growth < maxGrowth,
      ),
      invariantsFinding(await environment.findViolations(shoppers.attempts)),
    ]
  },
}

function shoppersFinding(results: CallResult[]) {
  const failed = results.filter(({ status }) => status !== 200 && status !== 201)
  return finding('shoppers', countStatuses(results), 'only 200 and 201', failed.length === 0)
}

function timeFindings(phases: Record<Phase, CallResult[][]>, isQuick: boolean) {
  const quantiles = (phase: Phase, share: number) =>
    phases[phase].map((results) =>
      quantile(
        results.map(({ ms }) => ms),
        share,
      ),
    )
  const limit = isQuick ? limits.short : limits.long
  const attacks: Phase[] = isQuick ? ['hostile'] : ['hostile', 'flood']
  return attacks.flatMap((phase) =>
    [0.5, 0.99].map((share) => {
      const [attacked, quiet] = [quantiles(phase, share), quantiles('quiet', share)]
      // Phases of one round are neighbours, because the speed of the machine changes within minutes.
      const ratio = median(attacked.map((ms, index) => ms / (quiet[index] ?? Number.NaN)))
      const maxRatio = phase === 'flood' ? maxFloodRatio : limit.maxRatio
      const isLimited = share === limit.share
      return finding(
        `p${share * 100} of shoppers, ${phase}`,
        `${round(median(attacked))} ms, quiet ${round(median(quiet))} ms, ${round(ratio, 2)}×`,
        isLimited ? `< ${maxRatio}×` : 'none',
        !isLimited || ratio < maxRatio,
      )
    }),
  )
}

const describeStatuses = ({ statuses }: Report) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')

function startAttackers(context: RunContext) {
  const child = context.fork(path.join(import.meta.dirname, 'attackers.ts'))
  // Real attackers have their own machines, so here they get only spare processor time.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  return {
    send: (command: Command) => void child.send(command),
    pause: async (): Promise<Report> => {
      const message = once(child, 'message')
      child.send('pause' satisfies Command)
      return (await message)[0]
    },
  }
}
