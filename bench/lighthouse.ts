import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse, { desktopConfig, type Flags, type Result } from 'lighthouse'
import { projectRoot } from '#platform/root.server.ts'
import { freePort } from '#tests/support/free-port.ts'
import { attempt } from './attempts.ts'
import budgets from './lighthouse-budgets.json' with { type: 'json' }
import { kilobytes, machineLoad } from './report.ts'
import { productionSettings, startShop } from './shop-process.ts'
import { Stage } from './stage.ts'

/** Search engines are asked to leave out what is unlisted, which Lighthouse would hold against it. */
type Page = { name: string; address: string; unlisted: boolean }
type Device = 'mobile' | 'desktop'

const folder = path.join(projectRoot, 'bench', 'results')
/** An address whose country is known, as most visitors have one: nobody is asked for the currency. */
const visitor = { 'X-Forwarded-For': '8.8.8.8' }
const browserFlags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']
const metrics = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'speed-index']

const options = process.argv.slice(2)
const names = options.filter((option) => !option.startsWith('--'))
const devices = (['mobile', 'desktop'] as const).filter((device) => options.includes(`--${device}`))
const pagesOf = (addresses: Record<string, string>, unlisted: boolean) =>
  Object.entries(addresses).map(([name, address]): Page => ({ name, address, unlisted }))
const publicPages = [...pagesOf(budgets.pages, false), ...pagesOf(budgets.unlisted, true)]
const pages = publicPages.filter(
  ({ name, address }) => names.length === 0 || names.includes(name) || names.includes(address),
)
const unknown = options.filter((option) => option.startsWith('--') && !['--mobile', '--desktop'].includes(option))
if (pages.length === 0 || unknown.length > 0) {
  console.error(
    `Usage: npm run lighthouse -- [--mobile] [--desktop] [${publicPages.map(({ name }) => name).join('|')} …]`,
  )
  process.exit(1)
}

const stage = new Stage(false)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stage.close().then(() => process.exit(130)))

const mostAttempts = 3
const failures: string[] = []
let over = 0
try {
  const url = await openShop()
  const before = machineLoad()
  console.log(`\n${'page'.padEnd(22)}perf  a11y  best   seo     CLS    FCP    LCP    TBT     SI   script    all  pace`)
  for (const device of devices.length > 0 ? devices : (['mobile'] as const))
    for (const page of pages) over += await takePage(url, page, device).catch(() => failed(page, device))
  console.log(`\nMedians of ${budgets.runs}; reports in ${path.relative(projectRoot, folder)}.`)
  console.log(
    `Pace is Lighthouse's measure of this machine; load ${before.lastMinute} on ${before.cores} cores before.`,
  )
  for (const failure of failures) console.log(`A run failed and was repeated, at most twice: ${failure}.`)
  console.log(over === 0 ? 'Within budget.' : `${over} over budget, marked with *.`)
} finally {
  await stage.close()
}
process.exit(over === 0 ? 0 : 1)

/** The demo shop's shelves in production mode, on a folder of its own. */
async function openShop(): Promise<string> {
  const DATA_DIR = await stage.folder()
  await (await startShop({ DATA_DIR, MODE: 'demo' })).stop()
  const PORT = String(await freePort())
  const shop = await startShop({
    ...productionSettings,
    DATA_DIR,
    PORT,
    SITE_URL: `http://127.0.0.1:${PORT}`,
    TRUST_PROXY: '1',
  })
  stage.onClose(shop.stop)
  return shop.url
}

/** A browser of its own for each run, so that nothing is kept from the one before. */
async function run(address: string, unlisted: boolean, device: Device): Promise<{ lhr: Result; report: string }> {
  const browser = await launch({ chromePath: process.env.CHROMIUM_PATH ?? '', chromeFlags: browserFlags })
  try {
    const flags: Flags = { port: browser.port, output: 'html', logLevel: 'error', extraHeaders: visitor }
    if (unlisted) flags.skipAudits = ['is-crawlable']
    const outcome = await lighthouse(address, flags, device === 'desktop' ? desktopConfig : undefined)
    if (!outcome) throw new Error(`Lighthouse said nothing of ${address}`)
    const { runtimeError } = outcome.lhr
    if (runtimeError) throw new Error(`${address}: ${runtimeError.code}, ${runtimeError.message}`)
    return { lhr: outcome.lhr, report: String(outcome.report) }
  } finally {
    browser.kill()
  }
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

function failed({ name }: Page, device: Device): number {
  console.log(`${`${name}, ${device}`.padEnd(20)}  failed ${mostAttempts} times*`)
  return 1
}

/** Prints one line; gives the number of budgets missed. */
async function takePage(url: string, { name, address, unlisted }: Page, device: Device): Promise<number> {
  const runs: Awaited<ReturnType<typeof run>>[] = []
  const runOnce = () => run(url + address, unlisted, device)
  // A trace may lack what Lighthouse looks for (NO_NAVSTART), by chance and on any page.
  for (let turn = 0; turn < budgets.runs; turn++)
    runs.push(await attempt(mostAttempts, runOnce, (reason) => failures.push(`${name}, ${device} (${reason})`)))
  const score = (category: string) => median(runs.map(({ lhr }) => (lhr.categories[category]?.score ?? 0) * 100))
  const value = (audit: string) => median(runs.map(({ lhr }) => lhr.audits[audit]?.numericValue ?? 0))

  let missed = 0
  const judge = (text: string, ok: boolean) => {
    if (!ok) missed += 1
    return ok ? text : `${text}*`
  }
  const scores = Object.entries(budgets.least).map(([category, least]) =>
    judge(score(category).toFixed(0), score(category) >= least),
  )
  const shifts = Object.entries(budgets.most).map(([audit, most]) =>
    judge(value(audit).toFixed(4), value(audit) <= most),
  )
  const times = metrics.map((metric) => value(metric).toFixed(0))
  const weight = (type: string) => kilobytes(median(runs.map(({ lhr }) => transferred(lhr, type))))
  console.log(
    [
      `${name}, ${device}`.padEnd(20),
      ...scores.map((text) => text.padStart(4)),
      ...shifts.map((text) => text.padStart(6)),
      ...times.map((text) => text.padStart(5)),
      ...[weight('script'), weight('total')].map((text) => text.padStart(8)),
      median(runs.map(({ lhr }) => lhr.environment.benchmarkIndex)).toFixed(0),
    ].join('  '),
  )
  keep(runs, `lighthouse-${device}-${name}`)
  return missed
}

type Weights = { items?: { resourceType?: string; transferSize?: number }[] }

function transferred({ audits }: Result, type: string): number {
  const { items = [] } = (audits['network-requests']?.details ?? {}) as Weights
  const counted = items.filter(({ resourceType = '' }) => type === 'total' || resourceType.toLowerCase() === type)
  return counted.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)
}

/** The report of the run in the middle, and what each of them holds. */
function keep(runs: { lhr: Result; report: string }[], file: string): void {
  const performance = ({ lhr }: { lhr: Result }) => lhr.categories.performance?.score ?? 0
  const middle = runs.find((each) => performance(each) === median(runs.map(performance)))
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `${file}.html`), middle?.report ?? '')
  writeFileSync(path.join(folder, `${file}.json`), JSON.stringify(runs.map(({ lhr }) => lhr)))
}
