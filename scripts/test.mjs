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

/** Of a step that failed, so much is printed once more at the end: the reason, which is among a tool's last words. */
const LAST_WORDS = 6000

let chromium
let words = ''
const steps = [
  { name: 'format and lint', quick: true, run: () => tool('@biomejs/biome', 'biome', ['ci', '.']) },
  { name: 'import directions', quick: true, run: () => script('scripts/imports.mjs') },
  {
    name: 'types',
    quick: true,
    async run() {
      await tool('@react-router/dev', 'react-router', ['typegen'])
      await tool('typescript', 'tsc', ['--noEmit'])
    },
  },
  // After the types, which it reads.
  { name: 'unused code', quick: true, run: () => tool('knip', 'knip', []) },
  { name: 'tests on PGlite', quick: true, run: () => tool('vitest', 'vitest', ['run', '--project', 'pglite']) },
  { name: 'tests on PostgreSQL 18', run: () => tool('vitest', 'vitest', ['run', '--project', 'postgres']) },
  { name: 'production build', run: () => ensureBuilt() },
  { name: 'faults, the short round', run: () => script('scripts/chaos.mjs', ['--short']) },
  {
    name: 'end-to-end in Chromium',
    async run() {
      chromium ??= await ensureChromium()
      await tool('@playwright/test', 'playwright', ['test'], { CHROMIUM_PATH: chromium })
    },
  },
]

function tool(packageName, command, args, extraEnvironment) {
  return script(toolPath(packageName, command), args, extraEnvironment)
}

/** Runs a script on the pinned Node; throws unless it ends with 0. */
async function script(file, args = [], extraEnvironment = {}) {
  // NODE_ENV is left to each tool: production, from the shell, would give the tests another React.
  const env = { ...toolEnvironment({ ...colours(), ...extraEnvironment }), NODE_ENV: undefined }
  const hear = (text) => {
    words = (words + text).slice(-LAST_WORDS)
  }
  const code = await runStep(pinnedNode(), [file, ...args], { env, hear })
  if (code !== 0) throw new Error(`${path.basename(file)} ended with exit code ${code}.`)
}

/** A tool that is listened to sees no terminal, and would print in black and white. */
function colours() {
  return process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {}
}

function chooseSteps(args) {
  const quickOnly = args.includes('--quick')
  const names = args.filter((argument) => argument !== '--quick')
  return steps.filter(
    (step) => (step.quick || !quickOnly) && (names.length === 0 || names.some((name) => step.name.includes(name))),
  )
}

async function locateChromium() {
  try {
    chromium = await ensureChromium()
    console.log(`Chromium: ${chromium}`)
  } catch (error) {
    console.log(`Chromium: ${error.message}`)
  }
}

async function runOne(step) {
  console.log(`\n▶ ${step.name}`)
  const startedAt = performance.now()
  words = ''
  let passed = true
  try {
    await step.run()
  } catch (error) {
    passed = false
    console.error(error.message)
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(passed ? `✓ ${step.name} (${seconds} s)` : `✗ ${step.name}`)
  return { name: step.name, passed, seconds, lastWords: words }
}

function printSummary(results) {
  for (const { name, lastWords } of results.filter(({ passed }) => !passed)) {
    console.log(`\n✗ ${name} ended with:\n${lastWords}`)
  }
  const nameWidth = Math.max(...results.map(({ name }) => name.length))
  const secondsWidth = Math.max(...results.map(({ seconds }) => seconds.length))
  console.log('')
  for (const { name, passed, seconds } of results) {
    const state = passed ? '✓ passed' : '✗ failed'
    console.log(`${state}  ${name.padEnd(nameWidth)}  ${seconds.padStart(secondsWidth)} s`)
  }
  const passedCount = results.filter(({ passed }) => passed).length
  console.log(`\n${passedCount} passed, ${results.length - passedCount} failed`)
}

process.chdir(projectRoot)
try {
  await ensureInstalled({ withDevTools: true })
  await continueOnPinnedNode()
} catch (error) {
  console.error(`The tests cannot run: ${error.message}`)
  process.exit(1)
}

const chosen = chooseSteps(process.argv.slice(2))
if (chosen.length === 0) {
  console.error(`No step has such a name; there are: ${steps.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}

// The running step gets the signal too and ends; no further one is begun.
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    interrupted = true
  })
}

if (chosen.some(({ name }) => name.includes('Chromium'))) await locateChromium()
const results = []
for (const step of chosen) {
  if (!interrupted) results.push(await runOne(step))
}
if (interrupted) process.exit(130)
printSummary(results)
process.exit(results.every(({ passed }) => passed) ? 0 : 1)
