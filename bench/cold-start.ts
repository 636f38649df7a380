import { treeCpuSeconds } from './cpu.ts'
import { type Row, round, spreadOf } from './report.ts'
import { median } from './rounds.ts'
import type { Benchmark } from './run-context.ts'
import { productionSettings, startShop } from './shop-process.ts'

const maxSeconds = { postgres: 1, pglite: 2.5 }

type Start = { seconds: number; processorSeconds: number | undefined; pageSeconds: number }

/** `node build/server/index.js` on a database that is already filled. */
export const coldStart: Benchmark = {
  name: 'cold start',
  async run(context) {
    const postgres = await context.seeded()
    const pglite = { DATABASE_URL: '', DATA_DIR: await context.folder(), MODE: 'demo' }
    // The first start fills the folder.
    await startOnce(pglite)
    const starts: { postgres: Start[]; pglite: Start[] } = { postgres: [], pglite: [] }
    for (let round = 0; round < (context.quick ? 3 : 7); round++) {
      starts.postgres.push(await startOnce({ ...productionSettings, ...postgres }))
      starts.pglite.push(await startOnce(pglite))
    }
    return [
      row('cold start on PostgreSQL, until /healthz', starts.postgres, maxSeconds.postgres),
      row('cold start on an existing PGlite folder', starts.pglite, maxSeconds.pglite),
    ]
  },
}

function row(name: string, starts: Start[], budget: number): Row {
  const valuesOf = (key: keyof Start) => starts.map((start) => start[key] ?? Number.NaN)
  const best = Math.min(...valuesOf('seconds'))
  const processor = valuesOf('processorSeconds')
  return {
    name,
    measured: `${round(Math.min(...processor), 2)} s of processor time, median ${round(median(processor), 2)} s`,
    baseline: `${round(Math.min(...valuesOf('pageSeconds')), 2)} s with the first page`,
    value: `${round(best, 2)} s, median ${round(median(valuesOf('seconds')), 2)} s`,
    spread: `${spreadOf(valuesOf('seconds'), 2)} s`,
    budget: `≤ ${budget} s`,
    ok: best <= budget,
    raw: starts,
  }
}

async function startOnce(settings: Record<string, string>): Promise<Start> {
  const startedAt = performance.now()
  const secondsSince = () => (performance.now() - startedAt) / 1000
  const shop = await startShop(settings)
  try {
    await request(`${shop.url}/healthz`)
    const seconds = secondsSince()
    // The shop's own metric begins after its modules are loaded.
    const processorSeconds = treeCpuSeconds(shop.pid)
    const beforePage = performance.now()
    await request(`${shop.url}/shop/crystal`)
    return { seconds, processorSeconds, pageSeconds: seconds + (performance.now() - beforePage) / 1000 }
  } finally {
    await shop.stop()
  }
}

async function request(url: string): Promise<void> {
  const response = await fetch(url)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
}
