import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import {
  continueOnPinnedNode,
  ensureInstalled,
  pinnedNode,
  projectRoot,
  runStep,
  toolEnvironment,
  toolPath,
} from './install.mjs'
import { NOT_RUN } from './requirements.mjs'
import { readPlaywright, readVitest } from './test-reports.mjs'

/*
 *   npm test                                  every step
 *   npm run test:all                          every step, complete
 *   npm test -- lint types                    these steps
 *   npm test -- e2e tests/e2e/cart-panel.spec.ts:14 one step, with arguments for its tool
 */

const LAST_LINES = 30
const reports = path.join(projectRoot, 'test-results')
const isFull = process.argv.includes('--all')

const pglite = { id: 'pglite', name: 'tests on PGlite', run: runVitest }
const chaos = {
  id: 'chaos',
  name: isFull ? 'chaos' : 'chaos, short round',
  run: (step) => runScript(step, 'scripts/chaos.mjs', isFull ? [] : ['--short']),
}

/** The steps of a group run in parallel. */
const groups = [
  [
    {
      id: 'lint',
      name: 'format and lint',
      run: (step) => runTool(step, '@biomejs/biome', 'biome', ['ci', '.', '--colors=off']),
    },
    { id: 'imports', name: 'import directions', run: (step) => runScript(step, 'scripts/imports.mjs') },
    { id: 'names', name: 'names', run: (step) => runScript(step, 'scripts/vocabulary.mjs') },
    { id: 'types', name: 'types', run: checkTypes },
    { id: 'unused', name: 'unused code', run: (step) => runTool(step, 'knip', 'knip') },
    { id: 'build', name: 'production build', run: runBuild },
  ],
  [{ id: 'postgres', name: 'tests on PostgreSQL', run: runVitest }],
  // The complete scenarios measure capacity, so nothing else runs at the same time.
  ...(isFull ? [[pglite], [chaos]] : [[pglite, chaos]]),
  [{ id: 'e2e', name: 'end to end: HTTP and Chromium', run: runPlaywright }],
]

async function runBuild() {
  await ensureBuilt()
  return { code: 0 }
}

/** The service worker has another global scope, so it is checked by itself. */
async function checkTypes(step) {
  const pages = await runTool(step, 'typescript', 'tsc', ['--noEmit'])
  return pages.code === 0 ? runTool(step, 'typescript', 'tsc', ['--noEmit', '-p', 'app/service-worker']) : pages
}

async function runVitest(step) {
  const report = path.join(reports, `${step.id}.json`)
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const result = await runTool(step, 'vitest', 'vitest', ['run', '--project', step.id, ...reporters])
  return { ...result, ...readVitest(report, `${isFull ? 'npm run test:all' : 'npm test'} -- ${step.id}`) }
}

async function runPlaywright(step) {
  const report = path.join(reports, 'e2e.json')
  rmSync(report, { force: true })
  let chromium
  try {
    chromium = await ensureChromium()
  } catch (error) {
    return { code: NOT_RUN, notRun: [error.message] }
  }
  const environment = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const args = ['test', '--reporter=list,json']
  const result = await runTool(step, '@playwright/test', 'playwright', args, environment)
  return { ...result, ...readPlaywright(report) }
}

function runTool(step, packageName, command, args = [], environment = {}) {
  return runScript(step, toolPath(packageName, command), args, environment)
}

/** Runs on the pinned Node with the arguments of the step. */
async function runScript({ print, args: stepArgs }, file, args = [], environment = {}) {
  // Each tool sets NODE_ENV itself: production from the shell would load React's production build into the tests.
  const settings = { ...colors(), ...environment, TEST_ALL: isFull ? '1' : '' }
  const env = { ...toolEnvironment(settings), NODE_ENV: undefined }
  return { code: await runStep(pinnedNode(), [file, ...args, ...stepArgs], { env, print }) }
}

/** A tool whose output is piped would print without colors. */
function colors() {
  return process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {}
}

