import { setTimeout as sleep } from 'node:timers/promises'
import { round } from '#bench/report.ts'
import type { Stage } from '#bench/stage.ts'
import { debianPostgres, startCluster } from './patroni.ts'
import { missingPrograms } from './programs.ts'
import { type Finding, finding, type Scenario, verdict } from './scenario.ts'
import { sceneOn } from './scene.ts'
import { type Answer, startShoppers, tally } from './shoppers.ts'

const backWithinMs = 20_000
const deafMs = 400
const allowed = new Set<number | 'lost'>([200, 201, 503])

/** F3: the primary of three nodes dies in the middle of orders; and a control, in which orders must be seen to be lost. */
export const failover: Scenario = {
  name: 'failover',
  short: false,
  missing: () =>
    missingPrograms(['patroni', 'etcd', 'haproxy'], true) ??
    (debianPostgres() ? undefined : 'not installed: postgresql'),
  async play(stage) {
    const findings = await withSynchronousStandby(stage, stage.quick ? 1 : 5)
    return [...findings, await control(stage)]
  },
}

async function withSynchronousStandby(stage: Stage, rounds: number): Promise<Finding[]> {
  const cluster = await startCluster(stage, { synchronous: true })
  const scene = await sceneOn(stage, cluster.url, 10)
  const shop = await scene.open()
  const shoppers = startShoppers(shop.url, scene.buyers)
  const back: number[] = []
  for (let turn = 0; turn < rounds; turn++) {
    await sleep(3_000)
    const victim = await cluster.primary()
    // Every other time the standbys stop hearing of orders just before, as they may.
    await cluster.kill(victim, turn % 2 === 1 ? deafMs : 0)
    back.push(await backAfter(shoppers.answers))
    await cluster.revive(victim)
  }
  await sleep(2_000)
  await shoppers.stop()
  await shop.stop()
  const slowest = Math.max(...back)
  const odd = shoppers.answers.filter(({ status }) => !allowed.has(status))
  return [
    finding('answers', tally(shoppers.answers), 'only 200, 201 and 503', odd.length === 0),
    finding(
      `orders again, ${rounds} times`,
      back.map((ms) => `${round(ms / 1000)} s`).join(', '),
      '< 20 s',
      slowest < backWithinMs,
    ),
    verdict(await scene.wrongs(shoppers.attempts)),
  ]
}

/** Until an order goes through again. */
async function backAfter(answers: Answer[]): Promise<number> {
  const from = performance.now()
  // What was under way at that moment may still have been answered by the old primary.
  const later = () => answers.find(({ order, status, at }) => order && status === 201 && at > from + 500)
  while (!later() && performance.now() - from < 3 * backWithinMs) await sleep(50)
  return (later()?.at ?? Number.POSITIVE_INFINITY) - from
}

/** Without a synchronous standby orders are lost in the same fault, or the test above could not have seen one. */
async function control(stage: Stage): Promise<Finding> {
  const cluster = await startCluster(stage, { synchronous: false })
  const scene = await sceneOn(stage, cluster.url, 10)
  const shop = await scene.open()
  const shoppers = startShoppers(shop.url, scene.buyers)
  await sleep(3_000)
  await cluster.kill(await cluster.primary(), deafMs)
  await backAfter(shoppers.answers)
  await shoppers.stop()
  await shop.stop()
  const lost = (await scene.wrongs(shoppers.attempts)).filter((line) =>
    line.includes('was acknowledged and is not there'),
  )
  return finding('the control, asynchronous', `${lost.length} orders lost`, 'some lost', lost.length > 0)
}
