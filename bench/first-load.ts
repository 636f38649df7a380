import { brotliDecompressSync } from 'node:zlib'
import budgets from './lighthouse-budgets.json' with { type: 'json' }
import { readRaw } from './raw-answer.ts'
import { kilobytes, type Row } from './report.ts'
import type { Figure } from './stage.ts'

const mostScript: Partial<Record<string, number>> = { home: 150 * 1024, product: 130 * 1024 }
const mostScriptElsewhere = 140 * 1024
const mostStyle = 15 * 1024

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
const staticImport = /(?:^|[\s;}])(?:import|export)\s*(?:[\w*${][^"'();]*?from\s*)?["']([^"']+)["']/g

/** Everything that a browser fetches before a page answers to a finger, as it travels. */
export const firstLoad: Figure = {
  name: 'first load',
  async take(stage) {
    const shop = await stage.shop(await stage.seeded())
    const rows: Row[] = []
    for (const [name, path] of Object.entries(budgets.pages)) {
      const { scripts, styles } = namedBy(text(await readRaw(shop.url, path)))
      const sizes = await fetchAll(shop.url, scripts)
      rows.push(row(`${name}, JavaScript`, sizes, mostScript[name] ?? mostScriptElsewhere))
      if (name === 'product') rows.push(row(`${name}, CSS`, await fetchAll(shop.url, styles), mostStyle))
    }
    await shop.stop()
    return rows
  },
}

/** The files that a page itself asks for. */
function namedBy(html: string): { scripts: string[]; styles: string[] } {
  const links = html.match(/<link\b[^>]*>/g) ?? []
  const sheets = links.filter((tag) => attribute(tag, 'rel') === 'stylesheet')
  return { scripts: startedLate(html), styles: sheets.flatMap((tag) => attribute(tag, 'href') ?? []) }
}

/** Named by the script that waits for the first paint: see decision 0024. */
function startedLate(html: string): string[] {
  const scripts = html.match(/<script>[\s\S]*?<\/script>/g) ?? []
  const waiting = scripts.find((script) => script.includes('await import(')) ?? ''
  return waiting.match(/\/assets\/[\w.-]+\.js/g) ?? []
}

function importsOf(source: string): string[] {
  return [...source.matchAll(staticImport)].flatMap(([, target = '']) => target)
}

async function fetchAll(url: string, named: string[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  const waiting = [...named]
  for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
    const path = new URL(target, url).pathname
    if (sizes.has(path)) continue
    const file = await readRaw(url, path)
    sizes.set(path, file.body.length)
    if (path.endsWith('.js')) waiting.push(...importsOf(text(file)).map((each) => new URL(each, url + path).pathname))
  }
  return sizes
}

function text({ headers, body }: Awaited<ReturnType<typeof readRaw>>): string {
  const encoding = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-encoding')?.[1]
  return (encoding === 'br' ? brotliDecompressSync(body) : Buffer.from(body)).toString()
}

function row(what: string, sizes: Map<string, number>, most: number): Row {
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  if (total === 0) throw new Error(`Nothing is named for ${what}`)
  return {
    what: `first load, ${what}`,
    measured: `${sizes.size} files, brotli`,
    yardstick: '',
    figure: kilobytes(total),
    spread: '',
    budget: `≤ ${kilobytes(most)}`,
    ok: total <= most,
    raw: Object.fromEntries(sizes),
  }
}
