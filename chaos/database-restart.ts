import { setTimeout as sleep } from 'node:timers/promises'
import { finding, invariantsFinding, type Scenario } from './scenario.ts'
import { openEnvironment } from './scenario-environment.ts'
import { countStatuses, startShoppers } from './shoppers.ts'

const maxRecoveryMs = 10_000
const allowed = new Set<number | 'lost'>([200, 201, 503])

/** F2: PostgreSQL stops and restarts during orders. */
export const databaseRestart: Scenario = {
  name: 'database restart',
  short: true,
  async run(context) {
    const rounds = context.quick ? 1 : 5
    const environment = await openEnvironment(context, 20)
    const shop = await environment.open()
    const shoppers = startShoppers(shop.url, environment.buyers)
    const recoveryTimes: number[] = []
    const outageStatuses: number[] = []
    for (let round = 0; round < rounds; round++) {
      await sleep(context.quick ? 1_000 : 2_000)
      await environment.server.halt()
      await sleep(context.quick ? 500 : 1_000)
      outageStatuses.push(await statusOf(`${shop.url}/api/product`), await statusOf(`${shop.url}/readyz`))
      await environment.server.restart()
      const restartedAt = performance.now()
      while (!shoppers.results.some(({ status, at, order }) => order && status === 201 && at > restartedAt)) {
        if (performance.now() - restartedAt > 3 * maxRecoveryMs) break
        await sleep(20)
      }
      recoveryTimes.push(performance.now() - restartedAt)
    }
    await sleep(context.quick ? 500 : 1_000)
    await shoppers.stop()
    const unexpected = shoppers.results.filter(({ status }) => !allowed.has(status))
    const slowest = Math.max(...recoveryTimes)
    return [
      finding('responses', countStatuses(shoppers.results), 'only 200, 201 and 503', unexpected.length === 0),
      finding(
        'during the outage',
        outageStatuses.join(', '),
        '503',
        outageStatuses.every((status) => status === 503),
      ),
      finding('first order after the restart', `${Math.round(slowest)} ms`, '< 10 s', slowest < maxRecoveryMs),
      invariantsFinding(await environment.findViolations(shoppers.attempts)),
    ]
  },
}

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url)
  await response.arrayBuffer()
  return response.status
}
