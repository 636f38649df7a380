import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import {
  continueOnPinnedNode,
  ensureInstalled,
  pinnedNode,
  projectRoot,
  runStep,
  toolEnvironment,
  toolPath,
} from './install.mjs'
import { groups } from './mutation-groups.mjs'

/*
 *   npm run mutation              every group
 *   npm run mutation -- cart      one of them
 */

const minScore = 85

process.chdir(projectRoot)
const names = process.argv.slice(2)
const selected = names.length > 0 ? names : Object.keys(groups)
for (const name of selected) {
  if (!groups[name]) fail(`Unknown group ${name}. Groups: ${Object.keys(groups).join(', ')}.`)
}
try {
  await ensureInstalled({ withDevTools: true })
  await continueOnPinnedNode()
} catch (error) {
  fail(`Mutation tests cannot run: ${error.message}`)
}

const files = []
for (const name of selected) files.push(...(await testMutants(name)))
printScores()
printSurvivors()
if (scoreOf(sumOf(files)) < minScore) fail(`The score is below ${minScore} %.`)

async function testMutants(name) {
  const report = path.join('test-results/mutation', `${name}.json`)
  rmSync(report, { force: true })
  const env = toolEnvironment({ MUTATION_GROUP: name })
  const code = await runStep(pinnedNode(), [toolPath('@stryker-mutator/core', 'stryker'), 'run'], { env })
  if (code !== 0) fail(`The mutation tests of ${name} did not finish.`)
  return Object.entries(JSON.parse(readFileSync(report, 'utf8')).files).map(([file, { mutants, source }]) => {
    const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length
    const survivors = mutants.filter(({ status }) => ['Survived', 'NoCoverage'].includes(status))
    const killed = count('Killed', 'Timeout')
    const errors = count('RuntimeError', 'CompileError')
    return { file, source, survivors, killed, timeouts: count('Timeout'), survived: survivors.length, errors }
  })
}

function sumOf(rows) {
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0)
  return { killed: sum('killed'), timeouts: sum('timeouts'), survived: sum('survived'), errors: sum('errors') }
}

function scoreOf({ killed, survived }) {
  return killed + survived === 0 ? 100 : (100 * killed) / (killed + survived)
}

function printScores() {
  console.log(
    '\n| file | mutants | killed | by a timeout | survived | not counted | score |\n|---|---|---|---|---|---|---|',
  )
  for (const row of [...files, { file: 'all', ...sumOf(files) }]) {
    const { file, killed, timeouts, survived, errors } = row
    const cells = [file, killed + survived + errors, killed, timeouts, survived, errors, `${scoreOf(row).toFixed(1)} %`]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

function printSurvivors() {
  console.log('\nSurvivors:')
  for (const { file, source, survivors } of files) {
    const lines = source.split('\n')
    for (const { location, replacement } of survivors) {
      const { start, end } = location
      const line = lines[start.line - 1]
      const text =
        start.line === end.line ? line.slice(start.column - 1, end.column - 1) : `${line.slice(start.column - 1)} …`
      console.log(`${file}:${start.line}: ${text} → ${replacement?.replace(/\s+/g, ' ')}`)
    }
  }
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
