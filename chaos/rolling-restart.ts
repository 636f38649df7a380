import { setTimeout as sleep } from 'node:timers/promises'
import { type Finding, finding, invariantsFinding, type Scenario } from './scenario.ts'
import { openEnvironment, openPgliteEnvironment, type ScenarioEnvironment } from './scenario-environment.ts'
import { countStatuses, startShoppers } from './shoppers.ts'

export const drain = { DRAIN_SECONDS: '2' }

export async function runRolling(
  environment: ScenarioEnvironment,
  url: string,
  rounds: number,
  restart: () => Promise<void>,
): Promise<Finding[]> {
  const shoppers = startShoppers(url, environment.buyers)
  await sleep(1_000)
  for (let round = 0; round < rounds; round++) await restart()
  await sleep(1_000)
  await shoppers.stop()
  const failed = shoppers.results.filter(({ status }) => status !== 200 && status !== 201)
  return [
    finding(
      'failed requests',
      `${failed.length} of ${shoppers.results.length} (${countStatuses(failed)})`,
      '0',
      failed.length === 0,
    ),
    invariantsFinding(await environment.findViolations(shoppers.attempts)),
  ]
}

/** F8: a shop stopped under load finishes its open requests. */
export const stoppedUnderLoad: Scenario = {
  name: 'stopped under load',
  short: true,
  run: async (context) => stopAndRestart(await openEnvironment(context, 20), context.quick),
}

export const stoppedOnPglite: Scenario = {
  name: 'stopped under load, PGlite',
  short: false,
  run: async (context) => stopAndRestart(await openPgliteEnvironment(context, 6), context.quick),
}

async function stopAndRestart(
  environment: Pick<ScenarioEnvironment, 'open' | 'buyers' | 'findViolations'>,
  quick: boolean,
): Promise<Finding[]> {
  const shop = await environment.open()
  const shoppers = startShoppers(shop.url, environment.buyers)
  await sleep(quick ? 1_000 : 2_000)
  const stopStartedAt = performance.now()
  await shop.stop()
  const tookMs = performance.now() - stopStartedAt
  const restarted = await environment.open({ PORT: new URL(shop.url).port })
  await sleep(quick ? 500 : 1_500)
  await shoppers.stop()
  await restarted.stop()
  const unexpected = shoppers.results.filter(({ status }) => ![200, 201, 503, 'lost'].includes(status as number))
  return [
    finding('stopped within', `${Math.round(tookMs)} ms`, '< 10 s', tookMs < 10_000),
    finding('responses', countStatuses(shoppers.results), 'only 200, 201, 503 or lost', unexpected.length === 0),
    invariantsFinding(await environment.findViolations(shoppers.attempts)),
  ]
}
