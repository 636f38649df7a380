import { setTimeout as sleep } from 'node:timers/promises'
import { finding, type Scenario, verdict } from './scenario.ts'
import { openScene } from './scene.ts'
import { startShoppers, tally } from './shoppers.ts'

const backWithinMs = 10_000
const allowed = new Set<number | 'lost'>([200, 201, 503])

/** F2: PostgreSQL goes and comes back in the middle of orders. */
export const databaseRestart: Scenario = {
  name: 'database restart',
  short: true,
  async play(stage) {
    const rounds = stage.quick ? 1 : 5
    const scene = await openScene(stage, 20)
    const shop = await scene.open()
    const shoppers = startShoppers(shop.url, scene.buyers)
    const back: number[] = []
    const meanwhile: number[] = []
    for (let round = 0; round < rounds; round++) {
      await sleep(stage.quick ? 1_000 : 2_000)
      await scene.server.halt()
      await sleep(stage.quick ? 500 : 1_000)
      meanwhile.push(await statusOf(`${shop.url}/api/product`), await statusOf(`${shop.url}/readyz`))
      await scene.server.restart()
      const restartedAt = performance.now()
      while (!shoppers.answers.some(({ status, at, order }) => order && status === 201 && at > restartedAt)) {
        if (performance.now() - restartedAt > 3 * backWithinMs) break
        await sleep(20)
      }
      back.push(performance.now() - restartedAt)
    }
    await sleep(stage.quick ? 500 : 1_000)
    await shoppers.stop()
    const odd = shoppers.answers.filter(({ status }) => !allowed.has(status))
    const slowest = Math.max(...back)
    return [
      finding('answers', tally(shoppers.answers), 'only 200, 201 and 503', odd.length === 0),
      finding(
        'while it was away',
        meanwhile.join(', '),
        '503',
        meanwhile.every((status) => status === 503),
      ),
      finding('first order after it was back', `${Math.round(slowest)} ms`, '< 10 s', slowest < backWithinMs),
      verdict(await scene.wrongs(shoppers.attempts)),
    ]
  },
}

async function statusOf(url: string): Promise<number> {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  return answer.status
}
