import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Debian does not put it on the PATH. */
function findPgbench(): string | undefined {
  const pathFolders = (process.env.PATH ?? '').split(path.delimiter)
  const root = '/usr/lib/postgresql'
  const debianFolders = existsSync(root) ? readdirSync(root).map((version) => path.join(root, version, 'bin')) : []
  return [...pathFolders, ...debianFolders]
    .map((folder) => path.join(folder, 'pgbench'))
    .find((file) => existsSync(file))
}

/** Transactions per second of a prepared script, or undefined without pgbench. */
export async function pgbench(
  databaseUrl: string,
  folder: string,
  script: string,
  { clients, transactions }: { clients: number; transactions: number },
): Promise<number | undefined> {
  const program = findPgbench()
  if (!program) return undefined
  const file = path.join(folder, 'script.sql')
  await writeFile(file, script)
  const perClient = String(Math.floor(transactions / clients))
  const args = ['-n', '-M', 'prepared', '-f', file, '-c', String(clients), '-j', '1', '-t', perClient, databaseUrl]
  const { stdout } = await run(program, args)
  const [, rate] = /tps = ([\d.]+)/.exec(stdout) ?? []
  if (!rate || !/failed transactions: 0 /.test(stdout)) throw new Error(`pgbench failed: ${stdout}`)
  return Number(rate)
}
