import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checks } from './checks.mjs'
import { ensureChromium } from './chromium.mjs'
import { pinnedNode, toolEnvironment, toolPath } from './install.mjs'
import { prepare } from './prepare.mjs'

await prepare('The checks cannot be made')

const wanted = process.argv.slice(2)
const chosen = checks.filter(({ id }) => wanted.length === 0 || wanted.some((part) => id.startsWith(part)))
if (chosen.length === 0) {
  console.error(`There is no such check; there are: ${checks.map(({ id }) => id).join(', ')}.`)
  process.exit(1)
}

const folder = mkdtempSync(path.join(tmpdir(), 'alpine-checks-'))
const proofs = chosen.flatMap((check) => check.proofs)
const filesOf = (ending) => [...new Set(proofs.map(({ file }) => file).filter((file) => file.endsWith(ending)))]
const seen = [...(await unitTests()), ...(await browserTests()), ...(await scenarios()), ...(await commands())]
rmSync(folder, { recursive: true, force: true })

let failed = 0
for (const { id, what, proofs } of chosen) {
  const results = proofs.map(({ file, title }) => {
    const found = seen.filter((each) => each.file.endsWith(file) && each.name.includes(title))
    const passed = found.filter(({ ok }) => ok).length
    return { file, found: found.length, passed, ok: found.length > 0 && passed === found.length }
  })
  const ok = results.every((result) => result.ok)
  if (!ok) failed++
  const told = results.map(({ file, passed, found }) => `${file} ${found === 0 ? 'not found' : `${passed}/${found}`}`)
  console.log(`${ok ? '✓' : '✗'} ${id.padEnd(4)} ${what.padEnd(50)} ${told.join(', ')}`)
}
console.log(`\n${chosen.length - failed} of ${chosen.length} checks hold.`)
process.exit(failed === 0 ? 0 : 1)

/** On PostgreSQL, where what happens at once really does. */
async function unitTests() {
  const files = [...filesOf('.test.ts'), ...filesOf('.test.tsx')]
  if (files.length === 0) return []
  const report = path.join(folder, 'unit.json')
  await run('vitest', 'vitest', ['run', '--project', 'postgres', '--reporter=json', `--outputFile=${report}`, ...files])
  return read(report).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status }) => ({ file: name, name: fullName, ok: status === 'passed' })),
  )
}

async function browserTests() {
  const files = filesOf('.spec.ts')
  if (files.length === 0) return []
  const report = path.join(folder, 'browser.json')
  const env = { CHROMIUM_PATH: await ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  await run('@playwright/test', 'playwright', ['test', '--reporter=json', ...files], env)
  const inSuite = ({ file, specs = [], suites = [] }) => [
    ...specs.map(({ title, ok }) => ({ file: `tests/e2e/${file}`, name: title, ok })),
    ...suites.flatMap(inSuite),
  ]
  return read(report).suites.flatMap(inSuite)
}

async function scenarios() {
  const names = proofs.filter(({ file }) => file === 'chaos').map(({ title }) => title)
  if (names.length === 0) return []
  const { output } = await start(pinnedNode(), ['scripts/chaos.mjs', '--short', ...names])
  return [...output.matchAll(/^([✓✗]) (.+) \(\d+ s\)$/gm)].map(([, mark, name]) => ({
    file: 'chaos',
    name,
    ok: mark === '✓',
  }))
}

async function commands() {
  const results = []
  for (const { title } of proofs.filter(({ file }) => file === 'npm')) {
    const { code } = await start('npm', title.split(' '))
    results.push({ file: 'npm', name: title, ok: code === 0 })
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