/** The named steps, each with the arguments that follow its name, or all steps. */
function selectGroups(cliArgs) {
  if (cliArgs.length === 0) return groups
  const args = new Map()
  let lastStep
  for (const arg of cliArgs) {
    if (groups.flat().some(({ id }) => id === arg)) lastStep = arg
    if (!lastStep) return []
    args.set(lastStep, arg === lastStep ? [] : [...args.get(lastStep), arg])
  }
  const selected = groups.map((group) => group.filter(({ id }) => args.has(id)))
  return selected.map((group) => group.map((step) => ({ ...step, args: args.get(step.id) })))
}

/** Output of parallel steps would be mixed, so it is printed only if a step fails. */
async function runOneStep(step, isShown) {
  if (isShown) console.log(`\n▶ ${step.name}`)
  const startedAt = performance.now()
  let output = ''
  const print = (text, stream) => {
    if (isShown) process[stream].write(text)
    output = (output + text).slice(-100_000)
  }
  let result
  try {
    result = await step.run({ args: [], ...step, print })
  } catch (error) {
    result = { code: 1 }
    print(`${error.message}\n`, 'stderr')
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const status = statusOf(result)
  console.log(`${marks[status]} ${step.name} (${seconds} s)`)
  return { ...step, failures: [], notRun: [], ...result, status, seconds, output }
}

const marks = { passed: '✓', failed: '✗', 'not run': '–' }

function statusOf({ code, notRun = [] }) {
  if (code === NOT_RUN || (code === 0 && notRun.length > 0)) return 'not run'
  return code === 0 ? 'passed' : 'failed'
}

function printSummary(results) {
  for (const result of results.filter(({ status }) => status === 'failed')) printFailure(result)
  for (const { name, notRun, output } of results.filter(({ status }) => status === 'not run')) {
    const reasons = notRun.length > 0 ? notRun : output.split('\n').filter((line) => line.includes(': not run, '))
    for (const reason of reasons) console.log(`\n– ${name}, not run: ${reason}`)
  }
  console.log('')
  const nameWidth = Math.max(...results.map(({ name }) => name.length))
  for (const { name, status, seconds, count } of results) {
    const tests = count === undefined ? '' : `  ${count} tests`
    console.log(`${marks[status]} ${status.padEnd(7)}  ${name.padEnd(nameWidth)}  ${seconds.padStart(6)} s${tests}`)
  }
  const countOf = (status) => results.filter((result) => result.status === status).length
  console.log(`\n${countOf('passed')} passed, ${countOf('failed')} failed, ${countOf('not run')} not run`)
}

function printFailure({ id, name, output, failures }) {
  console.log(`\n✗ ${name} failed. Its last lines:\n`)
  console.log(output.trimEnd().split('\n').slice(-LAST_LINES).join('\n'))
  for (const { name: test, screenshot, repeat } of failures) {
    console.log(`\n✗ ${test}`)
    if (screenshot) console.log(`  screenshot  ${screenshot}`)
    console.log(`  repeat      ${repeat}`)
  }
  if (failures.length === 0) console.log(`\n  repeat      npm test -- ${id}`)
}

process.chdir(projectRoot)
try {
  await ensureInstalled({ withDevTools: true })
  await continueOnPinnedNode()
} catch (error) {
  console.error(`The tests cannot run: ${error.message}`)
  process.exit(1)
}

const selected = selectGroups(process.argv.slice(2).filter((arg) => arg !== '--all'))
if (selected.flat().length === 0) {
  const ids = groups.flat().map(({ id }) => id)
  console.error(`Unknown step. Steps: ${ids.join(', ')}.`)
  process.exit(1)
}

// The running step gets the signal too and ends; no further step starts.
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    isInterrupted = true
  })
}

mkdirSync(reports, { recursive: true })
if (selected[0].length > 0)
  await runTool({ args: [], print: () => {} }, '@react-router/dev', 'react-router', ['typegen'])
const results = []
for (const group of selected) {
  if (!isInterrupted) results.push(...(await Promise.all(group.map((step) => runOneStep(step, group.length === 1)))))
}
if (isInterrupted) process.exit(130)
printSummary(results)
const statuses = results.map(({ status }) => status)
process.exit(statuses.includes('failed') ? 1 : statuses.includes('not run') ? NOT_RUN : 0)
