import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { pinnedNode, toolEnvironment, toolPath } from './install.mjs'
import { prepare } from './prepare.mjs'
import { NOT_RUN } from './requirements.mjs'
import { checks } from './security-checks.mjs'

await prepare('The checks cannot run')

const prefixes = process.argv.slice(2)
const selected = checks.filter(({ id }) => prefixes.length === 0 || prefixes.some((prefix) => id.startsWith(prefix)))
if (selected.length === 0) {
  console.error(`Unknown check. Checks: ${checks.map(({ id }) => id).join(', ')}.`)
  process.exit(1)
}

const folder = mkdtempSync(path.join(tmpdir(), 'alpine-checks-'))
const tests = selected.flatMap((check) => check.tests)
const allResults = [
  ...(await unitTests('postgres')),
  ...(await unitTests('pglite')),
  ...(await browserTests()),
  ...(await scenarios()),
  ...(await commands()),
]
rmSync(folder, { recursive: true, force: true })

const marks = { passed: '✓', failed: '✗', 'not run': '–' }
const counts = { passed: 0, failed: 0, 'not run': 0 }
for (const { id, description, tests } of selected) {
  const results = tests.map(({ file, title }) => {
    const found = allResults.filter((each) => each.file.endsWith(file) && each.name.includes(title))
    return { file, found, status: statusOf(found) }
  })
  const status = worstStatus(results)
  counts[status]++
  const details = results.map(({ file, found }) => {
    const reason = found.find((each) => each.reason)?.reason
    if (reason) return `${file} not run: ${reason}`
    return `${file} ${found.length === 0 ? 'not found' : `${found.filter(isPassed).length}/${found.length}`}`
  })
  console.log(`${marks[status]} ${id.padEnd(4)} ${description.padEnd(50)} ${details.join(', ')}`)
}
console.log(
  `\n${counts.passed} of ${selected.length} checks passed, ${counts.failed} failed, ${counts['not run']} not run.`,
)
process.exit(counts.failed > 0 ? 1 : counts['not run'] > 0 ? NOT_RUN : 0)

function isPassed({ status }) {
  return status === 'passed'
}

/** A listed test that is not found counts as failed: it was renamed or removed. */
function statusOf(found) {
  if (found.length === 0) return 'failed'
  return worstStatus(found)
}

function worstStatus(results) {
  return ['failed', 'not run'].find((status) => results.some((each) => each.status === status)) ?? 'passed'
}

/** Runs on PostgreSQL, which has real concurrency, except for tests of PGlite itself. */
async function unitTests(project) {
  const projectTests = tests.filter((test) => (test.project ?? 'postgres') === project)
  const files = [...new Set(projectTests.map(({ file }) => file).filter((file) => /\.test\.tsx?$/.test(file)))]
  if (files.length === 0) return []
  const report = path.join(folder, `${project}.json`)
  await runTool('vitest', 'vitest', [
    'run',
    '--project',
    project,
    '--reporter=json',
    `--outputFile=${report}`,
    ...files,
  ])
  return read(report).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status }) => ({ file: name, name: fullName, status })),
  )
}

async function browserTests() {
  const files = [...new Set(tests.map(({ file }) => file).filter((file) => file.endsWith('.spec.ts')))]
  if (files.length === 0) return []
  const report = path.join(folder, 'browser.json')
  let chromium
  try {
    chromium = await ensureChromium()
  } catch (error) {
    const skipped = tests.filter(({ file }) => files.includes(file))
    return skipped.map(({ file, title }) => ({ file, name: title, status: 'not run', reason: error.message }))
  }
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  await runTool('@playwright/test', 'playwright', ['test', '--reporter=json', ...files], env)
  const flattenSuite = ({ file, specs = [], suites = [] }) => [
    ...specs.map(({ title, ok }) => ({ file, name: title, status: ok ? 'passed' : 'failed' })),
    ...suites.flatMap(flattenSuite),
  ]
  return read(report).suites.flatMap(flattenSuite)
}

async function scenarios() {
  const names = tests.filter(({ file }) => file === 'chaos').map(({ title }) => title)
  if (names.length === 0) return []
  const { output } = await runCommand(pinnedNode(), ['scripts/chaos.mjs', '--short', ...names])
  const finished = [...output.matchAll(/^([✓✗]) (.+) \(\d+ s\)$/gm)].map(([, mark, name]) => ({
    file: 'chaos',
    name,
    status: mark === '✓' ? 'passed' : 'failed',
  }))
  const notRun = [...output.matchAll(/^– (.+): not run, (.+)$/gm)].map(([, name, reason]) => ({
    file: 'chaos',
    name,
    status: 'not run',
    reason,
  }))
  return [...finished, ...notRun]
}

/** The JSON of `npm audit` shows whether the registry responded. Other commands report by exit code. */
async function commands() {
  const results = []
  for (const { title } of tests.filter(({ file }) => file === 'npm')) {
    const isAudit = title.startsWith('audit')
    const { code, output } = await runCommand('npm', [...title.split(' '), ...(isAudit ? ['--json'] : [])])
    const hasResponse = !isAudit || output.includes('"auditReportVersion"')
    results.push(
      hasResponse
        ? { file: 'npm', name: title, status: code === 0 ? 'passed' : 'failed' }
        : { file: 'npm', name: title, status: 'not run', reason: 'needs a registry that supports npm audit' },
    )
  }
  return results
}

function runTool(packageName, command, args, extraEnvironment) {
  return runCommand(pinnedNode(), [toolPath(packageName, command), ...args], extraEnvironment)
}

async function runCommand(command, args, extraEnvironment = {}) {
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
