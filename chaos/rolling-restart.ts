import { setTimeout as sleep } from 'node:timers/promises'
import { type Finding, finding, type Scenario, verdict } from './scenario.ts'
import { openPgliteScene, openScene, type Scene } from './scene.ts'
import { startShoppers, tally } from './shoppers.ts'

export const drain = { DRAIN_SECONDS: '2' }

/** F8: SIGHUP replaces the processes behind one port, one by one; server/cluster.test.ts does it once. */
export const rollingRestart: Scenario = {
  name: 'rolling restart, one port',
  short: false,
  async play(stage) {
    const scene = await openScene(stage, 10)
    const shop = await scene.open({ ...drain, WEB_CONCURRENCY: '2' })
    return playOn(scene, shop.url, stage.quick ? 1 : 3, async () => {
      process.kill(shop.pid, 'SIGHUP')
      await sleep(9_000)
    })
  },
}

export async function playOn(
  scene: Scene,
  url: string,
  rounds: number,
  replace: () => Promise<void>,
): Promise<Finding[]> {
  const shoppers = startShoppers(url, scene.buyers)
  await sleep(1_000)
  for (let round = 0; round < rounds; round++) await replace()
  await sleep(1_000)
  await shoppers.stop()
  const failed = shoppers.answers.filter(({ status }) => status !== 200 && status !== 201)
  return [
    finding(
      'requests that failed',
      `${failed.length} of ${shoppers.answers.length} (${tally(failed)})`,
      '0',
      failed.length === 0,
    ),
    verdict(await scene.wrongs(shoppers.attempts)),
  ]
}

/** F8: one shop, stopped in the middle of everything: what it began it ends, and nobody is cut off. */
export const stoppedUnderLoad: Scenario = {
  name: 'stopped under load',
  short: true,
  play: async (stage) => stopAndOpen(await openScene(stage, 20), stage.quick),
}

export const stoppedOnPglite: Scenario = {
  name: 'stopped under load, PGlite',
  short: false,
  play: async (stage) => stopAndOpen(await openPgliteScene(stage, 6), stage.quick),
}

async function stopAndOpen(scene: Pick<Scene, 'open' | 'buyers' | 'wrongs'>, quick: boolean): Promise<Finding[]> {
  const shop = await scene.open()
  const shoppers = startShoppers(shop.url, scene.buyers)
  await sleep(quick ? 1_000 : 2_000)
  const signalledAt = performance.now()
  await shop.stop()
  const tookMs = performance.now() - signalledAt
  const again = await scene.open({ PORT: new URL(shop.url).port })
  await sleep(quick ? 500 : 1_500)
  await shoppers.stop()
  await again.stop()
  const odd = shoppers.answers.filter(({ status }) => ![200, 201, 503, 'lost'].includes(status as number))
  return [
    finding('stopped within', `${Math.round(tookMs)} ms`, '< 10 s', tookMs < 10_000),
    finding('answers', tally(shoppers.answers), 'none but 200, 201, 503, or none at all', odd.length === 0),
    verdict(await scene.wrongs(shoppers.attempts)),
  ]
}
