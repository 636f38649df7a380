import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Debian keeps it out of the PATH. */
function findPgbench(): string | undefined {
  const inPath = (process.env.PATH ?? '').split(path.delimiter)
  const root = '/usr/lib/postgresql'
  const ofDebian = existsSync(root) ? readdirSync(root).map((version) => path.join(root, version, 'bin')) : []
  return [...inPath, ...ofDebian].map((folder) => path.join(folder, 'pgbench')).find((file) => existsSync(file))
}

/** Transactions a second of a prepared script, or nothing where there is no pgbench. */
export async function pgbench(
  databaseUrl: string,
  folder: string,
  script: string,
  { clients, turns }: { clients: number; turns: number },
): Promise<number | undefined> {
  const program = findPgbench()
  if (!program) return undefined
  const file = path.join(folder, 'script.sql')
  await writeFile(file, script)
  const each = String(Math.floor(turns / clients))
  const args = ['-n', '-M', 'prepared', '-f', file, '-c', String(clients), '-j', '1', '-t', each, databaseUrl]
  const { stdout } = await run(program, args)
  const [, rate] = /tps = ([\d.]+)/.exec(stdout) ?? []
  if (!rate || !/failed transactions: 0 /.test(stdout)) throw new Error(`pgbench said: ${stdout}`)
  return Number(rate)
}
