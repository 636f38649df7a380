import { machineLoad } from '#bench/report.ts'
import { RunContext } from '#bench/run-context.ts'
import { NOT_RUN } from '../scripts/requirements.mjs'
import { backup, moveToPostgres } from './backup.ts'
import { rollingBehindProxy } from './behind-proxy.ts'
import { databaseRestart } from './database-restart.ts'
import { diskFull } from './disk-full.ts'
import { failover } from './failover.ts'
import { hostileCaller } from './hostile-caller.ts'
import { killed } from './killed.ts'
import { floodOfLogins, mixedLoad, mixedOnPglite, threeTimesCapacity } from './load-scenarios.ts'
import { mailServerDown } from './mail-server-down.ts'
import { missingRequirements } from './programs.ts'
import { stoppedOnPglite, stoppedUnderLoad } from './rolling-restart.ts'
import type { Finding, Scenario } from './scenario.ts'
import { slowDatabase } from './slow-database.ts'

const scenarios: Scenario[] = [
  databaseRestart,
  slowDatabase,
  mailServerDown,
  diskFull,
  stoppedUnderLoad,
  stoppedOnPglite,
  rollingBehindProxy,
  backup,
  moveToPostgres,
  threeTimesCapacity,
  mixedLoad,
  mixedOnPglite,
  floodOfLogins,
  hostileCaller,
  killed,
  failover,
]

const options = process.argv.slice(2)
const isShort = options.includes('--short')
const names = options.filter((option) => option !== '--short')
const selected = scenarios.filter(({ name, short }) =>
  names.length > 0 ? names.some((part) => name.includes(part)) : short || !isShort,
)
if (selected.length === 0) {
  console.error(`Unknown scenario. Scenarios: ${scenarios.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}

let context = new RunContext(isShort)
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await context.close()
    process.exit(130)
  })
}

const load = machineLoad()
if (load.lastMinute > load.cores / 2)
  console.log(`The machine is busy: load ${load.lastMinute} on ${load.cores} cores.`)
let failed = 0
const notRun: string[] = []
for (const scenario of selected) {
  const missing = await missingRequirements(scenario.requirements ?? {})
  if (missing) {
    notRun.push(scenario.name)
    console.log(`\n– ${scenario.name}: not run, ${missing}`)
    continue
  }
  const startedAt = performance.now()
  context = new RunContext(isShort)
  const findings = await runSafely(scenario)
  await context.close()
  const isPassed = findings.every(({ ok }) => ok)
  if (!isPassed) failed++
  console.log(`\n${isPassed ? '✓' : '✗'} ${scenario.name} (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`)
  for (const { name, actual, expected, ok } of findings)
    console.log(`  ${ok ? '✓' : '✗'} ${name}: ${actual} (${expected})`)
}
const passed = selected.length - failed - notRun.length
console.log(
  `\n${passed} passed, ${failed} failed, ${notRun.length} not run${notRun.map((name) => `\n– not run: ${name}`).join('')}`,
)
process.exit(failed > 0 ? 1 : notRun.length > 0 ? NOT_RUN : 0)

async function runSafely(scenario: Scenario): Promise<Finding[]> {
  try {
    return await scenario.run(context)
  } catch (error) {
    const actual = error instanceof Error ? error.message : String(error)
    return [{ name: 'the scenario did not finish', actual, expected: 'no error', ok: false }]
  }
}
