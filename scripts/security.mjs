import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checks } from './checks.mjs'
import { ensureChromium } from './chromium.mjs'
import { pinnedNode, toolEnvironment, toolPath } from './install.mjs'
import { prepare } from './prepare.mjs'
import { NOT_RUN } from './requirements.mjs'

await prepare('The checks cannot be made')

const wanted = process.argv.slice(2)
const chosen = checks.filter(({ id }) => wanted.length === 0 || wanted.some((part) => id.startsWith(part)))
if (chosen.length === 0) {
  console.error(`There is no such check; there are: ${checks.map(({ id }) => id).join(', ')}.`)
  process.exit(1)
}

const folder = mkdtempSync(path.join(tmpdir(), 'alpine-checks-'))
const proofs = chosen.flatMap((check) => check.proofs)
const seen = [
  ...(await unitTests('postgres')),
  ...(await unitTests('pglite')),
  ...(await browserTests()),
  ...(await scenarios()),
  ...(await commands()),
]
rmSync(folder, { recursive: true, force: true })

const marks = { passed: '✓', failed: '✗', 'not run': '–' }
const counts = { passed: 0, failed: 0, 'not run': 0 }
for (const { id, what, proofs } of chosen) {
  const results = proofs.map(({ file, title }) => {
    const found = seen.filter((each) => each.file.endsWith(file) && each.name.includes(title))
    return { file, found, state: stateOf(found) }
  })
  const state = worstOf(results)
  counts[state]++
  const details = results.map(({ file, found }) => {
    const reason = found.find((each) => each.reason)?.reason
    if (reason) return `${file} not run: ${reason}`
    return `${file} ${found.length === 0 ? 'not found' : `${found.filter(isPassed).length}/${found.length}`}`
  })
  console.log(`${marks[state]} ${id.padEnd(4)} ${what.padEnd(50)} ${details.join(', ')}`)
}
console.log(
  `\n${counts.passed} of ${chosen.length} checks hold, ${counts.failed} failed, ${counts['not run']} not run.`,
)
process.exit(counts.failed > 0 ? 1 : counts['not run'] > 0 ? NOT_RUN : 0)

function isPassed({ state }) {
  return state === 'passed'
}

/** A proof that is listed and not found has failed: somebody has renamed it. */
function stateOf(found) {
  if (found.length === 0) return 'failed'
  return worstOf(found)
}

function worstOf(results) {
  return ['failed', 'not run'].find((state) => results.some((each) => each.state === state)) ?? 'passed'
}

/** On PostgreSQL, where what happens at once really does, but for what concerns PGlite alone. */
async function unitTests(project) {
  const own = proofs.filter((proof) => (proof.project ?? 'postgres') === project)
  const files = [...new Set(own.map(({ file }) => file).filter((file) => /\.test\.tsx?$/.test(file)))]
  if (files.length === 0) return []
  const report = path.join(folder, `${project}.json`)
  await run('vitest', 'vitest', ['run', '--project', project, '--reporter=json', `--outputFile=${report}`, ...files])
  return read(report).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status }) => ({ file: name, name: fullName, state: status })),
  )
}

async function browserTests() {
  const files = [...new Set(proofs.map(({ file }) => file).filter((file) => file.endsWith('.spec.ts')))]
  if (files.length === 0) return []
  const report = path.join(folder, 'browser.json')
  let chromium
  try {
    chromium = await ensureChromium()
  } catch (error) {
    const unproven = proofs.filter(({ file }) => files.includes(file))
    return unproven.map(({ file, title }) => ({ file, name: title, state: 'not run', reason: error.message }))
  }
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  await run('@playwright/test', 'playwright', ['test', '--reporter=json', ...files], env)
  const inSuite = ({ file, specs = [], suites = [] }) => [
    ...specs.map(({ title, ok }) => ({ file, name: title, state: ok ? 'passed' : 'failed' })),
    ...suites.flatMap(inSuite),
  ]
  return read(report).suites.flatMap(inSuite)
}

async function scenarios() {
  const names = proofs.filter(({ file }) => file === 'chaos').map(({ title }) => title)
  if (names.length === 0) return []
  const { output } = await start(pinnedNode(), ['scripts/chaos.mjs', '--short', ...names])
  const played = [...output.matchAll(/^([✓✗]) (.+) \(\d+ s\)$/gm)].map(([, mark, name]) => ({
    file: 'chaos',
    name,
    state: mark === '✓' ? 'passed' : 'failed',
  }))
  const missing = [...output.matchAll(/^– (.+): not run, (.+)$/gm)].map(([, name, reason]) => ({
    file: 'chaos',
    name,
    state: 'not run',
    reason,
  }))
  return [...played, ...missing]
}

/** `npm audit` says in JSON whether the registry answered it; other commands say by their code whether they passed. */
async function commands() {
  const results = []
  for (const { title } of proofs.filter(({ file }) => file === 'npm')) {
    const isAudit = title.startsWith('audit')
    const { code, output } = await start('npm', [...title.split(' '), ...(isAudit ? ['--json'] : [])])
    const isAnswered = !isAudit || output.includes('"auditReportVersion"')
    results.push(
      isAnswered
        ? { file: 'npm', name: title, state: code === 0 ? 'passed' : 'failed' }
        : { file: 'npm', name: title, state: 'not run', reason: 'needs a registry that answers npm audit' },
    )
  }
  return results
}

function run(packageName, command, args, extraEnvironment) {
  return start(pinnedNode(), [toolPath(packageName, command), ...args], extraEnvironment)
}

async function start(command, args, extraEnvironment = {}) {
  const env = { ...toolEnvironment(extraEnvironment), NODE_ENV: undefined }
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, output }
}

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
