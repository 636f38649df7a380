import { globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'

/*
 * PGlite has one connection: a transaction that queries through another handle deadlocks. So a test on PGlite must reach
 * every line that opens a transaction; record-transactions.ts records the lines that were reached.
 */

const folders = 'modules,platform,db,server,api'
const opensTransaction = /\.transaction\(|\.bulk\(|(?<!function )\btransactRepeatedly\(/
/** The first is a retry after a deadlock, which one connection cannot have; the second exists only on PostgreSQL. */
const leftOut = /^platform\/(db\.server\.ts:.*tries - 1|db-postgres\.server\.ts:)/

/** Every line that opens a transaction, as `file:line`. */
function transactionSites(root: string): string[] {
  const files = globSync(`{${folders}}/**/*.ts`, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  return files.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((text, index) =>
        opensTransaction.test(text) && !leftOut.test(`${file}:${text}`) ? [`${file}:${index + 1}`] : [],
      ),
  )
}

/** Throws if no test reached a line, unless the run was partial or failed. */
export async function expectEveryTransaction(project: TestProject, notes: string): Promise<void> {
  if (!(await isWhole(project))) return
  const reached = new Set(
    readdirSync(notes).flatMap((file) => readFileSync(path.join(notes, file), 'utf8').split('\n')),
  )
  const missed = transactionSites(project.config.root).filter((site) => !reached.has(site))
  if (missed.length === 0) return
  throw new Error(
    `No test on PGlite opened the transaction of ${missed.join(', ')}: ` +
      'add a test file that does to `onPglite` in vitest.config.ts.',
  )
}

async function isWhole(project: TestProject): Promise<boolean> {
  const { testFiles } = await project.globTestFiles()
  const modules = project.vitest.state.getTestModules().filter((module) => module.project === project)
  const passed = new Set(modules.filter((module) => module.ok()).map(({ moduleId }) => moduleId))
  return !project.vitest.config.testNamePattern && testFiles.every((file) => passed.has(file))
}
