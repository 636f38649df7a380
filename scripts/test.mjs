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
 *   npm run test:all                          every step, in full
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

/** The steps of a group run side by side. */
const groups = [
  [
    {
      id: 'lint',
      name: 'format and lint',
      run: (step) => runTool(step, '@biomejs/biome', 'biome', ['ci', '.', '--colors=off']),
    },
    { id: 'imports', name: 'import directions', run: (step) => runScript(step, 'scripts/imports.mjs') },
    { id: 'types', name: 'types', run: (step) => runTool(step, 'typescript', 'tsc', ['--noEmit']) },
    { id: 'unused', name: 'unused code', run: (step) => runTool(step, 'knip', 'knip') },
    { id: 'build', name: 'production build', run: runBuild },
  ],
  [{ id: 'postgres', name: 'tests on PostgreSQL', run: runVitest }],
  // The scenarios in full measure what the shop bears, so nothing runs beside them.
  ...(isFull ? [[pglite], [chaos]] : [[pglite, chaos]]),
  [{ id: 'e2e', name: 'end to end: HTTP and Chromium', run: runPlaywright }],
]

async function runBuild() {
  await ensureBuilt()
  return { code: 0 }
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

/** On the pinned Node, with the arguments that were given to the step. */
async function runScript({ print, args: given }, file, args = [], environment = {}) {
  // NODE_ENV is left to each tool: production, from the shell, would give the tests another React.
  const settings = { ...colors(), ...environment, TEST_ALL: isFull ? '1' : '' }
  const env = { ...toolEnvironment(settings), NODE_ENV: undefined }
  return { code: await runStep(pinnedNode(), [file, ...args, ...given], { env, print }) }
}

/** A tool whose output is read sees no terminal, and would print in black and white. */
function colors() {
  return process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {}
}

/** The steps that were named, each with the arguments that follow its name; without a name all of them. */
function chooseGroups(words) {
  if (words.length === 0) return groups
  const args = new Map()
  let last
  for (const word of words) {
    if (groups.flat().some(({ id }) => id === word)) last = word
    if (!last) return []
    args.set(last, word === last ? [] : [...args.get(last), word])
  }
  const chosen = groups.map((group) => group.filter(({ id }) => args.has(id)))
  return chosen.map((group) => group.map((step) => ({ ...step, args: args.get(step.id) })))
}

/** What several steps print at once would be hard to read, so it is shown only where one failed. */
async function runOne(step, isShown) {
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
  const state = stateOf(result)
  console.log(`${marks[state]} ${step.name} (${seconds} s)`)
  return { ...step, failures: [], notRun: [], ...result, state, seconds, output }
}

const marks = { passed: '✓', failed: '✗', 'not run': '–' }

function stateOf({ code, notRun = [] }) {
  if (code === NOT_RUN || (code === 0 && notRun.length > 0)) return 'not run'
  return code === 0 ? 'passed' : 'failed'
}

function printSummary(results) {
  for (const result of results.filter(({ state }) => state === 'failed')) printFailure(result)
  for (const { name, notRun, output } of results.filter(({ state }) => state === 'not run')) {
    const reasons = notRun.length > 0 ? notRun : output.split('\n').filter((line) => line.includes(': not run, '))
    for (const reason of reasons) console.log(`\n– ${name}, not run: ${reason}`)
  }
  console.log('')
  const widest = Math.max(...results.map(({ name }) => name.length))
  for (const { name, state, seconds, count } of results) {
    const tests = count === undefined ? '' : `  ${count} tests`
    console.log(`${marks[state]} ${state.padEnd(7)}  ${name.padEnd(widest)}  ${seconds.padStart(6)} s${tests}`)
  }
  const numberOf = (state) => results.filter((result) => result.state === state).length
  console.log(`\n${numberOf('passed')} passed, ${numberOf('failed')} failed, ${numberOf('not run')} not run`)
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

const chosen = chooseGroups(process.argv.slice(2).filter((word) => word !== '--all'))
if (chosen.flat().length === 0) {
  const ids = groups.flat().map(({ id }) => id)
  console.error(`There is no such step; there are: ${ids.join(', ')}.`)
  process.exit(1)
}

// The running step gets the signal too and ends; no further one is begun.
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    isInterrupted = true
  })
}

mkdirSync(reports, { recursive: true })
if (chosen[0].length > 0) await runTool({ args: [], print: () => {} }, '@react-router/dev', 'react-router', ['typegen'])
const results = []
for (const group of chosen) {
  if (!isInterrupted) results.push(...(await Promise.all(group.map((step) => runOne(step, group.length === 1)))))
}
if (isInterrupted) process.exit(130)
printSummary(results)
const states = results.map(({ state }) => state)
process.exit(states.includes('failed') ? 1 : states.includes('not run') ? NOT_RUN : 0)
