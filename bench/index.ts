import path from 'node:path'
import { projectRoot } from '#platform/root.server.ts'
import { adminOrders } from './admin-orders.ts'
import { adminProducts } from './admin-products.ts'
import { adminSearch } from './admin-search.ts'
import { runBeside } from './beside.ts'
import { calls } from './calls.ts'
import { checkout } from './checkout.ts'
import { coldStart } from './cold-start.ts'
import { endurance } from './endurance.ts'
import { firstLoad } from './first-load.ts'
import { growth } from './growth.ts'
import { productImport } from './import.ts'
import { interactionTimes } from './interactions.ts'
import { lists } from './lists.ts'
import { loginFlood, signInTiming } from './login-flood.ts'
import { memory } from './memory.ts'
import { orders } from './orders.ts'
import { pageCache } from './page-cache.ts'
import { machineLoad, printTable, type Row, writeResults } from './report.ts'
import { type Benchmark, RunContext } from './run-context.ts'
import { secondStart } from './second-start.ts'
import { productionPackages } from './shipped.ts'
import { statements } from './statements.ts'

const benchmarks: Benchmark[] = [
  pageCache,
  calls,
  loginFlood,
  signInTiming,
  lists,
  statements,
  orders,
  checkout,
  adminOrders,
  adminProducts,
  adminSearch,
  productImport,
  growth,
  firstLoad,
  interactionTimes,
  memory,
  productionPackages,
  secondStart,
  coldStart,
  endurance,
]

const options = process.argv.slice(2)
const besideAt = options.indexOf('--beside')
if (besideAt >= 0) {
  const [, folder] = options.splice(besideAt, 2)
  if (!folder) throw new Error('Name the folder of the other checkout after --beside')
  await runBeside(folder, options)
  process.exit(0)
}
const quick = options.includes('--quick')
const names = options.filter((option) => option !== '--quick')
const selected = benchmarks.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)))
if (selected.length === 0) {
  console.error(`Unknown benchmark. Benchmarks: ${benchmarks.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}

const context = new RunContext(quick)
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    if (interrupted) return
    interrupted = true
    await context.close()
    process.exit(130)
  })
}

const loadBefore = machineLoad()
const rows: Row[] = []
let failed = false
try {
  for (const { name, run } of selected) {
    if (interrupted) break
    const startedAt = performance.now()
    try {
      rows.push(...(await run(context)))
      console.log(`finished ${name} (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`)
    } catch (error) {
      failed = true
      if (!interrupted) console.error(`${name} failed: ${error instanceof Error ? error.message : error}`)
    }
  }
} finally {
  await context.close()
}
if (interrupted) process.exit(130)

console.log('')
printTable(rows)
const file = writeResults(path.join(projectRoot, 'bench', 'results'), rows, {
  quick,
  benchmarks: selected.map(({ name }) => name),
  load: { before: loadBefore, after: machineLoad() },
})
console.log(`\nWritten to ${path.relative(projectRoot, file)}`)
if (loadBefore.lastMinute > loadBefore.cores / 2) {
  console.log(`The machine was busy: load ${loadBefore.lastMinute} on ${loadBefore.cores} cores before the run.`)
}
const overBudget = rows.filter(({ ok }) => ok === false)
if (overBudget.length > 0) console.log(`Over budget: ${overBudget.map(({ name }) => name).join(', ')}`)
process.exit(failed || overBudget.length > 0 ? 1 : 0)
