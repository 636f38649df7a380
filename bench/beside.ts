import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '#platform/root.server.ts'
import type { Row } from './report.ts'

const rounds = 3

type Folder = 'before' | 'now'

/** Runs the same benchmarks three times in another checkout and here, in turn, and prints the figures side by side. */
export async function runBeside(otherFolder: string, options: string[]): Promise<void> {
  const folders: Record<Folder, string> = { before: path.resolve(otherFolder), now: projectRoot }
  const results: Record<Folder, Row[][]> = { before: [], now: [] }
  for (let round = 0; round < rounds; round++) {
    const order: Folder[] = round % 2 === 0 ? ['before', 'now'] : ['now', 'before']
    for (const side of order) results[side].push(await runIn(folders[side], options))
  }
  const names = [...new Set([...results.before, ...results.now].flat().map(({ name }) => name))]
  for (const name of names) {
    console.log(`\n${name}`)
    for (const side of ['before', 'now'] as const) {
      const rows = results[side].flatMap((run) => run.filter((row) => row.name === name))
      for (const { measured, cost = '', value } of rows)
        console.log(`  ${side.padEnd(6)} ${value}  ${measured}  ${cost}`)
    }
  }
  const file = path.join(projectRoot, 'bench', 'results', 'beside.json')
  writeFileSync(file, `${JSON.stringify({ takenAt: new Date().toISOString(), options, results }, null, 2)}\n`)
  console.log(`\nWritten to ${path.relative(projectRoot, file)}`)
}

/** A missed budget is a result too, so the exit code does not matter. */
async function runIn(folder: string, options: string[]): Promise<Row[]> {
  console.log(`${folder} ${options.join(' ')}`)
  const startedAt = Date.now()
  const script = path.join(folder, 'scripts', 'bench.mjs')
  await once(
    spawn(process.execPath, [script, ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }),
    'exit',
  )
  const file = path.join(folder, 'bench', 'results', 'latest.json')
  const { takenAt, rows } = JSON.parse(readFileSync(file, 'utf8')) as { takenAt: string; rows: Row[] }
  if (Date.parse(takenAt) < startedAt) throw new Error(`The benchmarks in ${folder} wrote no results`)
  return rows
}
