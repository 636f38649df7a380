import { machineLoad } from '#bench/report.ts'
import { Stage } from '#bench/stage.ts'
import { NOT_RUN } from '../scripts/requirements.mjs'
import { backup, moveToPostgres } from './backup.ts'
import { rollingBehindProxy } from './behind-proxy.ts'
import { floodOfLogins, mixedLoad, mixedOnPglite, threeTimesCapacity } from './crowds.ts'
import { databaseRestart } from './database-restart.ts'
import { diskFull } from './disk-full.ts'
import { failover } from './failover.ts'
import { hostileCaller } from './hostile-caller.ts'
import { killed } from './killed.ts'
import { mailAway } from './mail-away.ts'
import { meetNeeds } from './programs.ts'
import { rollingRestart, stoppedOnPglite, stoppedUnderLoad } from './rolling-restart.ts'
import type { Finding, Scenario } from './scenario.ts'
import { slowDatabase } from './slow-database.ts'

const scenarios: Scenario[] = [
  databaseRestart,
  slowDatabase,
  mailAway,
  diskFull,
  stoppedUnderLoad,
  stoppedOnPglite,
  rollingRestart,
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
const chosen = scenarios.filter(({ name, short }) =>
  names.length > 0 ? names.some((part) => name.includes(part)) : short || !isShort,
)
if (chosen.length === 0) {
  console.error(`No scenario has such a name; there are: ${scenarios.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}

let stage = new Stage(isShort)
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await stage.close()
    process.exit(130)
  })
}

const load = machineLoad()
if (load.lastMinute > load.cores / 2) console.log(`Others are at work: load ${load.lastMinute} on ${load.cores} cores.`)
let failed = 0
const notRun: string[] = []
for (const scenario of chosen) {
  const missing = await meetNeeds(scenario.needs ?? {})
  if (missing) {
    notRun.push(scenario.name)
    console.log(`\n– ${scenario.name}: not run, ${missing}`)
    continue
  }
  const startedAt = performance.now()
  stage = new Stage(isShort)
  const findings = await playSafely(scenario)
  await stage.close()
  const isKept = findings.every(({ ok }) => ok)
  if (!isKept) failed++
  console.log(`\n${isKept ? '✓' : '✗'} ${scenario.name} (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`)
  for (const { what, seen, wanted, ok } of findings) console.log(`  ${ok ? '✓' : '✗'} ${what}: ${seen} (${wanted})`)
}
const passed = chosen.length - failed - notRun.length
console.log(
  `\n${passed} passed, ${failed} failed, ${notRun.length} not run${notRun.map((name) => `\n– not run: ${name}`).join('')}`,
)
process.exit(failed > 0 ? 1 : notRun.length > 0 ? NOT_RUN : 0)

async function playSafely(scenario: Scenario): Promise<Finding[]> {
  try {
    return await scenario.play(stage)
  } catch (error) {
    const seen = error instanceof Error ? error.message : String(error)
    return [{ what: 'could not be played to its end', seen, wanted: 'no error', ok: false }]
  }
}
