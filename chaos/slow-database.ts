import { setTimeout as sleep } from 'node:timers/promises'
import { megabytes, round } from '#bench/report.ts'
import { finding, type Scenario, verdict } from './scenario.ts'
import { openScene } from './scene.ts'
import { type Answer, quantile, startShoppers, tally } from './shoppers.ts'
import { startSlowProxy } from './slow-proxy.ts'

const slowMs = 2_000
const longestAnswerMs = 9_000
const mostGrowth = 150 * 1024 * 1024
const readersAtOnce = 100

/** F4: every answer of the database comes two seconds late. */
export const slowDatabase: Scenario = {
  name: 'slow database',
  short: false,
  async play(stage) {
    const scene = await openScene(stage, 10)
    const proxy = await startSlowProxy(scene.server.port)
    stage.onClose(proxy.close)
    const url = new URL(scene.databaseUrl)
    url.port = String(proxy.port)
    const shop = await scene.open({ DATABASE_URL: url.href })
    const shoppers = startShoppers(shop.url, scene.buyers)
    await sleep(2_000)
    const memory = await shop.metric('process_resident_memory_bytes')

    proxy.delayMs = slowMs
    const readers: Answer[] = []
    const until = performance.now() + (stage.quick ? 6_000 : 30_000)
    await Promise.all(Array.from({ length: readersAtOnce }, () => readUntil(shop.url, until, readers)))
    const alive = await timed(`${shop.url}/healthz`)
    const growth = (await shop.metric('process_resident_memory_bytes')) - memory
    proxy.delayMs = 0

    await sleep(stage.quick ? 3_000 : 6_000)
    const after: Answer[] = []
    for (let n = 0; n < 50; n++) after.push(await timed(`${shop.url}/api/product?pageNumber=${n + 1}`))
    await shoppers.stop()
    const all = [...readers, ...shoppers.answers]
    const longest = Math.max(...all.map(({ ms }) => ms))
    const odd = all.filter(({ status }) => ![200, 201, 503].includes(Number(status)))
    return [
      finding('answers meanwhile', tally(readers), 'only 200 and 503', odd.length === 0),
      finding('longest answer', `${round(longest / 1000)} s`, '< 9 s', longest < longestAnswerMs),
      finding('the process itself', `${alive.status} in ${Math.round(alive.ms)} ms`, '< 500 ms', alive.ms < 500),
      finding('memory grew by', megabytes(growth), `< ${megabytes(mostGrowth)}`, growth < mostGrowth),
      finding(
        'afterwards',
        tally(after),
        'only 200',
        after.every(({ status }) => status === 200),
      ),
      finding(
        'afterwards, p95',
        `${Math.round(
          quantile(
            after.map(({ ms }) => ms),
            0.95,
          ),
        )} ms`,
        '< 500 ms',
        quantile(
          after.map(({ ms }) => ms),
          0.95,
        ) < 500,
      ),
      verdict(await scene.wrongs(shoppers.attempts)),
    ]
  },
}

async function readUntil(url: string, until: number, answers: Answer[]): Promise<void> {
  for (let page = 1; performance.now() < until; page++) {
    const answer = await timed(`${url}/api/product?pageNumber=${page % 20}`)
    answers.push(answer)
    if (answer.status !== 200) await sleep(200)
  }
}

export async function timed(url: string): Promise<Answer> {
  const startedAt = performance.now()
  const status = await fetch(url, { signal: AbortSignal.timeout(30_000) })
    .then(async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    })
    .catch(() => 'lost' as const)
  const at = performance.now()
  return { status, ms: at - startedAt, at, order: false }
}
