import { setTimeout as sleep } from 'node:timers/promises'
import { spreadOf } from '#bench/report.ts'
import type { RunContext } from '#bench/run-context.ts'
import type { Attempt } from '#tests/support/invariants.ts'
import { type PatroniCluster, startCluster } from './patroni.ts'
import { type Finding, finding, invariantsFinding, type Scenario } from './scenario.ts'
import { environmentOn, type ScenarioEnvironment } from './scenario-environment.ts'
import { type CallResult, countStatuses, startShoppers } from './shoppers.ts'

const buyerCount = 10
const maxRecoveryMs = 20_000
/** How long replication is stopped before the kill, so the standbys miss some orders. */
const replicationPauseMs = 400
const allowed = new Set<number | 'lost'>([200, 201, 503])

/** F3: the primary of three nodes dies during orders. A control run shows that the test detects lost orders. */
export const failover: Scenario = {
  name: 'failover',
  short: false,
  requirements: { programs: { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy', initdb: 'postgresql' } },
  async run(context) {
    return [...(await withSynchronousStandby(context, context.quick ? 1 : 5)), ...(await control(context))]
  },
}

async function withSynchronousStandby(context: RunContext, runs: number): Promise<Finding[]> {
  const cluster = await startCluster(context, { synchronous: true })
  const environment = await environmentOn(context, cluster.url, buyerCount)
  const shop = await environment.open()
  const attempts: Attempt[] = []
  const findings: Finding[] = []
  for (let run = 1; run <= runs; run++) {
    // Every second run stops replication just before the kill, as the control does.
    const isPaused = run % 2 === 1
    const outcome = await killPrimary(cluster, environment, shop.url, isPaused ? replicationPauseMs : 0)
    attempts.push(...outcome.attempts)
    const name = `run ${run}${isPaused ? ', replication stopped before' : ''}`
    findings.push(
      finding(name, outcome.summary, '< 20 s', outcome.slowest < maxRecoveryMs),
      finding(`${name}: responses`, countStatuses(outcome.results), 'only 200, 201 and 503', outcome.unexpected === 0),
      { ...invariantsFinding(await environment.findViolations(attempts)), name: `${name}: invariants` },
    )
    await cluster.restart(outcome.victim)
  }
  await shop.stop()
  return findings
}

/** Without a synchronous standby the same fault must lose orders; otherwise the test above could not detect a loss. */
async function control(context: RunContext): Promise<Finding[]> {
  const cluster = await startCluster(context, { synchronous: false })
  const environment = await environmentOn(context, cluster.url, buyerCount)
  const shop = await environment.open()
  const outcome = await killPrimary(cluster, environment, shop.url, replicationPauseMs)
  await shop.stop()
  const lost = (await environment.findViolations(outcome.attempts)).filter((line) =>
    line.includes('was acknowledged but does not exist'),
  )
  return [
    finding('control, asynchronous', outcome.summary, 'recovers', Number.isFinite(outcome.slowest)),
    finding('control, asynchronous: lost', `${lost.length} orders`, 'some', lost.length > 0),
  ]
}

type Outcome = {
  victim: string
  attempts: Attempt[]
  results: CallResult[]
  summary: string
  slowest: number
  unexpected: number
}

async function killPrimary(
  cluster: PatroniCluster,
  environment: ScenarioEnvironment,
  url: string,
  pauseMs: number,
): Promise<Outcome> {
  const shoppers = environment.buyers.map((buyer) => startShoppers(url, [buyer]))
  await sleep(4_000)
  const victim = await cluster.primary()
  const before = shoppers.flatMap(({ results }) => results).filter(isOrder).length
  await cluster.kill(victim, pauseMs)
  const recoveryTimes = await measureRecovery(
    shoppers.map(({ results }) => results),
    performance.now(),
  )
  await sleep(2_000)
  await Promise.all(shoppers.map((shopper) => shopper.stop()))
  const results = shoppers.flatMap((shopper) => shopper.results)
  return {
    victim,
    attempts: shoppers.flatMap((shopper) => shopper.attempts),
    results,
    summary: `${before} orders, then again after ${spreadOf(recoveryTimes.map((ms) => ms / 1000))} s`,
    slowest: Math.max(...recoveryTimes),
    unexpected: results.filter(({ status }) => !allowed.has(status)).length,
  }
}

function isOrder({ order, status }: CallResult): boolean {
  return order && status === 201
}

/** For each shopper, the time until an order sent after `since` succeeds. */
async function measureRecovery(resultsByShopper: CallResult[][], since: number): Promise<number[]> {
  const firstSuccess = (results: CallResult[]) =>
    results.find((result) => isOrder(result) && result.at - result.ms > since)
  while (!resultsByShopper.every(firstSuccess) && performance.now() - since < 3 * maxRecoveryMs) await sleep(50)
  return resultsByShopper.map((results) => (firstSuccess(results)?.at ?? Number.POSITIVE_INFINITY) - since)
}
