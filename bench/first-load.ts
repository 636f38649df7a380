import { brotliDecompressSync } from 'node:zlib'
import budgets from './lighthouse-budgets.json' with { type: 'json' }
import { readRawResponse } from './raw-response.ts'
import { kilobytes, type Row } from './report.ts'
import type { Benchmark } from './run-context.ts'

const maxScriptByPage: Partial<Record<string, number>> = { home: 150 * 1024, product: 130 * 1024 }
const maxScript = 140 * 1024
const maxStyle = 15 * 1024

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
const staticImport = /(?:^|[\s;}])(?:import|export)\s*(?:[\w*${][^"'();]*?from\s*)?["']([^"']+)["']/g

/** All files that a browser loads before a page is interactive, in compressed size. */
export const firstLoad: Benchmark = {
  name: 'first load',
  async run(context) {
    const shop = await context.shop(await context.seeded())
    const rows: Row[] = []
    for (const [name, path] of Object.entries(budgets.pages)) {
      const { scripts, styles } = filesIn(text(await readRawResponse(shop.url, path)))
      const sizes = await fetchAll(shop.url, scripts)
      rows.push(row(`${name}, JavaScript`, sizes, maxScriptByPage[name] ?? maxScript))
      if (name === 'product') rows.push(row(`${name}, CSS`, await fetchAll(shop.url, styles), maxStyle))
    }
    await shop.stop()
    return rows
  },
}

/** The files that the HTML of a page refers to. */
function filesIn(html: string): { scripts: string[]; styles: string[] } {
  const links = html.match(/<link\b[^>]*>/g) ?? []
  const stylesheets = links.filter((tag) => attribute(tag, 'rel') === 'stylesheet')
  return { scripts: deferredScripts(html), styles: stylesheets.flatMap((tag) => attribute(tag, 'href') ?? []) }
}

/** Loaded after the first paint: see decision 0009. */
function deferredScripts(html: string): string[] {
  const [script = ''] = html.match(/<script[^>]* id="deferred-module"[\s\S]*?<\/script>/) ?? []
  return script.match(/\/assets\/[\w.-]+\.js/g) ?? []
}

function importsOf(source: string): string[] {
  return [...source.matchAll(staticImport)].flatMap(([, target = '']) => target)
}

async function fetchAll(url: string, targets: string[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  const queue = [...targets]
  for (let target = queue.shift(); target !== undefined; target = queue.shift()) {
    const path = new URL(target, url).pathname
    if (sizes.has(path)) continue
    const file = await readRawResponse(url, path)
    sizes.set(path, file.body.length)
    if (path.endsWith('.js')) queue.push(...importsOf(text(file)).map((each) => new URL(each, url + path).pathname))
  }
  return sizes
}

function text({ headers, body }: Awaited<ReturnType<typeof readRawResponse>>): string {
  const encoding = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-encoding')?.[1]
  return (encoding === 'br' ? brotliDecompressSync(body) : Buffer.from(body)).toString()
}

function row(label: string, sizes: Map<string, number>, maxBytes: number): Row {
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  if (total === 0) throw new Error(`No files were found for ${label}`)
  return {
    name: `first load, ${label}`,
    measured: `${sizes.size} files, brotli`,
    baseline: '',
    value: kilobytes(total),
    spread: '',
    budget: `≤ ${kilobytes(maxBytes)}`,
    ok: total <= maxBytes,
    raw: Object.fromEntries(sizes),
  }
}
