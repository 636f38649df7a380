import path from 'node:path'
import { projectRoot } from '#platform/root.server.ts'
import { desk } from './admin-orders.ts'
import { officeProducts } from './admin-products.ts'
import { calls } from './calls.ts'
import { checkout } from './checkout.ts'
import { endurance } from './endurance.ts'
import { firstLoad } from './first-load.ts'
import { growth } from './growth.ts'
import { lists } from './lists.ts'
import { loginFlood, signInTiming } from './login-flood.ts'
import { memory } from './memory.ts'
import { orders } from './orders.ts'
import { keptPages } from './page-cache.ts'
import { machineLoad, printTable, type Row, writeResults } from './report.ts'
import { secondStart } from './second-start.ts'
import { shipped } from './shipped.ts'
import { type Figure, Stage } from './stage.ts'
import { statements } from './statements.ts'

const figures: Figure[] = [
  keptPages,
  calls,
  loginFlood,
  signInTiming,
  lists,
  statements,
  orders,
  checkout,
  desk,
  officeProducts,
  growth,
  firstLoad,
  memory,
  shipped,
  secondStart,
  endurance,
]

const options = process.argv.slice(2)
const quick = options.includes('--quick')
const names = options.filter((option) => option !== '--quick')
const chosen = figures.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)))
if (chosen.length === 0) {
  console.error(`No figure has such a name; there are: ${figures.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}

const stage = new Stage(quick)
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    if (interrupted) return
    interrupted = true
    await stage.close()
    process.exit(130)
  })
}

const loadBefore = machineLoad()
const rows: Row[] = []
let failed = false
try {
  for (const { name, take } of chosen) {
    if (interrupted) break
    const startedAt = performance.now()
    try {
      rows.push(...(await take(stage)))
      console.log(`took ${name} (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`)
    } catch (error) {
      failed = true
      if (!interrupted) console.error(`could not take ${name}: ${error instanceof Error ? error.message : error}`)
    }
  }
} finally {
  await stage.close()
}
if (interrupted) process.exit(130)

console.log('')
printTable(rows)
const file = writeResults(path.join(projectRoot, 'bench', 'results'), rows, {
  quick,
  figures: chosen.map(({ name }) => name),
  load: { before: loadBefore, after: machineLoad() },
})
console.log(`\nWritten to ${path.relative(projectRoot, file)}`)
if (loadBefore.lastMinute > loadBefore.cores / 2) {
  console.log(`Others were at work: load ${loadBefore.lastMinute} on ${loadBefore.cores} cores before we began.`)
}
const missed = rows.filter(({ ok }) => ok === false)
if (missed.length > 0) console.log(`Over budget: ${missed.map(({ what }) => what).join(', ')}`)
process.exit(failed || missed.length > 0 ? 1 : 0)
