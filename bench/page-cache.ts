import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BarePage } from './bare-server.ts'
import { callCost, rateOf } from './cost.ts'
import type { LoadResult } from './load-generator.ts'
import { productPaths } from './product-paths.ts'
import { readRawResponse } from './raw-response.ts'
import { kilobytes, type Row, round, thousands } from './report.ts'
import { alternate } from './rounds.ts'
import type { Benchmark, RunContext } from './run-context.ts'
import { cacheDisabled, type ShopProcess } from './shop-process.ts'

const headers = { 'accept-encoding': 'br' }
const connections = 50
const minOfBare = 0.85
const maxRenderedMs = 8

type Server = { url: string; cpuSeconds(): Promise<number> }
type Round = LoadResult & { cpuMicroseconds: number }

/** Requests many product pages in turn, because concurrent requests for one page would share a single rendering. */
export const pageCache: Benchmark = {
  name: 'page-cache',
  async run(context) {
    const seeded = await context.seeded()
    const cachedShop = await context.shop(seeded)
    const uncachedShop = await context.shop({ ...seeded, ...cacheDisabled })
    const pages = await readPages(cachedShop, await productPaths(cachedShop))
    const servers = {
      cached: asServer(cachedShop),
      uncached: asServer(uncachedShop),
      bare: await startBareServer(context, pages),
    }

    const paths = pages.map((page) => page.path)
    const measureRound = async (server: Server): Promise<Round> => {
      const before = await server.cpuSeconds()
      const seconds = context.quick ? 1 : 3
      const result = await context.generator.measure({ url: server.url, paths, connections, seconds, headers })
      const cpuSeconds = (await server.cpuSeconds()) - before
      return { ...result, cpuMicroseconds: (cpuSeconds * 1e6) / result.responses }
    }
    for (const server of Object.values(servers)) await measureRound(server)
    const cost = { cached: await pageCost(cachedShop, pages), uncached: await pageCost(uncachedShop, pages) }
    const rendersBefore = await uncachedShop.metric('alpine_pages_total')
    const results = await alternate(context.quick ? 2 : 5, {
      uncached: () => measureRound(servers.uncached),
      cached: () => measureRound(servers.cached),
      bare: () => measureRound(servers.bare),
    })
    const renders = (await uncachedShop.metric('alpine_pages_total')) - rendersBefore
    await Promise.all([cachedShop.stop(), uncachedShop.stop()])
    return report(results, cost, renders)
  },
}

async function pageCost(shop: ShopProcess, pages: BarePage[]): Promise<string> {
  const { statements } = await callCost(
    shop,
    pages.slice(0, 3).map(({ path: page }) => ({ path: page })),
  )
  const averageBytes = pages.reduce((sum, { body }) => sum + body.byteLength, 0) / pages.length
  return `${statements} statements, ${kilobytes(averageBytes)}`
}

function report(
  results: Record<'uncached' | 'cached' | 'bare', Round[]>,
  cost: Record<'uncached' | 'cached', string>,
  renders: number,
): Row[] {
  const rates = (side: keyof typeof results) => results[side].map(({ perSecond }) => perSecond)
  const best = (side: keyof typeof results) => Math.max(...rates(side))
  const spread = (side: keyof typeof results) => `${thousands(Math.min(...rates(side)))}–${thousands(best(side))}`
  const cpu = (side: keyof typeof results) => Math.min(...results[side].map(({ cpuMicroseconds }) => cpuMicroseconds))
  const overUncached = best('cached') / best('uncached')
  const ofBare = best('cached') / best('bare')
  const uncachedResponses = results.uncached.reduce((sum, { responses }) => sum + responses, 0)
  return [
    {
      name: 'cached product page compared with a rendered one',
      measured: rateOf(results.cached),
      cost: cost.cached,
      baseline: `${thousands(best('uncached'))}/s rendered`,
      value: `${round(overUncached)}×`,
      spread: `${spread('cached')} | ${spread('uncached')}`,
      budget: 'none',
      ok: undefined,
      raw: { results, renderingsPerResponse: renders / uncachedResponses },
    },
    {
      name: 'cached product page compared with bare node:http',
      measured: `${thousands(best('cached'))}/s`,
      baseline: `${thousands(best('bare'))}/s bare`,
      value: `${round(ofBare, 2)}×`,
      spread: `${spread('cached')} | ${spread('bare')}`,
      budget: `≥ ${minOfBare}×`,
      ok: ofBare >= minOfBare,
    },
    {
      name: 'uncached product page',
      measured: rateOf(results.uncached),
      cost: cost.uncached,
      baseline: '',
      value: `${thousands(best('uncached'))}/s`,
      spread: spread('uncached'),
      budget: 'none',
      ok: undefined,
    },
    {
      name: 'processor time of a cached page',
      measured: `${thousands(cpu('cached'))} µs`,
      baseline: `${thousands(cpu('uncached'))} µs rendered, ${thousands(cpu('bare'))} µs bare`,
      value: `${round(cpu('uncached') / cpu('cached'))}×, ${round(cpu('bare') / cpu('cached'), 2)}×`,
      spread: '',
      budget: `rendered ≤ ${maxRenderedMs} ms`,
      ok: cpu('uncached') <= maxRenderedMs * 1000,
    },
  ]
}

function asServer({ url, metric }: ShopProcess): Server {
  return { url, cpuSeconds: () => metric('process_cpu_seconds_total') }
}

/** Requests each page until it stays the same: it is cached first, then compressed thoroughly. */
export async function readPages({ url }: ShopProcess, paths: string[]): Promise<BarePage[]> {
  const readAll = async () => {
    const pages: BarePage[] = []
    for (const each of paths) pages.push(await readRawResponse(url, each))
    return pages
  }
  const etagsOf = (pages: BarePage[]) => pages.map(({ headers }) => headers.ETag).join()
  let pages = await readAll()
  for (let etags = ''; etags !== etagsOf(pages); pages = await readAll()) {
    etags = etagsOf(pages)
    await sleep(50)
  }
  return pages
}

export async function startBareServer(context: RunContext, pages: BarePage[]): Promise<Server> {
  const child = context.fork(path.join(import.meta.dirname, 'bare-server.ts'), { serialization: 'advanced' })
  const send = async (command: BarePage[] | 'cpu') => {
    const reply = once(child, 'message')
    child.send(command)
    return Number((await reply)[0])
  }
  return { url: `http://127.0.0.1:${await send(pages)}`, cpuSeconds: () => send('cpu') }
}
