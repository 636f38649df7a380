import { setTimeout as sleep } from 'node:timers/promises'
import { spreadOf } from '#bench/report.ts'
import type { Stage } from '#bench/stage.ts'
import type { Attempt } from '#tests/support/invariants.ts'
import { type PatroniCluster, startCluster } from './patroni.ts'
import { type Finding, finding, type Scenario, verdict } from './scenario.ts'
import { type Scene, sceneOn } from './scene.ts'
import { type Answer, startShoppers, tally } from './shoppers.ts'

const people = 10
const backWithinMs = 20_000
const deafMs = 400
const allowed = new Set<number | 'lost'>([200, 201, 503])

/** F3: the primary of three nodes dies in the middle of orders; and a control, in which orders must be seen to be lost. */
export const failover: Scenario = {
  name: 'failover',
  short: false,
  needs: { programs: { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy', initdb: 'postgresql' } },
  async play(stage) {
    return [...(await withSynchronousStandby(stage, stage.quick ? 1 : 5)), ...(await control(stage))]
  },
}

async function withSynchronousStandby(stage: Stage, runs: number): Promise<Finding[]> {
  const cluster = await startCluster(stage, { synchronous: true })
  const scene = await sceneOn(stage, cluster.url, people)
  const shop = await scene.open()
  const attempts: Attempt[] = []
  const findings: Finding[] = []
  for (let run = 1; run <= runs; run++) {
    // Every other time the standbys stop hearing of orders just before, as in the control.
    const isDeaf = run % 2 === 1
    const seen = await loseThePrimary(cluster, scene, shop.url, isDeaf ? deafMs : 0)
    attempts.push(...seen.attempts)
    const name = `run ${run}${isDeaf ? ', standbys deaf at the end' : ''}`
    findings.push(
      finding(name, seen.times, '< 20 s', seen.slowest < backWithinMs),
      finding(`${name}: answers`, tally(seen.answers), 'only 200, 201 and 503', seen.odd === 0),
      { ...verdict(await scene.wrongs(attempts)), what: `${name}: the oracle` },
    )
    await cluster.revive(seen.victim)
  }
  await shop.stop()
  return findings
}

/** Without a synchronous standby orders are lost in the same fault, or the test above could not have seen one. */
async function control(stage: Stage): Promise<Finding[]> {
  const cluster = await startCluster(stage, { synchronous: false })
  const scene = await sceneOn(stage, cluster.url, people)
  const shop = await scene.open()
  const seen = await loseThePrimary(cluster, scene, shop.url, deafMs)
  await shop.stop()
  const lost = (await scene.wrongs(seen.attempts)).filter((line) => line.includes('was acknowledged and is not there'))
  return [
    finding('control, asynchronous', seen.times, 'back', Number.isFinite(seen.slowest)),
    finding('control, asynchronous: lost', `${lost.length} orders`, 'some', lost.length > 0),
  ]
}

type Seen = { victim: string; attempts: Attempt[]; answers: Answer[]; times: string; slowest: number; odd: number }

async function loseThePrimary(cluster: PatroniCluster, scene: Scene, url: string, deaf: number): Promise<Seen> {
  const crowd = scene.buyers.map((buyer) => startShoppers(url, [buyer]))
  await sleep(4_000)
  const victim = await cluster.primary()
  const before = crowd.flatMap(({ answers }) => answers).filter(isOrder).length
  await cluster.kill(victim, deaf)
  const back = await backAfter(
    crowd.map(({ answers }) => answers),
    performance.now(),
  )
  await sleep(2_000)
  await Promise.all(crowd.map((person) => person.stop()))
  const answers = crowd.flatMap((person) => person.answers)
  return {
    victim,
    attempts: crowd.flatMap((person) => person.attempts),
    answers,
    times: `${before} orders, then again after ${spreadOf(back.map((ms) => ms / 1000))} s`,
    slowest: Math.max(...back),
    odd: answers.filter(({ status }) => !allowed.has(status)).length,
  }
}

function isOrder({ order, status }: Answer): boolean {
  return order && status === 201
}

/** How long each person waits until an order that was sent since goes through. */
async function backAfter(crowd: Answer[][], since: number): Promise<number[]> {
  const later = (answers: Answer[]) => answers.find((answer) => isOrder(answer) && answer.at - answer.ms > since)
  while (!crowd.every(later) && performance.now() - since < 3 * backWithinMs) await sleep(50)
  return crowd.map((answers) => (later(answers)?.at ?? Number.POSITIVE_INFINITY) - since)
}
