import { once } from 'node:events'
import path from 'node:path'
import type { BarePage } from './bare-server.ts'
import { callCost, rateOf } from './cost.ts'
import type { Measured } from './load-generator.ts'
import { productPaths } from './product-paths.ts'
import { readRaw } from './raw-answer.ts'
import { kilobytes, type Row, round, thousands } from './report.ts'
import { takeTurns } from './rounds.ts'
import { nothingKept, type ShopProcess } from './shop-process.ts'
import type { Figure, Stage } from './stage.ts'

const headers = { 'accept-encoding': 'br' }
const connections = 50
const leastOverFresh = 60
const leastOfBare = 0.6

type Server = { url: string; cpuSeconds(): Promise<number> }
type Turn = Measured & { cpuMicroseconds: number }

/**
 * Many product pages in turn. One page alone would flatter the fresh renderer: fifty visitors who want the same page at
 * once share one rendering of it.
 */
export const keptPages: Figure = {
  name: 'kept pages',
  async take(stage) {
    const seeded = await stage.seeded()
    const keepingShop = await stage.shop(seeded)
    const freshShop = await stage.shop({ ...seeded, ...nothingKept })
    const pages = await readPages(keepingShop, await productPaths(keepingShop))
    const servers = { keeping: asServer(keepingShop), fresh: asServer(freshShop), bare: await startBare(stage, pages) }

    const paths = pages.map((page) => page.path)
    const turn = async (server: Server): Promise<Turn> => {
      const before = await server.cpuSeconds()
      const seconds = stage.quick ? 1 : 3
      const measured = await stage.generator.measure({ url: server.url, paths, connections, seconds, headers })
      const spent = (await server.cpuSeconds()) - before
      return { ...measured, cpuMicroseconds: (spent * 1e6) / measured.answers }
    }
    for (const server of Object.values(servers)) await turn(server)
    const cost = { keeping: await pageCost(keepingShop, pages), fresh: await pageCost(freshShop, pages) }
    const rendersBefore = await freshShop.metric('alpine_pages_total')
    const taken = await takeTurns(stage.quick ? 2 : 5, {
      fresh: () => turn(servers.fresh),
      keeping: () => turn(servers.keeping),
      bare: () => turn(servers.bare),
    })
    const renders = (await freshShop.metric('alpine_pages_total')) - rendersBefore
    await Promise.all([keepingShop.stop(), freshShop.stop()])
    return report(taken, cost, renders)
  },
}

async function pageCost(shop: ShopProcess, pages: BarePage[]): Promise<string> {
  const { statements } = await callCost(
    shop,
    pages.slice(0, 3).map(({ path: page }) => ({ path: page })),
  )
  const sent = pages.reduce((sum, { body }) => sum + body.byteLength, 0) / pages.length
  return `${statements} statements, ${kilobytes(sent)}`
}

function report(
  taken: Record<'fresh' | 'keeping' | 'bare', Turn[]>,
  cost: Record<'fresh' | 'keeping', string>,
  renders: number,
): Row[] {
  const rates = (side: keyof typeof taken) => taken[side].map(({ perSecond }) => perSecond)
  const best = (side: keyof typeof taken) => Math.max(...rates(side))
  const spread = (side: keyof typeof taken) => `${thousands(Math.min(...rates(side)))}–${thousands(best(side))}`
  const cpu = (side: keyof typeof taken) => Math.min(...taken[side].map(({ cpuMicroseconds }) => cpuMicroseconds))
  const overFresh = best('keeping') / best('fresh')
  const ofBare = best('keeping') / best('bare')
  const freshAnswers = taken.fresh.reduce((sum, { answers }) => sum + answers, 0)
  return [
    {
      what: 'kept product page over a fresh one',
      measured: rateOf(taken.keeping),
      cost: cost.keeping,
      yardstick: `${thousands(best('fresh'))}/s rendered`,
      figure: `${round(overFresh)}×`,
      spread: `${spread('keeping')} | ${spread('fresh')}`,
      budget: `≥ ${leastOverFresh}×`,
      ok: overFresh >= leastOverFresh,
      raw: { taken, renderingsPerAnswer: renders / freshAnswers },
    },
    {
      what: 'kept product page over bare node:http',
      measured: `${thousands(best('keeping'))}/s`,
      yardstick: `${thousands(best('bare'))}/s bare`,
      figure: `${round(ofBare, 2)}×`,
      spread: `${spread('keeping')} | ${spread('bare')}`,
      budget: `≥ ${leastOfBare}×`,
      ok: ofBare >= leastOfBare,
    },
    {
      what: 'fresh product page',
      measured: rateOf(taken.fresh),
      cost: cost.fresh,
      yardstick: '',
      figure: `${thousands(best('fresh'))}/s`,
      spread: spread('fresh'),
      budget: 'none',
      ok: undefined,
    },
    {
      what: 'processor time of a kept page',
      measured: `${thousands(cpu('keeping'))} µs`,
      yardstick: `${thousands(cpu('fresh'))} µs rendered, ${thousands(cpu('bare'))} µs bare`,
      figure: `${round(cpu('fresh') / cpu('keeping'))}×, ${round(cpu('bare') / cpu('keeping'), 2)}×`,
      spread: '',
      budget: 'none',
      ok: undefined,
    },
  ]
}

function asServer({ url, metric }: ShopProcess): Server {
  return { url, cpuSeconds: () => metric('process_cpu_seconds_total') }
}

/** Asked twice: the first answer is the one that is being kept. */
export async function readPages({ url }: ShopProcess, paths: string[]): Promise<BarePage[]> {
  const pages: BarePage[] = []
  for (const each of paths) {
    await readRaw(url, each)
    pages.push(await readRaw(url, each))
  }
  return pages
}

export async function startBare(stage: Stage, pages: BarePage[]): Promise<Server> {
  const child = stage.fork(path.join(import.meta.dirname, 'bare-server.ts'), { serialization: 'advanced' })
  const ask = async (question: BarePage[] | 'cpu') => {
    const answered = once(child, 'message')
    child.send(question)
    return Number((await answered)[0])
  }
  return { url: `http://127.0.0.1:${await ask(pages)}`, cpuSeconds: () => ask('cpu') }
}
