import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { aptInstall, canInstall } from '../scripts/requirements.mjs'

/** The folder of PostgreSQL's programs on Debian. */
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

export type Requirements = {
  /** Each program with its Debian package. */
  programs?: Record<string, string>
  /** The scenario needs root. */
  root?: true
}

/** Installs missing packages if it can, and describes what is still missing, or returns undefined. */
export async function missingRequirements({ programs = {}, root }: Requirements): Promise<string | undefined> {
  if (root && process.platform !== 'linux') return 'needs Linux'
  if (root && process.getuid?.() !== 0) return 'needs root'
  const missingPackages = () => [
    ...new Set(Object.entries(programs).flatMap(([name, packageName]) => (findProgram(name) ? [] : [packageName]))),
  ]
  if (missingPackages().length > 0 && canInstall()) await aptInstall(...missingPackages()).catch(() => undefined)
  return missingPackages().length > 0 ? `needs packages: apt-get install ${missingPackages().join(' ')}` : undefined
}

export function run(command: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`)
}
