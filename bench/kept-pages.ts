import { fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import path from 'node:path'
import type { BarePage } from './bare-server.ts'
import { round, spreadOf, thousands } from './report.ts'
import { takeTurns } from './rounds.ts'
import type { ShopProcess } from './shop-process.ts'
import type { Figure, Stage } from './stage.ts'

const headers = { 'accept-encoding': 'br' }
const connections = 50
const leastOverFresh = 60
const leastOfBare = 0.6

/**
 * Every product page of the demo shop in turn. One page alone would flatter the fresh renderer: fifty visitors who want
 * the same page at once share one rendering of it.
 */
export const keptPages: Figure = {
  name: 'kept pages',
  async take(stage) {
    const seeded = await stage.seeded()
    const keeping = await stage.shop(seeded)
    const fresh = await stage.shop({ ...seeded, PAGE_CACHE_MB: '0' })
    const pages = await readPages(keeping, await productPaths(keeping))
    const bare = await startBare(stage, pages)
    const paths = pages.map((page) => page.path)
    const measure = (url: string, seconds: number) =>
      stage.generator.measure({ url, paths, connections, seconds, headers })
    const seconds = stage.quick ? 1 : 3

    for (const url of [fresh.url, keeping.url, bare]) await measure(url, seconds)
    const rendersBefore = await fresh.metric('alpine_pages_total')
    const taken = await takeTurns(stage.quick ? 2 : 5, {
      fresh: () => measure(fresh.url, seconds),
      keeping: () => measure(keeping.url, seconds),
      bare: () => measure(bare, seconds),
    })
    const renders = (await fresh.metric('alpine_pages_total')) - rendersBefore
    const shared = 1 - renders / taken.fresh.reduce((sum, { answers }) => sum + answers, 0)
    await Promise.all([keeping.stop(), fresh.stop()])

    const rates = (side: keyof typeof taken) => taken[side].map(({ perSecond }) => perSecond)
    const best = (side: keyof typeof taken) => Math.max(...rates(side))
    const overFresh = best('keeping') / best('fresh')
    const ofBare = best('keeping') / best('bare')
    const spread = (side: keyof typeof taken) => `${thousands(Math.min(...rates(side)))}–${thousands(best(side))}`
    const perSecond = (side: keyof typeof taken) => `${thousands(best(side))}/s`
    return [
      {
        what: 'kept product page over a fresh one',
        measured: perSecond('keeping'),
        yardstick: `${perSecond('fresh')} rendered`,
        figure: `${round(overFresh)}×`,
        spread: `${spread('keeping')} | ${spreadOf(rates('fresh'), 0)}`,
        budget: `≥ ${leastOverFresh}×`,
        ok: overFresh >= leastOverFresh,
        raw: { ...taken, sharedRenderings: shared },
      },
      {
        what: 'kept product page over bare node:http',
        measured: perSecond('keeping'),
        yardstick: `${perSecond('bare')} bare`,
        figure: `${round(ofBare, 2)}×`,
        spread: `${spread('keeping')} | ${spread('bare')}`,
        budget: `≥ ${leastOfBare}×`,
        ok: ofBare >= leastOfBare,
      },
    ]
  },
}

export async function productPaths({ url }: Pick<ShopProcess, 'url'>): Promise<string[]> {
  const answer = await fetch(`${url}/api/product?pageSize=48`)
  const { data } = (await answer.json()) as { data: { slugs: string; categoryId: number }[] }
  const folders = ['crystal', 'accessory', 'Jewellery']
  return data.map(({ slugs, categoryId }) => `/shop/${folders[categoryId - 1]}/${slugs}`)
}

async function readPages({ url }: ShopProcess, paths: string[]): Promise<BarePage[]> {
  const pages: BarePage[] = []
  for (const each of paths) {
    await readRaw(url, each)
    pages.push(await readRaw(url, each))
  }
  return pages
}

/** As it travels: `fetch` would unpack it and hide its length. */
export async function readRaw(url: string, target: string): Promise<BarePage> {
  const sent = request(`${url}${target}`, { headers, agent: false })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
  const chunks: Buffer[] = await answer.toArray()
  if (answer.statusCode !== 200) throw new Error(`${target} answered ${answer.statusCode}`)
  const kept: Record<string, string> = {}
  for (let at = 0; at < answer.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = answer.rawHeaders.slice(at, at + 2)
    if (!/^(date|connection|keep-alive)$/i.test(name)) kept[name] = value
  }
  return { path: target, headers: kept, body: Buffer.concat(chunks) }
}

async function startBare(stage: Stage, pages: BarePage[]): Promise<string> {
  const child = fork(path.join(import.meta.dirname, 'bare-server.ts'), { serialization: 'advanced' })
  const kill = () => void child.kill()
  process.once('exit', kill)
  stage.onClose(async () => {
    process.off('exit', kill)
    const exited = once(child, 'exit')
    child.kill()
    await exited
  })
  child.send(pages)
  const [port] = await once(child, 'message')
  return `http://127.0.0.1:${port}`
}
