import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { aptInstall, canInstall } from '../scripts/requirements.mjs'

/** PostgreSQL's programs, where Debian puts them. */
export function debianPostgres(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => path.join(root, version, 'bin')).find((bin) => existsSync(path.join(bin, 'initdb')))
}

export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin', debianPostgres()]
  return folders
    .filter((folder) => folder !== undefined)
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file))
}

/** What a scenario needs of the machine. */
export type Needs = {
  /** Each program with the Debian package that brings it. */
  programs?: Record<string, string>
  /** Only root may do what it does. */
  root?: true
}

/** Installs the packages that are missing where it may; tells what is still missing, or nothing. */
export async function meetNeeds({ programs = {}, root }: Needs): Promise<string | undefined> {
  if (root && process.platform !== 'linux') return 'needs Linux'
  if (root && process.getuid?.() !== 0) return 'needs root'
  const packages = () => [
    ...new Set(Object.entries(programs).flatMap(([name, from]) => (findProgram(name) ? [] : [from]))),
  ]
  if (packages().length > 0 && canInstall()) await aptInstall(...packages()).catch(() => undefined)
  return packages().length > 0 ? `needs packages: apt-get install ${packages().join(' ')}` : undefined
}

export function run(command: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`)
}
