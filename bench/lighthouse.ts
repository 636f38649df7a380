import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse, { desktopConfig, type Flags, type Result } from 'lighthouse'
import { projectRoot } from '#platform/root.server.ts'
import { freePort } from '#tests/support/free-port.ts'
import { chromiumFlags } from '../scripts/chromium.mjs'
import { attempt } from './attempts.ts'
import budgets from './lighthouse-budgets.json' with { type: 'json' }
import { kilobytes, machineLoad } from './report.ts'
import { RunContext } from './run-context.ts'
import { productionSettings, startShop } from './shop-process.ts'

/** Unlisted pages are noindex on purpose, so Lighthouse must not check that they are crawlable. */
type Page = { name: string; path: string; unlisted: boolean }
type Device = 'mobile' | 'desktop'

const folder = path.join(projectRoot, 'bench', 'results')
/** An IP address with a known country, as most visitors have, so the currency modal stays closed. */
const visitor = { 'X-Forwarded-For': '8.8.8.8' }
const browserFlags = ['--headless', ...chromiumFlags]
const metrics = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'speed-index']

const options = process.argv.slice(2)
const names = options.filter((option) => !option.startsWith('--'))
const devices = (['mobile', 'desktop'] as const).filter((device) => options.includes(`--${device}`))
const pagesOf = (paths: Record<string, string>, unlisted: boolean) =>
  Object.entries(paths).map(([name, pagePath]): Page => ({ name, path: pagePath, unlisted }))
const publicPages = [...pagesOf(budgets.pages, false), ...pagesOf(budgets.unlisted, true)]
const pages = publicPages.filter((page) => names.length === 0 || names.includes(page.name) || names.includes(page.path))
const unknown = options.filter((option) => option.startsWith('--') && !['--mobile', '--desktop'].includes(option))
if (pages.length === 0 || unknown.length > 0) {
  console.error(
    `Usage: npm run lighthouse -- [--mobile] [--desktop] [${publicPages.map(({ name }) => name).join('|')} …]`,
  )
  process.exit(1)
}

const context = new RunContext(false)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void context.close().then(() => process.exit(130)))

const maxAttempts = 3
const failures: string[] = []
let overBudget = 0
try {
  const url = await openShop()
  const before = machineLoad()
  console.log(
    `\n${'page'.padEnd(22)}perf  a11y  best   seo     CLS    FCP    LCP    TBT     SI   script    all  benchmark`,
  )
  for (const device of devices.length > 0 ? devices : (['mobile'] as const))
    for (const page of pages) overBudget += await measurePage(url, page, device).catch(() => failed(page, device))
  console.log(`\nMedians of ${budgets.runs}; reports in ${path.relative(projectRoot, folder)}.`)
  console.log(
    `Benchmark is Lighthouse's measure of this machine; load ${before.lastMinute} on ${before.cores} cores before.`,
  )
  for (const failure of failures) console.log(`A run failed and was retried: ${failure}.`)
  console.log(overBudget === 0 ? 'Within budget.' : `${overBudget} over budget, marked with *.`)
} finally {
  await context.close()
}
process.exit(overBudget === 0 ? 0 : 1)

/** The demo shop in production mode, in its own data folder. */
async function openShop(): Promise<string> {
  const DATA_DIR = await context.folder()
  await (await startShop({ DATA_DIR, MODE: 'demo' })).stop()
  const PORT = String(await freePort())
  const shop = await startShop({
    ...productionSettings,
    DATA_DIR,
    PORT,
    SITE_URL: `http://127.0.0.1:${PORT}`,
    TRUST_PROXY: '1',
  })
  context.onClose(shop.stop)
  return shop.url
}

/** Starts a new browser for each run, so nothing is cached. */
async function run(url: string, unlisted: boolean, device: Device): Promise<{ lhr: Result; report: string }> {
  const browser = await launch({ chromePath: process.env.CHROMIUM_PATH ?? '', chromeFlags: browserFlags })
  try {
    const flags: Flags = { port: browser.port, output: 'html', logLevel: 'error', extraHeaders: visitor }
    if (unlisted) flags.skipAudits = ['is-crawlable']
    const outcome = await lighthouse(url, flags, device === 'desktop' ? desktopConfig : undefined)
    if (!outcome) throw new Error(`Lighthouse returned no result for ${url}`)
    const { runtimeError } = outcome.lhr
    if (runtimeError) throw new Error(`${url}: ${runtimeError.code}, ${runtimeError.message}`)
    return { lhr: outcome.lhr, report: String(outcome.report) }
  } finally {
    browser.kill()
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function failed({ name }: Page, device: Device): number {
  console.log(`${`${name}, ${device}`.padEnd(20)}  failed ${maxAttempts} times*`)
  return 1
}

/** Prints one line and returns the number of missed budgets. */
async function measurePage(url: string, { name, path: pagePath, unlisted }: Page, device: Device): Promise<number> {
  const runs: Awaited<ReturnType<typeof run>>[] = []
  const runOnce = () => run(url + pagePath, unlisted, device)
  // A trace randomly lacks data that Lighthouse needs (NO_NAVSTART), on any page.
  for (let round = 0; round < budgets.runs; round++)
    runs.push(await attempt(maxAttempts, runOnce, (reason) => failures.push(`${name}, ${device} (${reason})`)))
  const score = (category: string) => median(runs.map(({ lhr }) => (lhr.categories[category]?.score ?? 0) * 100))
  const value = (audit: string) => median(runs.map(({ lhr }) => lhr.audits[audit]?.numericValue ?? 0))

  let missed = 0
  const markMissed = (text: string, ok: boolean) => {
    if (!ok) missed += 1
    return ok ? text : `${text}*`
  }
  const scores = Object.entries(budgets.minimum).map(([category, minimum]) =>
    markMissed(score(category).toFixed(0), score(category) >= minimum),
  )
  const maximum: Record<string, number> = budgets.maximum
  const textOf = (audit: string, digits: number) =>
    markMissed(value(audit).toFixed(digits), value(audit) <= (maximum[audit] ?? Number.POSITIVE_INFINITY))
  const times = metrics.map((metric) => textOf(metric, 0))
  const weight = (type: string) => kilobytes(median(runs.map(({ lhr }) => transferred(lhr, type))))
  console.log(
    [
      `${name}, ${device}`.padEnd(20),
      ...scores.map((text) => text.padStart(4)),
      textOf('cumulative-layout-shift', 4).padStart(6),
      ...times.map((text) => text.padStart(5)),
      ...[weight('script'), weight('total')].map((text) => text.padStart(8)),
      median(runs.map(({ lhr }) => lhr.environment.benchmarkIndex)).toFixed(0),
    ].join('  '),
  )
  saveReports(runs, `lighthouse-${device}-${name}`)
  return missed
}

type Weights = { items?: { resourceType?: string; transferSize?: number }[] }

function transferred({ audits }: Result, type: string): number {
  const { items = [] } = (audits['network-requests']?.details ?? {}) as Weights
  const counted = items.filter(({ resourceType = '' }) => type === 'total' || resourceType.toLowerCase() === type)
  return counted.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)
}

/** The HTML report of the median run and the raw results of all runs. */
function saveReports(runs: { lhr: Result; report: string }[], file: string): void {
  const performance = ({ lhr }: { lhr: Result }) => lhr.categories.performance?.score ?? 0
  const medianRun = runs.find((each) => performance(each) === median(runs.map(performance)))
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `${file}.html`), medianRun?.report ?? '')
  writeFileSync(path.join(folder, `${file}.json`), JSON.stringify(runs.map(({ lhr }) => lhr)))
}
